internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Replaces the row of a model that a step led to with the row of its canonical form, in a program whose worlds are models.
  ///
  /// - Parameters:
  ///   - row: The row, which is the memory of the model itself where rows are the memory of models.
  ///   - model: The address of the model.
  /// - Returns: `true` where the form is another world.
  @inline(never)
  func replace(_ row: UnsafeMutableRawPointer, byFormOfModelAt model: UnsafeRawPointer) -> Bool {
    replace(row, byFormOf: World(model: model.assumingMemoryBound(to: M.Model.self).pointee))
  }

  /// Replaces the row of ``child`` with the row of the canonical form of its world. That world has the model at an address, and
  /// the outstanding commands and the surroundings of ``childNumbers``.
  ///
  /// Where the form is another world, records a replacement for the next candidate.
  @inline(never)
  func replaceChildByForm(ofModelAt model: UnsafeRawPointer) {
    if replace(child.row, byFormOf: world(model, childNumbers)) {
      replacedCandidates.append(candidates.pointee.count)
    }
  }

  /// Replaces the row of a world with the row of its canonical form.
  ///
  /// - Returns: `true` where the form is another world.
  func replace(_ row: UnsafeMutableRawPointer, byFormOf world: World<M>) -> Bool {
    guard let form = rules.value.canonicalForm else { return false }
    slot.countCall()
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    return writer._withUnsafeGuaranteedRef { writer in
      rows.withRow(of: form.apply(world), writer) { formRow in
        if rows.isSameWorld(row, formRow) { return false }
        row.copyMemory(from: formRow, byteCount: rows.size)
        return true
      }
    }
  }
}

internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Replaces the row of a model with the row of its canonical form, in a program whose worlds are models.
  ///
  /// - Parameter row: The address of the row. Where rows are the memory of models, `model` has the same address, and the form
  ///   overwrites the model.
  /// - Returns: `true` where the row was replaced, because the form is another world.
  @inline(never)
  func replace(_ row: UnsafeMutableRawPointer, byFormOfModelAt model: UnsafeRawPointer) -> Bool {
    replace(row, byFormOf: World(model: model.assumingMemoryBound(to: M.Model.self).pointee))
  }

  /// Replaces the row of ``child`` with the row of the canonical form of its world. That world has the model at an address, and
  /// the other parts of ``childNumbers``.
  ///
  /// To be called before the child is added as a candidate: the index of the next candidate is added to
  /// ``replacedCandidates`` where the form is another world.
  @inline(never)
  func replaceChildByForm(ofModelAt model: UnsafeRawPointer) {
    if replace(child.row, byFormOf: world(model, childNumbers)) {
      replacedCandidates.append(candidates.pointee.count)
    }
  }

  /// - Returns: `true` where the row was replaced, because the form is another world.
  func replace(_ row: UnsafeMutableRawPointer, byFormOf world: World<M>) -> Bool {
    guard let form = rules.value.canonicalForm else { return false }
    slot.restartStepTime()
    return withRows { rows, writer in
      rows.withRow(of: form.apply(world), writer) { formRow in
        if rows.isSameWorld(row, formRow) { return false }
        row.copyMemory(from: formRow, byteCount: rows.size)
        return true
      }
    }
  }
}

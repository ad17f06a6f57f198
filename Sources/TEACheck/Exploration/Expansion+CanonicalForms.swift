internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Replaces the row of ``child`` with the row of the canonical form of its world.
  ///
  /// To be called before the child is added as a candidate: the index of the next candidate is added to
  /// ``replacedCandidates`` where the form is another world.
  @inline(never)
  func replaceChildByForm(ofModelAt model: UnsafeRawPointer) {
    if replace(child.row, byFormOfModelAt: model) { replacedCandidates.append(candidates.pointee.count) }
  }

  /// Replaces a row with the row of the canonical form of the world that has the model at an address, and the other parts of
  /// ``childNumbers``.
  ///
  /// - Parameter row: The address of the row. Where rows are the memory of models, `model` has the same address, and the form
  ///   overwrites the model.
  /// - Returns: `true` where the row was replaced, because the form is another world.
  @inline(never)
  func replace(_ row: UnsafeMutableRawPointer, byFormOfModelAt model: UnsafeRawPointer) -> Bool {
    guard let form = rules.value.canonicalForm else { return false }
    let world = world(model, childNumbers)
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

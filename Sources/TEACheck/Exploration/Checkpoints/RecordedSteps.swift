internal import TEAStateSpace
internal import TEARuntime

/// The steps by which the worlds of a saved search were found, taken again one after the other.
struct RecordedSteps<M: Module> {
  /// The number of ``parentWorld``; `nil` before the first step.
  var parent: Int?
  /// The world from which the last step was taken; `nil` before the first step.
  var parentWorld: World<M>?
  /// The steps that are possible in ``parentWorld``.
  var steps: [WorldStep<M>] = []
  /// The commands that the last step performed.
  var commands: [M.Command] = []

  /// The world to which a recorded step leads, or the canonical form of that world if the rules have forms.
  ///
  /// The step must be from an expanded world, which was found earlier and not before the parents of earlier steps.
  ///
  /// - Parameter makeWorld: Makes an earlier world, which was found again, from its number.
  /// - Throws: ``CheckpointError`` where there is no such step, or an error of the specification.
  mutating func world(
    _ number: Int, _ saved: SavedSearch, _ rules: Rules<M>, _ file: CheckpointFile, _ makeWorld: (Int) -> World<M>
  ) throws -> World<M> {
    guard let recordedParent = saved.ancestry.parent(of: number), recordedParent >= parent ?? 0,
      recordedParent < min(number, saved.checkpoint.expandedCount)
    else { throw CheckpointError.mismatch(file) }
    if recordedParent != parent || parentWorld == nil {
      let world = makeWorld(recordedParent)
      (parent, parentWorld, steps) = (recordedParent, world, try rules.steps(in: world))
    }
    guard let parentWorld, saved.ancestry.step(to: number) < steps.count else { throw CheckpointError.mismatch(file) }
    let next = rules.take(steps[saved.ancestry.step(to: number)], in: parentWorld, performing: &commands).world
    return rules.canonicalForm?.apply(next) ?? next
  }
}

extension CheckpointError {
  static func mismatch(_ file: CheckpointFile) -> CheckpointError {
    CheckpointError(file.path, "does not fit the program: its steps lead elsewhere now")
  }
}

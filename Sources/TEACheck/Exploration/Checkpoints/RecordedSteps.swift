public import TEAStateSpace
internal import TEARuntime

/// The steps by which worlds were found, taken again one after the other.
@usableFromInline
struct RecordedSteps<M: Module> {
  /// The world whose steps were asked for last.
  @usableFromInline var parent: Int?
  @usableFromInline var world: World<M>?
  @usableFromInline var steps: [WorldStep<M>] = []
  @usableFromInline var commands: [M.Command] = []

  @usableFromInline
  init() {}

  /// The world that is kept of the one to which a recorded step leads.
  ///
  /// - Parameter worldOf: Makes a world that was found again.
  /// - Throws: ``CheckpointError`` where there is no such step, or what the specification throws.
  @_alwaysEmitIntoClient
  mutating func world(
    _ number: Int, _ saved: SavedSearch, _ rules: Rules<M>, _ file: CheckpointFile, _ worldOf: (Int) -> World<M>
  ) throws -> World<M> {
    let source = Int(truncatingIfNeeded: saved.ancestry[number] >> 32)
    if source != parent || world == nil {
      let made = worldOf(source)
      (parent, world, steps) = (source, made, try rules.steps(in: made))
    }
    guard let world, saved.ancestry.step(to: number) < steps.count else { throw CheckpointError.mismatch(file) }
    let next = rules.take(steps[saved.ancestry.step(to: number)], in: world, performing: &commands).world
    return rules.canonicalForm?.apply(next) ?? next
  }
}

extension CheckpointError {
  @usableFromInline
  static func mismatch(_ file: CheckpointFile) -> CheckpointError {
    CheckpointError(file.path, "does not fit the program: its steps lead elsewhere now")
  }
}

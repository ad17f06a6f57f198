internal import TEAGenerators
public import TEARuntime

/// A condition that holds at some time along every fair run from the start.
///
/// People are assumed to go on while they can: a run ends only where no person can act, and no step that is assumed fair is
/// possible. ``Fairness`` declares other assumptions. The counterexample is a shortest path to an end, or into a loop, which is
/// shown as well.
public struct Eventually<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(Property(name: name, kind: .liveness(.eventually), place: place, holds: holds))]
  }
}

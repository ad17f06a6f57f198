internal import TEAGenerators
public import TEARuntime

/// A condition that holds again and again along every fair run, and in the last world of a run that ends.
///
/// ``Fairness`` declares the assumptions about runs.
public struct Repeatedly<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(Property(name: name, kind: .liveness(.repeatedly), place: place, holds: holds))]
  }
}

internal import TEAGenerators
public import TEARuntime

/// A condition that can be reached again from every reachable world: the program is never stuck.
///
/// ```swift
/// Recovers("loading can always end") { !$0.isLoading }
/// ```
///
/// The property requires only that a path exists, not that a run takes it, so it needs no fairness. The counterexample is a
/// shortest path to a world from which the condition cannot be reached. A path does not count if it needs a lost or repeated
/// reply or a late message, because these may never come.
public struct Recovers<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(Property(name: name, kind: .liveness(.recovers), place: place, holds: holds))]
  }
}

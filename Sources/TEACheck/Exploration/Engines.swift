public import TEARuntime

/// The engines, specialised for one way to recognise a module's worlds.
public struct Engines<M: Module>: Sendable {
  @usableFromInline
  let explore: @Sendable (Rules<M>, ExplorationBounds, Int, @escaping (ExplorationProgress) -> Void) -> Exploration<M>

  /// A number that tells worlds apart, within one process.
  @usableFromInline let fingerprint: @Sendable (World<M>) -> Int?

  /// Whether worlds are told apart by their structure, for want of `Hashable`.
  let isStructural: Bool

  @inlinable
  init<State: SearchState & SendableMetatype>(_ state: State.Type) where State.M == M {
    self.init(
      isStructural: state is StructuralWorld<M>.Type,
      fingerprint: { (try? State($0))?.hashValue },
      explore: { rules, bounds, workers, onProgress in
        var explorer = Explorer<State>(rules, bounds: bounds, workers: workers, onProgress: onProgress)
        return explorer.explore()
      })
  }

  @usableFromInline
  init(
    isStructural: Bool,
    fingerprint: @escaping @Sendable (World<M>) -> Int?,
    explore:
      @escaping @Sendable (
        Rules<M>, ExplorationBounds, Int, @escaping (ExplorationProgress) -> Void
      ) -> Exploration<M>
  ) {
    self.isStructural = isStructural
    self.fingerprint = fingerprint
    self.explore = explore
  }
}

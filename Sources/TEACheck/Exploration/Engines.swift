public import TEARuntime

/// The engines, specialised for one way to recognise a module's worlds.
public struct Engines<M: Module>: Sendable {
  @usableFromInline typealias Explore =
    @Sendable (Rules<M>, ExplorationBounds, Int, @escaping (ExplorationProgress) -> Void) -> Exploration<M>
  @usableFromInline typealias Run =
    @Sendable (
      Rules<M>, inout Choices, RunPlan, RunStart<M>?, UnsafeMutablePointer<Trace<M>>?, inout RunObserver<M>
    ) throws(Discarded) -> RunEnd<M>

  @usableFromInline let explore: Explore

  /// Executes one run.
  @usableFromInline let run: Run

  /// Whether two worlds are the same.
  @usableFromInline let isSame: @Sendable (World<M>, World<M>) -> Bool

  /// A number that tells worlds apart, within one process.
  @usableFromInline let fingerprint: @Sendable (World<M>) -> Int?

  /// What tells worlds apart.
  @usableFromInline let key: @Sendable (World<M>) throws -> AnyHashable

  /// Whether worlds are told apart by their structure, for want of `Hashable`.
  let isStructural: Bool

  @_alwaysEmitIntoClient
  init<State: SearchState & SendableMetatype>(_ state: State.Type) where State.M == M {
    self.init(
      isStructural: state is StructuralWorld<M>.Type,
      isSame: { one, other in
        guard let one = try? State(one), let other = try? State(other) else { return true }
        return one == other
      },
      fingerprint: { (try? State($0))?.hashValue },
      key: { AnyHashable(try State($0)) },
      run: { rules, choices, plan, start, trace, observer throws(Discarded) in
        try rules.run(state, from: &choices, plan, start: start, trace: trace, seenBy: &observer)
      },
      explore: { rules, bounds, workers, onProgress in
        if rules.abstraction != nil {
          return exploreUnspecialised(AbstractWorld<State>.self, rules, bounds, workers, onProgress)
        }
        if M.Command.self != Never.self { return search(State.self, rules, bounds, workers, onProgress) }
        if rules.hasSurroundings { return exploreUnspecialised(state, rules, bounds, workers, onProgress) }
        return search(State.Bare.self, rules, bounds, workers, onProgress)
      })
  }

  @usableFromInline
  init(
    isStructural: Bool, isSame: @escaping @Sendable (World<M>, World<M>) -> Bool,
    fingerprint: @escaping @Sendable (World<M>) -> Int?, key: @escaping @Sendable (World<M>) throws -> AnyHashable,
    run: @escaping Run, explore: @escaping Explore
  ) {
    self.isStructural = isStructural
    self.isSame = isSame
    self.fingerprint = fingerprint
    self.key = key
    self.run = run
    self.explore = explore
  }
}

/// Explores what is asked for rarely; not specialised, which would double what every suite compiles.
@_semantics("optimize.sil.specialize.generic.never")
@usableFromInline
func exploreUnspecialised<State: SearchState>(
  _ state: State.Type, _ rules: Rules<State.M>, _ bounds: ExplorationBounds, _ workers: Int,
  _ onProgress: @escaping (ExplorationProgress) -> Void
) -> Exploration<State.M> {
  search(state, rules, bounds, workers, onProgress)
}

/// Explores, and once more where models turn out to have a hash or an equality of their own that matters.
@_alwaysEmitIntoClient
func search<State: SearchState>(
  _ state: State.Type, _ rules: Rules<State.M>, _ bounds: ExplorationBounds, _ workers: Int,
  _ onProgress: @escaping (ExplorationProgress) -> Void
) -> Exploration<State.M> {
  var (rules, bounds) = (rules, bounds)
  while true {
    let begin = ContinuousClock.now
    var explorer = Explorer<State>(rules, bounds: bounds, workers: workers, onProgress: onProgress)
    let exploration = explorer.explore()
    if explorer.hasMistakenHash {
      rules.structuralHash = nil
    } else if explorer.hasInterned, !rules.confirms(exploration) {
      rules.mayIntern = false
    } else {
      return exploration
    }
    bounds.time = bounds.time.map { max(.zero, $0 - (ContinuousClock.now - begin)) }
  }
}

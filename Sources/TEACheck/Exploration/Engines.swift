public import TEARuntime

/// The engines, specialised for a module.
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

  @_alwaysEmitIntoClient
  init(of module: M.Type) {
    self.init(
      run: { rules, choices, plan, start, trace, observer throws(Discarded) in
        try rules.run(World<M>.self, from: &choices, plan, start: start, trace: trace, seenBy: &observer)
      },
      explore: { rules, bounds, workers, onProgress in
        if rules.abstraction != nil {
          return exploreUnspecialised(AbstractWorld<World<M>>.self, rules, bounds, workers, onProgress)
        }
        if M.Command.self != Never.self { return search(World<M>.self, rules, bounds, workers, onProgress) }
        if rules.hasSurroundings { return exploreUnspecialised(World<M>.self, rules, bounds, workers, onProgress) }
        return search(BareWorld<M>.self, rules, bounds, workers, onProgress)
      })
  }

  @usableFromInline
  init(run: @escaping Run, explore: @escaping Explore) {
    let structural = StructuralHash(of: M.self)
    isSame = { one, other in UserCode.calling(.comparison) { one.isSameWorld(as: other, structural) } }
    fingerprint = { world in UserCode.calling(.comparison) { world.hash(structural) } }
    key = { world in
      try structural.checkComparable(world)
      return UserCode.calling(.comparison) { AnyHashable(WorldKey(world: world, structural: structural)) }
    }
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

/// Explores, and once more where one model stood for another that a property tells from it.
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
    if explorer.hasInterned, !rules.confirms(exploration) {
      rules.mayIntern = false
    } else {
      return exploration
    }
    bounds.time = bounds.time.map { max(.zero, $0 - (ContinuousClock.now - begin)) }
  }
}

internal import TEAResults
public import TEARuntime

/// The parts of the engines that are specialised for a module, because they call its functions at each step.
public struct Engines<M: Module>: Sendable {
  let functions: ModuleFunctions<M>

  let takeSteps: Rules<M>.TakeSteps

  @inlinable
  init(of module: M.Type) {
    self.init(
      takeSteps: { rules, state, choices, plan, observer in
        try rules.takeSteps(&state, from: &choices, plan, trace: nil, observedBy: &observer)
      },
      functions: ModuleFunctions(of: module))
  }

  @usableFromInline
  init(takeSteps: @escaping Rules<M>.TakeSteps, functions: ModuleFunctions<M>) {
    self.takeSteps = takeSteps
    self.functions = functions
  }

  /// Explores, and once more without caches where the program's own steps do not confirm a violation. A search without caches
  /// needs no confirmation. If it finds nothing, the program is not deterministic, and that is the violation.
  func explore(
    _ rules: Rules<M>, _ bounds: ExplorationBounds, _ workers: Int,
    _ onProgress: @escaping (ExplorationProgress) -> Void
  ) -> Exploration<M> {
    var (rules, bounds) = (rules, bounds)
    var unconfirmed: Exploration<M>?
    while true {
      let begin = ContinuousClock.now
      let explorer = Explorer<M>(rules, functions, bounds: bounds, workers: workers, onProgress: onProgress)
      let (exploration, needsConfirmation) = explorer.explore()
      if !needsConfirmation || rules.confirms(exploration) {
        return exploration.end.isFreeOfFindings ? unconfirmed ?? exploration : exploration
      }
      if case .violation(var found) = exploration.end {
        found.violation = .failedOnlyOnce
        unconfirmed = exploration
        unconfirmed?.end = .violation(found)
      }
      rules.mayCacheReactions = false
      bounds.time = bounds.time.map { max(.zero, $0 - (ContinuousClock.now - begin)) }
    }
  }
}

extension Rules {
  /// Returns whether the program itself, when it takes the steps of a trace, violates the same property. A trap,
  /// nondeterminism, and an end without a violation count as confirmed.
  ///
  /// To the search, models that differ only in the order of their sets are the same, so it may find a violation that the models
  /// of the trace do not show.
  func confirms(_ exploration: Exploration<M>) -> Bool {
    guard case .violation(let found) = exploration.end, found.violation.trap == nil else { return true }
    if found.violation.isNondeterminism { return true }
    // Each of these laws is about a difference: between two results of one step, two worlds, or a world and its form. No single
    // step or world shows the difference.
    let laws = [Law.deterministic.rawValue, Law.honestEquality.rawValue, CanonicalForm<M>.property]
    if laws.contains(found.violation.property) { return true }
    guard let trace = exploration.trace else { return false }
    guard found.step != nil else {
      return violation(in: trace.lastWorld)?.isOfSameProperty(as: found.violation) == true
    }
    guard let (step, outcome) = trace.steps.last else { return false }
    let before = trace.steps.dropLast().last?.outcome.world ?? trace.origin.world
    return violation(of: step, in: before, outcome)?.isOfSameProperty(as: found.violation) == true
  }
}

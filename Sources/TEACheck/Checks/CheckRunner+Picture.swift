internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// The exploration and the trace that led to an outcome, kept for its picture and its suggestions.
final class SearchRecord<M: Module>: @unchecked Sendable {
  // Unchecked: the record is used only on the thread of its check.

  /// The exploration, and its rules; `nil` where none was made.
  var search: (exploration: Exploration<M>, rules: Rules<M>)?
  /// The steps of the counterexample or of the replay; `nil` for none.
  var trace: Trace<M>?
}

extension CheckRunner {
  func record(of outcome: Check.Outcome) -> SearchRecord<M>? { outcome.searchRecord as? SearchRecord<M> }

  /// Adds a picture to the outcome. Drawing evaluates properties again, and they may trap again: the picture of a trap is drawn
  /// without them.
  func addPicture(to outcome: inout Check.Outcome) {
    defer { outcome.searchRecord = nil }
    guard let searchRecord = record(of: outcome), settings.pictureLimit != nil else { return }
    if outcome.result.verdict == .trapped || outcome.result.counterexample?.trap != nil {
      outcome.picture = pictureOfTrap(searchRecord, outcome)
    } else {
      outcome.picture = picture(searchRecord)
    }
  }

  /// The picture of a counterexample with a trap.
  ///
  /// No property is evaluated, because each may be the function that traps. `nil` where the comparison of worlds traps, or
  /// calls a canonical form or a key, which may trap.
  private func pictureOfTrap(_ searchRecord: SearchRecord<M>, _ outcome: Check.Outcome) -> StateGraph? {
    guard let counterexample = outcome.result.counterexample, let sentence = counterexample.trap,
      var trace = searchRecord.trace, outcome.trap?.breadcrumb.part != .comparison,
      var rules = rulesOfPicture(searchRecord), !rules.isReduced
    else { return nil }
    rules.always = []
    // A trap after a taken step is in a function that is called in the new world. No step leads from there to the trap, so the
    // edge to the trap is labelled with the sentence about it.
    let isLastStepTaken = trace.steps.last?.outcome.isTaken ?? true
    let label = isLastStepTaken ? sentence : counterexample.steps.last?.label ?? sentence
    if !isLastStepTaken { trace.steps.removeLast() }
    let limit = settings.pictureLimit ?? 0
    var graph: StateGraph
    if let worldGraph = searchRecord.search?.exploration.graph {
      let trail = numbers(of: trace, in: worldGraph, rules).compactMap { $0 }
      let (nearbyGraph, cutNodes) = worldGraph.neighbourhood(of: trail, limit: limit)
      graph = stateGraph(nearbyGraph, rules, mergesViews: false, trace)
      for node in cutNodes { graph.nodes[node].isExpanded = false }
      graph.shortfall =
        "up to the step that traps"
        + (cutNodes.isEmpty
          ? "" : "; of \(counted(worldGraph.worlds.count, "world")), the \(grouped(limit)) nearest to it")
    } else {
      graph = stateGraph(WorldGraph<M>(), rules, mergesViews: false, trace)
      graph.shortfall = "only the worlds of these steps: the search kept no others"
    }
    graph.addTrap(sentence, violating: counterexample.property, by: label)
    return graph
  }

  /// The rules of the check, with the starts, the surroundings and the canonical form by which the exploration made its worlds.
  /// Other rules of the exploration are not taken over: they may be relaxed, so that nothing violates them.
  private func rulesOfPicture(_ searchRecord: SearchRecord<M>) -> Rules<M>? {
    guard var rules = try? self.rules() else { return nil }
    guard let explored = searchRecord.search?.rules else { return rules }
    (rules.origins, rules.surroundingRules) = (explored.origins, explored.surroundingRules)
    rules.canonicalForm = explored.canonicalForm
    return rules
  }

  /// The explored worlds, as many as a page has room for, with the counterexample among them.
  private func picture(_ searchRecord: SearchRecord<M>) -> StateGraph? {
    guard let rules = rulesOfPicture(searchRecord) else { return nil }
    let limit = settings.pictureLimit ?? 0
    let exploration = searchRecord.search.flatMap { exploration, _ in
      exploration.graph == nil ? exploreFirstWorlds(of: exploration, rules, limit) : exploration
    }
    guard let exploration, let worldGraph = exploration.graph else {
      guard let trace = searchRecord.trace else { return nil }
      var graph = stateGraph(WorldGraph<M>(), rules, mergesViews: false, trace)
      graph.shortfall =
        settings.engine == .sample || searchRecord.search == nil
        ? "only the worlds of these steps: what was not explored has no graph"
        : "only the worlds of these steps: the search kept no others"
      if !trace.earlier.isEmpty { graph.shortfall? += "; they begin where the program resumed last" }
      return graph
    }
    let shortfallOfSearch = shortfall(exploration, rules)
    var graph: StateGraph
    if worldGraph.worlds.count <= limit {
      graph = stateGraph(worldGraph, rules, mergesViews: false, searchRecord.trace)
      graph.addDiscoveries(worldGraph)
      graph.shortfall = shortfallOfSearch
      return graph
    }
    if M.View.self != M.Model.self {
      graph = stateGraph(worldGraph, rules, mergesViews: true, searchRecord.trace)
      graph.shortfall = shortfallOfSearch
      if graph.nodes.count <= limit { return graph }
    }
    let trail = searchRecord.trace.map { numbers(of: $0, in: worldGraph, rules).compactMap { $0 } } ?? []
    let (nearbyGraph, cutNodes) = worldGraph.neighbourhood(of: trail, limit: limit)
    graph = stateGraph(nearbyGraph, rules, mergesViews: false, searchRecord.trace)
    for node in cutNodes { graph.nodes[node].isExpanded = false }
    let center = trail.isEmpty ? "the start" : "the start and the counterexample"
    graph.shortfall = [
      "of \(counted(worldGraph.worlds.count, "world")), the \(grouped(limit)) that are the fewest steps away from \(center)",
      shortfallOfSearch,
    ].compactMap { $0 }.joined(separator: "; ")
    return graph
  }

  /// Explores the first worlds anew, for the picture of a search that did not keep the steps between its worlds.
  private func exploreFirstWorlds(of exploration: Exploration<M>, _ rules: Rules<M>, _ limit: Int) -> Exploration<M>? {
    switch exploration.end {
    case .interrupted, .error: return nil
    case .violation, .exhausted, .depthReached, .statesReached, .timeReached, .memoryReached, .growthReached,
      .outdatedRules:
      break
    }
    var relaxedRules = rules
    relaxedRules.relaxProperties()
    var limits = bounds.exploration(settings)
    // Not more worlds than the search met: beyond a violation, the program may trap. So few worlds need no limit of time.
    limits.states = max(1, min(limit, exploration.progress.states))
    (limits.keepsGraph, limits.graphLimit, limits.isCompact, limits.memory) = (true, nil, false, nil)
    return specification.engines.explore(relaxedRules, limits, max(1, settings.workers)) { _ in }
  }

  private func stateGraph(
    _ worldGraph: WorldGraph<M>, _ rules: Rules<M>, mergesViews: Bool, _ trace: Trace<M>?
  ) -> StateGraph {
    var graph = StateGraph(
      worldGraph, rules, title: title,
      StateGraph.Detail(mergesViews: mergesViews, maxDescribedNodes: settings.pictureLimit ?? 0))
    if let trace { graph.addTrail(trace, numbers(of: trace, in: worldGraph, rules), rules) }
    return graph
  }

  /// The numbers of the trace's worlds in the graph; `nil` for a world that the graph lacks.
  private func numbers(of trace: Trace<M>, in graph: WorldGraph<M>, _ rules: Rules<M>) -> [Int?] {
    let (comparison, areAlike) = (WorldComparison<M>(), rules.areAlikeWorlds)
    // Worlds that the search treats as the same have equal keys, so only worlds with equal keys are compared.
    func key(of world: World<M>) -> AnyHashable? {
      let canonical = rules.canonicalForm?.apply(world) ?? world
      if let abstraction = rules.abstraction { return abstraction(canonical) }
      return comparison.hash(canonical).map(AnyHashable.init)
    }
    let worldsOfTrace = trace.worlds
    var indicesInTrace: [AnyHashable: [Int]] = [:]
    for (index, world) in worldsOfTrace.enumerated() {
      if let key = key(of: world) { indicesInTrace[key, default: []].append(index) }
    }
    var numbers: [Int?] = Array(repeating: nil, count: worldsOfTrace.count)
    for (number, world) in graph.worlds.enumerated() {
      guard let key = key(of: world), let candidates = indicesInTrace[key] else { continue }
      for index in candidates
      where numbers[index] == nil && areAlike(world, worldsOfTrace[index]) {
        numbers[index] = number
      }
    }
    return numbers
  }
}

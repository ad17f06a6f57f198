internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// The graph of all worlds within the bounds; the exploration continues past violations of declared properties.
  func graph(_ detail: StateGraph.Detail) throws -> StateGraph {
    try watch.watched {
      let rules = try makeRules()
      return try makeGraph(detail, withDurationsAndPolicies(rules), of: rules)
    }
  }

  /// - Parameter rulesWithoutUsage: The rules without a usage, that is, without durations and effect policies.
  private func makeGraph(
    _ detail: StateGraph.Detail, _ rules: Rules<M>, of rulesWithoutUsage: Rules<M>
  ) throws -> StateGraph {
    // The relaxed rules have no laws, and their properties of worlds and steps always hold. A view that throws still ends the
    // search.
    var relaxedRules = rules
    relaxedRules.relaxProperties()
    var limits = explorationBounds
    (limits.keepsGraph, limits.graphLimit, limits.endsAtNewUsage) = (true, nil, true)
    if let mostWorlds = detail.mostWorlds { limits.states = min(limits.states, mostWorlds + 1) }
    let begin = ContinuousClock.now
    let exploration = specification.engines.explore(relaxedRules, limits, max(1, settings.workers)) {
      [relaxedRules] progress in
      onProgress(self.progress(progress, relaxedRules, limits, since: begin))
    }
    if let sortedRules = try rulesInCanonicalOrder(after: rules) {
      return try makeGraph(detail, withDurationsAndPolicies(sortedRules), of: sortedRules)
    }
    let endedByOutdatedRules = if case .outdatedRules = exploration.end { true } else { false }
    if isOutdated(rules, endedByOutdatedRules: endedByOutdatedRules) {
      return try makeGraph(detail, rulesWithoutUsage.withLatestUsage, of: rulesWithoutUsage)
    }
    if case .error(let error) = exploration.end { throw GraphError(description: describe(error)) }
    guard let worldGraph = exploration.graph else { throw GraphError(description: "the exploration kept no steps") }
    var graph = StateGraph(worldGraph, rules, title: title, detail) { onProgress(progress(ofStage: $0)) }
    let reasons = [
      shortfall(exploration, relaxedRules),
      graph.isCut
        ? "parts of values that are more than \(DescriptionLog.depthLimit) levels deep, and objects inside of "
          + "themselves, are left out" : nil,
    ].compactMap(\.self)
    graph.shortfall = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    graph.isCompleteWithinScope =
      isCompleteWithinScope(exploration, relaxedRules) && relaxedRules.canonicalForm == nil && !graph.isCut
    return graph
  }

  /// The reason why a graph is not the whole state space; `nil` for the whole state space.
  func shortfall(_ exploration: Exploration<M>, _ rules: Rules<M>) -> String? {
    var parts: [String] = []
    if rules.abstraction != nil { parts.append("approximate, one world for each key of Distinguish") }
    if rules.canonicalForm != nil { parts.append("one world for all that Symmetric makes alike") }
    if let limit = textOfLimit(exploration, rules) { parts.append(limit) }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func textOfLimit(_ exploration: Exploration<M>, _ rules: Rules<M>) -> String? {
    let textOfFrontier = "\(counted(extent(of: exploration, rules).frontier, "world")) not expanded"
    return switch exploration.end {
    case .violation(let found):
      "the search ended where “\(found.violation.property)” is violated, with \(textOfFrontier)"
    case .depthReached, .statesReached, .timeReached, .memoryReached, .growthReached, .outdatedRules, .interrupted:
      textOfFrontier
    case .exhausted where rules.canonicalForm?.frontierOfProof != nil: textOfFrontier
    case .exhausted where isCompleteWithinScope(exploration, rules): "complete within the scope"
    case .exhausted, .error: nil
    }
  }

  private func isCompleteWithinScope(_ exploration: Exploration<M>, _ rules: Rules<M>) -> Bool {
    isExhausted(exploration, rules) && !rules.isApproximate && !isComplete(exploration, rules)
  }
}

struct GraphError: Error, CustomStringConvertible {
  var description: String
}

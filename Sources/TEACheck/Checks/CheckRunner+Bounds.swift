internal import TEARuntime

extension CheckRunner {
  /// The bounds of an exploration that begins now.
  var explorationBounds: ExplorationBounds {
    var limits = bounds.exploration(settings)
    limits.time = timeLeft
    return limits
  }

  var samplingBounds: SamplingBounds {
    var limits = bounds.sampling(settings)
    limits.deadline = deadline
    return limits
  }

  /// The depth to which an exploration is complete, and the number of worlds that were not expanded. Where the canonical form
  /// was proven only to a depth, and the search by the form ended by itself, both numbers are those of the proof.
  func extent(of exploration: Exploration<M>, _ rules: Rules<M>) -> (depth: Int, frontier: Int) {
    if case .exhausted = exploration.end, case .toDepth(let depth, _, let frontier)? = rules.canonicalForm?.trial {
      return (depth, frontier)
    }
    return (exploration.completeDepth, exploration.progress.frontier)
  }

  var timeLeft: Duration? { deadline.map { max(.zero, $0 - .now) } }

  /// The reasons why a search may have missed a world that satisfies an unmet `Sometimes`, as words after “it may”.
  func reasonOfUnmet(_ rules: Rules<M>, hasMetBound: Bool) -> String {
    var reasons: [String] = []
    if rules.abstraction != nil { reasons.append("lie among those that Distinguish does not tell apart") }
    let scopeLimits = hasMetBound ? rules.scopeLimits : rules.metScopeLimits
    if rules.abstraction == nil, hasMetBound || scopeLimits.isEmpty { reasons.append("lie beyond the bounds") }
    if !scopeLimits.isEmpty {
      reasons.append("need \(scopeLimits.map(\.missingValue).joined(separator: " or ")) that was not tried")
    }
    return reasons.joined(separator: ", or ")
  }
}

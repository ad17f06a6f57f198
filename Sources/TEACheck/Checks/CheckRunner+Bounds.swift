internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Throws ``SpecificationError`` for the first declared bound that is too low: a search within such a bound would look at
  /// nothing.
  func validateBounds() throws {
    let declaredBounds = [
      ("depth", bounds.depth, 0), ("states", bounds.states, 1), ("scope", bounds.scope, 1), ("cases", bounds.cases, 1),
      ("length", bounds.length, 1),
    ]
    for case (let name, let value?, let least) in declaredBounds where value < least {
      throw SpecificationError(
        description: "the specification at \(specification.place) is checked with \(name): \(value), which must be "
          + "\(least) or more")
    }
  }

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

  var isInterrupted: Bool { settings.interruption?.isRequested == true }

  /// The check was interrupted, or its time has run out.
  var mustEnd: Bool { isInterrupted || timeLeft == .zero }

  /// The reasons why a search may have missed a world that satisfies an unmet `Sometimes`, as words after “it may”.
  ///
  /// - Parameter exploration: The search, where it ended by itself; `nil` where a bound ended it.
  func reasonOfUnmet(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> String {
    var reasons: [String] = []
    // With new usage, an interruption has kept the search from being made again.
    let hasMetBound = exploration?.leftOutStepsAtBound != false || rules.hasNewUsage
    if rules.abstraction != nil {
      reasons.append("lie among those that Distinguish does not tell apart")
    } else if hasMetBound {
      reasons.append("lie beyond the bounds")
    }
    let scopeLimits = hasMetBound ? rules.scopeLimits : rules.metScopeLimits
    if !scopeLimits.isEmpty {
      reasons.append("need \(scopeLimits.map(\.missingValue).joined(separator: " or ")) that was not tried")
    }
    if let exploration, !hasMetBound {
      if rules.canonicalForm?.isProven == false { reasons.append("lie among those that Symmetric replaces") }
      if !exploration.unansweredCommands.isEmpty {
        reasons.append(
          rules.declaresReplies ? "need a command to end without a message" : "need a reply that nothing declares")
      }
      if rules.leavesSubscriptionsUndeclared {
        reasons.append("need a message of a subscription that nothing declares")
      }
      if rules.mayHoldPartlyComparedValues || exploration.hiddenReferenceNote != nil {
        reasons.append("lie among those that differ only in what is not seen")
      }
      if !exploration.isExact { reasons.append("lie among those with the hash of another") }
    }
    return reasons.joined(separator: ", or ")
  }
}

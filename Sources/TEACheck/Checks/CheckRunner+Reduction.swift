internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  var isReduced: Bool {
    specification.declarations.contains { declaration in
      switch declaration.kind {
      case .canonicalForm, .abstraction: true
      default: false
      }
    }
  }

  func notesOfReduction(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> [String] {
    guard let exploration else { return [] }
    var notes: [String] = []
    if let replacedCount = exploration.replacementCount,
      let note = noteOnCanonicalForm(rules, exploration, replaced: replacedCount)
    {
      notes.append(note)
    }
    if rules.abstraction != nil {
      notes.append(
        "approximate: worlds with equal keys of Distinguish count as one, the first that was found; what others lead to "
          + "may be missed")
    }
    return notes
  }

  /// - Parameter replacedCount: The number of steps that lead to a world that differs from its canonical form.
  private func noteOnCanonicalForm(
    _ rules: Rules<M>, _ exploration: Exploration<M>, replaced replacedCount: Int
  ) -> String? {
    guard let form = rules.canonicalForm else { return nil }
    guard replacedCount > 0 else { return "Symmetric: every world that was found is its own form" }
    let steps = "\(grouped(replacedCount)) of \(counted(exploration.progress.transitions, "step"))"
    let checkedCount = (0..<replacedCount).count(where: CanonicalFormSample.contains)
    let extent =
      switch form.trial {
      case .whole(let worlds)?: "in all \(counted(worlds, "world")) that are reached without it"
      case .toDepth(let depth, let worlds, _)?:
        "in all \(counted(worlds, "world")) that are reached without it to depth \(grouped(depth))"
      case .part(let worlds, let option)?:
        "\(checkedCount == replacedCount ? "there" : "at \(grouped(checkedCount)) of them"), in the first "
          + "\(counted(worlds, "world")) that are reached without it, and along "
          + "\(CanonicalFormTrial.runCount) random runs; it is not proven, which takes all worlds that are reached "
          + "without it: allow more with \(option)"
      case nil: checkedCount == replacedCount ? "there" : "at \(grouped(checkedCount)) of them"
      }
    return "Symmetric: \(steps) lead to a world that is not its own form; the form was checked \(extent)"
  }

  /// The sense in which an exploration's counterexample is shortest, in words.
  func shortness(_ rules: Rules<M>, _ exploration: Exploration<M>) -> String {
    if rules.abstraction != nil { return "shortest of those that Distinguish leaves" }
    // The search continues from forms alone, and a wrong form may have hidden a shorter way.
    if rules.isApproximate { return "shortest of those that Symmetric leaves" }
    if case .violation(let found) = exploration.end,
      found.violation.isOfSampledStep
        || found.violation.trap != nil && rules.reordersSomeModels
          && settings.traps?.knownSites.last?.part == .reordering
    {
      return "shortest of those that were taken in another order"
    }
    return "shortest" + limitsOfShortness(rules, exploration)
  }

  /// The limits within which a counterexample is shortest, in words that begin with a blank; empty for none.
  ///
  /// - Parameter isOfRuns: The counterexample violates a property of runs. A shorter run may do so by steps beyond the bounds.
  func limitsOfShortness(_ rules: Rules<M>, _ exploration: Exploration<M>, isOfRuns: Bool = false) -> String {
    var limits: [String] = []
    let isExhausted = if case .exhausted = exploration.end { true } else { false }
    if rules.surroundingRules?.leavesOutLateMessages == true {
      limits.append("without late messages")
    } else if !(isExhausted ? rules.metListLimits : rules.scopeLimits).isEmpty || exploration.hasMetFields
      || exploration.leftOutStepsAtBound
    {
      limits.append("within the scope")
    }
    // A finer unit of time may allow a shorter way.
    if let rules = rules.surroundingRules, case let unit = rules.unit, unit != rules.usageLog.usage.unit {
      limits.append(
        unit > .zero
          ? "with waits in units of \(WorldEvent<M>.text(of: unit))" : "with waits up to the next deadline")
    }
    if isOfRuns, !isExhausted { limits.append("within the bounds") }
    return limits.isEmpty ? "" : " " + limits.joined(separator: " and ")
  }
}

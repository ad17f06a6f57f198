internal import TEARuntime

extension CheckRunner {
  /// Explores in units of time that divide every duration that the program uses; and without queued messages first, so
  /// that what is found with them is known to need them.
  func exploreAmidSurroundings(_ rules: Rules<M>) -> Check.Outcome {
    guard let surroundings = rules.surroundingRules else { return explore(rules) }
    guard surroundings.hasLateMessages else { return exploreInUnits(rules) }
    var strict = rules
    strict.surroundingRules = surroundings.withoutLateMessages
    let ordinary = exploreInUnits(strict)
    switch ordinary.result.verdict {
    case .passed, .inconclusive: break
    case .violated, .trapped, .error: return ordinary
    }
    var outcome = exploreInUnits(rules)
    guard outcome.result.verdict == .violated, let script = outcome.script else { return outcome }
    let isComplete = ordinary.result.coverage == .complete
    let classes = [
      ("late: ", "a stale view"), ("late reply: ", "racy cancellation"), ("late signal: ", "racy cancellation"),
    ]
    var ways: [String] = []
    for (prefix, way) in classes where script.steps.contains(where: { $0.hasPrefix(prefix) }) && !ways.contains(way) {
      ways.append(way)
    }
    guard !ways.isEmpty else { return outcome }
    let text = (isComplete ? "only through " : "through ") + ways.joined(separator: " and ")
    outcome.result.finding = outcome.result.finding.map { "\(text) · \($0)" } ?? text
    return outcome
  }

  private func exploreInUnits(_ rules: Rules<M>) -> Check.Outcome {
    var rules = rules
    while let surroundings = rules.surroundingRules {
      let unit = surroundings.durations.unit
      rules.surroundingRules?.unit = unit
      let outcome = explore(rules)
      // What was found with a coarser unit is real; what was not found may be there with a finer one.
      let isOpen = outcome.result.verdict == .passed || outcome.result.verdict == .inconclusive
      guard isOpen, surroundings.durations.unit != unit, settings.interruption?.isRequested != true else {
        return outcome
      }
    }
    return explore(rules)
  }

  /// The rules with the unit of time of the first worlds, for a search that is made but once.
  func learningUnit(_ rules: Rules<M>) -> Rules<M> {
    guard let durations = rules.surroundingRules?.durations else { return rules }
    var (rules, relaxed) = (rules, rules)
    relaxed.relax()
    relaxed.liveness = []
    while true {
      let unit = durations.unit
      relaxed.surroundingRules?.unit = unit
      _ = specification.engines.explore(relaxed, ExplorationBounds(states: 10_000), 1) { _ in }
      guard durations.unit != unit, settings.interruption?.isRequested != true else {
        rules.surroundingRules?.unit = unit
        return rules
      }
    }
  }

  /// What the report says of surroundings that are not declared.
  func notesOfSurroundings(_ rules: Rules<M>) -> [String] {
    guard let surroundings = rules.surroundingRules else { return [] }
    var notes: [String] = []
    if surroundings.unit > .zero {
      notes.append("time passes in units of \(WorldEvent<M>.text(of: surroundings.unit))")
    }
    return notes
  }
}

extension Trace {
  /// The same steps, with waits that follow each other as one.
  func mergingWaits() -> Trace {
    guard origin.world.surroundings != nil else { return self }
    var merged = self
    merged.steps = []
    for next in steps {
      guard case .event(let event) = next.step, case .elapse(let duration) = event.kind,
        case .event(let last)? = merged.steps.last?.step, case .elapse(let before) = last.kind
      else {
        merged.steps.append(next)
        continue
      }
      merged.steps[merged.steps.count - 1] = (.event(WorldEvent(.elapse(before + duration))), next.outcome)
    }
    return merged
  }
}

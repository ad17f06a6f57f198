internal import TEARuntime

/// Runs one check: chooses the engines, and turns what they found into a result.
struct CheckRunner<M: Module> {
  let specification: Specification<M>
  let module: String
  let name: String
  let bounds: CheckBounds
  let settings: CheckSettings
  let onProgress: (CheckProgress) -> Void

  func run() -> Check.Outcome {
    let clock = ContinuousClock()
    let begin = clock.now
    var outcome: Check.Outcome
    do {
      var rules = try Rules<M>(specification, scope: bounds.scope(settings))
      if settings.engine == .survey {
        rules.relax()
        outcome = explore(rules)
      } else {
        outcome = check(rules)
      }
    } catch {
      outcome = blank()
      outcome.result.verdict = .error
      outcome.result.message = "\(error)"
    }
    if outcome.result.verdict == .violated { outcome.result.again = again }
    outcome.result.seconds = (clock.now - begin) / .seconds(1)
    judgeHealth(&outcome)
    sign(&outcome)
    return outcome
  }

  /// Takes the steps of stored counterexamples, and then looks for others.
  private func check(_ rules: Rules<M>) -> Check.Outcome {
    let stored = replayStored(rules)
    var outcome = stored.violation ?? search(rules)
    outcome.result.notes += stored.notes
    if stored.violation == nil { store(&outcome, rules) }
    if let script = outcome.script, let property = outcome.result.counterexample?.property {
      outcome.result.notes += explanation(of: script, violating: property, rules)
    }
    return outcome
  }

  private func search(_ rules: Rules<M>) -> Check.Outcome {
    if settings.engine == .sample { return sample(rules) }
    if let shard = settings.shard, !shard.isOrdinary { return searchElsewhere(rules, shard) }
    return explore(rules)
  }

  /// The command line that does the same.
  private var again: String {
    let shard = settings.shard.map { $0.isOrdinary ? "" : " --shard \($0)" } ?? ""
    return "tea-check \(command) \(TextReport.shellQuoted(title))\(options(seed: settings.seed))\(shard)"
  }

  /// Adds what it takes to judge all shards together, where there are some.
  private func sign(_ outcome: inout Check.Outcome) {
    guard let shard = settings.shard else { return }
    outcome.account.shard = shard
    outcome.account.search = command + options(seed: bounds.seed(settings))
    outcome.result.shard = outcome.account
  }

  private var command: String {
    switch settings.engine {
    case .automatic: "check"
    case .explore: "explore"
    case .sample: "sample"
    case .survey: "coverage"
    }
  }

  private func options(seed: UInt64?) -> String {
    let options: [(String, String?)] = [
      ("--depth", settings.depth.map { "\($0)" }), ("--states", settings.states.map { "\($0)" }),
      ("--outstanding", settings.outstanding.map { "\($0)" }), ("--scope", settings.scope.map { "\($0)" }),
      ("--cases", settings.cases.map { "\($0)" }),
      ("--length", settings.length.map { "\($0)" }), ("--seed", seed.map { "\($0)" }),
    ]
    return options.compactMap { name, value in value.map { " \(name) \($0)" } }.joined()
  }

  func blank() -> Check.Outcome {
    let result = CheckResult(
      module: module, name: name, place: "\(specification.place)", verdict: .passed)
    return Check.Outcome(result: result, place: specification.place)
  }

  var title: String { blank().result.title }

  private func explore(_ rules: Rules<M>) -> Check.Outcome {
    var limits = bounds.exploration(settings)
    // What only the whole graph can show needs the whole graph.
    if rules.needsGraph { limits.graphLimit = nil }
    let exploration = specification.engines.explore(rules, limits, max(1, settings.workers)) { progress in
      onProgress(
        CheckProgress(
          title: title, states: progress.states, transitions: progress.transitions, depth: progress.depth,
          frontier: progress.frontier))
    }
    var outcome = blank()
    outcome.result.states = exploration.progress.states
    outcome.result.transitions = exploration.progress.transitions
    outcome.result.depth = exploration.progress.depth
    outcome.result.notes = notes(rules, exploration)
    addCoverageDetails(to: &outcome, exploration, rules)
    let depth = exploration.completeDepth
    let beyond = exploration.progress.frontier
    switch exploration.end {
    case .violation(let violation):
      guard let trace = exploration.trace else {
        tellOfNoTrace(&outcome, violation.breach)
        break
      }
      let isNarrow = rules.isScoped || exploration.leftStepsOut
      violate(
        &outcome, violation.breach, trace,
        "\(isNarrow ? "shortest within the scope" : "shortest") · \(explored(exploration.progress))")
    case .exhausted:
      let isWhole = isWhole(exploration, rules)
      outcome.result.coverage = isWhole ? .complete : .completeWithinScope
      let liveness = judgeLiveness(rules, exploration)
      if tell(liveness, rules, exploration, to: &outcome) { return outcome }
      judge(&outcome, unmet: exploration.unmet, thrown: exploration.thrown, of: rules, isProof: isWhole)
      judge(&outcome, open: liveness.open)
      return sampleOnTop(of: outcome, rules)
    case .depthReached:
      outcome.result.coverage = .bounded(depth: depth, beyond: beyond)
      let liveness = judgeLiveness(rules, exploration)
      if tell(liveness, rules, exploration, to: &outcome) { return outcome }
      judge(&outcome, unmet: exploration.unmet, thrown: exploration.thrown, of: rules, isProof: false)
      judge(&outcome, open: liveness.open)
      return sampleOnTop(of: outcome, rules)
    case .statesReached, .timeReached:
      outcome.result.coverage = .bounded(depth: depth, beyond: beyond)
      if tell(judgeLiveness(rules, exploration), rules, exploration, to: &outcome) { return outcome }
      let isTime = if case .timeReached = exploration.end { true } else { false }
      if settings.engine == .automatic, !isTime {
        return sampleBeyond(outcome, rules, depth: depth, beyond: beyond, unmet: exploration.unmet)
      }
      let reason = isTime ? "the time ended before the worlds did; give it more with --time" : reasonOfStates
      outcome.account.reason = reason
      outcome.account.unmet = exploration.unmet.map { rules.sometimes[$0].name }
      outcome.result.verdict = .inconclusive
      outcome.result.message = reason
    case .error(let error):
      outcome.result.verdict = .error
      outcome.result.message = describe(error)
    }
    return outcome
  }

  /// Why a search that found nothing is inconclusive, where there are too many worlds.
  var reasonOfStates: String {
    "there are more worlds than \(grouped(bounds.exploration(settings).states)); allow more with --states, or set a "
      + "--depth"
  }

  func describe(_ error: any Error) -> String {
    if let error = error as? IncomparableValue {
      return "worlds of \(module) cannot be told apart: \(error)"
    }
    return "the specification of \(module) threw \(literal(error)) when asked what can happen"
  }

  func violate(
    _ outcome: inout Check.Outcome, _ breach: Breach, _ trace: Trace<M>, _ found: String
  ) {
    tell(&outcome, breach, trace)
    outcome.script = Script(trace)
    outcome.result.verdict = .violated
    outcome.result.finding = "\(violated(trace)) · \(found)"
  }

  /// Says that what is wrong was not found again.
  func tellOfNoTrace(_ outcome: inout Check.Outcome, _ breach: Breach) {
    outcome.result.verdict = .violated
    outcome.result.message =
      "“\(breach.property)” was violated, and the steps that led there do not lead there again: update is not "
      + "deterministic"
  }

  /// Makes a run the counterexample of an outcome.
  func tell(_ outcome: inout Check.Outcome, _ breach: Breach, _ trace: Trace<M>) {
    outcome.place = breach.place ?? specification.place
    outcome.result.place = "\(outcome.place)"
    outcome.result.counterexample = Counterexample(trace, breach: breach, place: specification.place)
  }

  func violated(_ trace: Trace<M>) -> String {
    trace.steps.isEmpty ? "violated at the start" : "violated after \(counted(trace.steps.count, "step"))"
  }

  /// Names of properties, one after the other.
  func quoted(_ names: [String]) -> String { names.map { "“\($0)”" }.joined(separator: ", ") }

  /// Judges a search that found no violation by the properties that must hold somewhere.
  func judge(
    _ outcome: inout Check.Outcome, unmet: [Int], thrown: [Int: String] = [:], of rules: Rules<M>, isProof: Bool
  ) {
    outcome.account.unmet = unmet.map { rules.sometimes[$0].name }
    guard !unmet.isEmpty else { return }
    let properties = unmet.map { rules.sometimes[$0] }
    let names = unmet.map { index in
      "“\(rules.sometimes[index].name)”" + (thrown[index].map { ", which threw \($0)" } ?? "")
    }.joined(separator: ", ")
    outcome.place = properties[0].place
    outcome.result.place = "\(properties[0].place)"
    outcome.result.verdict = isProof ? .violated : .inconclusive
    outcome.result.message =
      isProof
      ? "no reachable world satisfies \(names)"
      : "no world that was looked at satisfies \(names); it may lie beyond the bounds"
  }

  /// Says what makes a pass worth little.
  private func judgeHealth(_ outcome: inout Check.Outcome) {
    guard outcome.result.verdict == .passed else { return }
    let result = outcome.result
    if result.transitions == 0, result.depth == 0, !TypeShape(of: M.Message.self).isUninhabited {
      outcome.result.verdict = .inconclusive
      let reason =
        "no message can come at the start: nothing but the start was checked; look at Messages in the specification"
      outcome.account.reason = reason
      outcome.result.message = reason
    } else if result.states == 1, result.transitions > 0 {
      outcome.result.notes.append("health: no step changes anything; is update finished?")
    }
    if result.seconds > 0.02 * Double(result.transitions + result.sampledSteps), result.seconds > 5 {
      outcome.result.notes.append(
        "health: a step takes over 20 ms; move slow work out of update and view into commands")
    }
  }

  func explored(_ progress: ExplorationProgress) -> String {
    "explored \(counted(progress.states, "world")) to depth \(grouped(progress.depth))"
  }

  func notes(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> [String] {
    var notes = rules.notes
    if rules.isScoped {
      notes.append("payloads were cut to the listed values; look at more of them with --scope")
    }
    if let exploration, exploration.leftStepsOut {
      notes.append(
        "steps that would leave more than \(bounds.exploration(settings).outstanding) commands outstanding were not taken; "
          + "allow more with --outstanding")
    }
    // Where the search was cut short, how much was seen beyond the end depends on the number of workers.
    var isWhole = false
    if case .exhausted? = exploration?.end { isWhole = true }
    if case .depthReached? = exploration?.end { isWhole = true }
    if isWhole, let commands = exploration?.unanswered, !commands.isEmpty {
      notes.append(
        "commands are performed and nothing says what they bring: \(commands.joined(separator: ", ")); write "
          + "Replies { command in … }")
    }
    if specification.engines.isStructural, exploration.map({ $0.progress.states > 1_000 }) ?? false {
      notes.append("worlds are told apart by their structure, which is slow: make \(module).Model Hashable")
    }
    return notes
  }
}

/// A number with its digits in groups of three.
package func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [Substring] = []
  while digits.count > 3 {
    groups.insert(digits.suffix(3), at: 0)
    digits = String(digits.dropLast(3))
  }
  groups.insert(digits[...], at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: " ")
}

/// A number with its noun.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

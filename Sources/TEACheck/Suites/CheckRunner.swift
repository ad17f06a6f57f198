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
      let rules = try Rules<M>(specification, scope: bounds.scope(settings))
      let stored = replayStored(rules)
      outcome = stored.violation ?? (settings.engine == .sample ? sample(rules) : explore(rules))
      outcome.result.notes += stored.notes
      if stored.violation == nil { store(&outcome, rules) }
    } catch {
      outcome = blank()
      outcome.result.verdict = .error
      outcome.result.message = "\(error)"
    }
    if outcome.result.verdict == .violated { outcome.result.again = again }
    outcome.result.seconds = (clock.now - begin) / .seconds(1)
    return outcome
  }

  /// The command line that does the same.
  private var again: String {
    let command =
      switch settings.engine {
      case .automatic: "check"
      case .explore: "explore"
      case .sample: "sample"
      }
    let options: [(String, String?)] = [
      ("--depth", settings.depth.map { "\($0)" }), ("--states", settings.states.map { "\($0)" }),
      ("--outstanding", settings.outstanding.map { "\($0)" }), ("--scope", settings.scope.map { "\($0)" }),
      ("--cases", settings.cases.map { "\($0)" }),
      ("--length", settings.length.map { "\($0)" }), ("--seed", settings.seed.map { "\($0)" }),
    ]
    let given = options.compactMap { name, value in value.map { " \(name) \($0)" } }
    return "tea-check \(command) \(TextReport.shellQuoted(title))" + given.joined()
  }

  func blank() -> Check.Outcome {
    let result = CheckResult(
      module: module, name: name, place: "\(specification.place)", verdict: .passed)
    return Check.Outcome(result: result, place: specification.place)
  }

  var title: String { blank().result.title }

  private func explore(_ rules: Rules<M>) -> Check.Outcome {
    let exploration = specification.engines.explore(
      rules, bounds.exploration(settings), max(1, settings.workers)
    ) { progress in
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
    let depth = exploration.completeDepth
    let beyond = exploration.progress.frontier
    switch exploration.end {
    case .violation(let violation):
      guard let trace = exploration.trace else {
        outcome.result.verdict = .violated
        outcome.result.message =
          "“\(violation.breach.property)” was violated, and the steps that led there do not lead there again: "
          + "update is not deterministic"
        break
      }
      let isNarrow = rules.isScoped || exploration.leftStepsOut
      violate(
        &outcome, violation.breach, trace,
        "\(isNarrow ? "shortest within the scope" : "shortest") · \(explored(exploration.progress))")
    case .exhausted:
      let isWhole = !rules.isScoped && !rules.holdsObject && !exploration.leftStepsOut && exploration.unanswered.isEmpty
      outcome.result.coverage = isWhole ? .complete : .completeWithinScope
      judge(&outcome, unmet: exploration.unmet, thrown: exploration.thrown, of: rules, isProof: isWhole)
    case .depthReached:
      outcome.result.coverage = .bounded(depth: depth, beyond: beyond)
      judge(&outcome, unmet: exploration.unmet, thrown: exploration.thrown, of: rules, isProof: false)
    case .statesReached, .timeReached:
      outcome.result.coverage = .bounded(depth: depth, beyond: beyond)
      let isTime = if case .timeReached = exploration.end { true } else { false }
      if settings.engine == .automatic, !isTime {
        return sample(rules, after: outcome, depth: depth, beyond: beyond, unmet: exploration.unmet)
      }
      outcome.result.verdict = .inconclusive
      outcome.result.message =
        isTime
        ? "the time ended before the worlds did; give it more with --time"
        : "there are more worlds than \(grouped(bounds.exploration(settings).states)); allow more with --states, "
          + "or set a --depth"
    case .error(let error):
      outcome.result.verdict = .error
      outcome.result.message = describe(error)
    }
    return outcome
  }

  private func describe(_ error: any Error) -> String {
    if let error = error as? IncomparableValue {
      return "worlds of \(module) cannot be told apart: \(error)"
    }
    return "the specification of \(module) threw \(literal(error)) when asked what can happen"
  }

  private func sample(
    _ rules: Rules<M>, after explored: Check.Outcome? = nil, depth: Int = 0, beyond: Int = 0,
    unmet: [Int]? = nil
  ) -> Check.Outcome {
    let bounds = bounds.sampling(settings)
    let sampler = Sampler(
      rules: rules, bounds: bounds, workers: max(1, settings.workers),
      fingerprint: specification.engines.fingerprint
    ) { progress in
      onProgress(
        CheckProgress(
          title: title, states: progress.states, transitions: progress.steps, runs: progress.cases))
    }
    let sampling = sampler.sample()
    var outcome = explored ?? blank()
    if explored == nil {
      outcome.result.notes = notes(rules, nil)
      outcome.result.states = sampling.progress.states
      outcome.result.transitions = sampling.progress.steps
    }
    let (runs, steps) = (sampling.progress.cases, sampling.progress.steps)
    outcome.result.coverage =
      explored == nil
      ? .sampled(runs: runs, steps: steps)
      : .boundedAndSampled(depth: depth, beyond: beyond, runs: runs, steps: steps)
    if sampling.progress.discards > 0 {
      outcome.result.notes.append("\(grouped(sampling.progress.discards)) runs were thrown away by filters")
    }
    if let error = sampling.error {
      outcome.result.verdict = .error
      outcome.result.message = describe(error)
    } else if let (breach, trace) = sampling.violation {
      outcome.result.coverage = nil
      let shorter = shorten(trace, breach, rules)
      let story =
        "\(shorter == nil ? "shrunk" : "shortest over its messages") · "
        + "found with \(counted(sampling.found.steps, "step")) in run \(grouped(sampling.found.run + 1)) of "
        + "seed \(bounds.seed)"
      let isShorter = (shorter?.trace.steps.count ?? .max) < trace.steps.count
      let (best, why) = isShorter ? (shorter?.trace ?? trace, shorter?.breach ?? breach) : (trace, breach)
      violate(&outcome, why, best, story)
    } else if sampling.progress.discards == runs {
      outcome.result.verdict = .error
      outcome.result.message = "every run was thrown away by a filter: make its generator produce only good values"
    } else {
      let stillUnmet = sampling.unmet.filter { unmet?.contains($0) ?? true }
      judge(&outcome, unmet: stillUnmet, of: rules, isProof: false)
      if explored != nil, outcome.result.verdict == .passed {
        outcome.result.verdict = .inconclusive
        outcome.result.message =
          "there are more worlds than \(grouped(self.bounds.exploration(settings).states)); allow more with "
          + "--states, or set a --depth"
      }
    }
    return outcome
  }

  /// Looks for the shortest trace over the messages of the one given, from the start, breadth-first.
  ///
  /// - Returns: `nil` where the bounds do not suffice to find any.
  private func shorten(
    _ trace: Trace<M>, _ breach: Breach, _ rules: Rules<M>
  ) -> (trace: Trace<M>, breach: Breach)? {
    var alphabet: [String: M.Message] = [:]
    var messages: [M.Message] = []
    for (step, _) in trace.steps {
      guard case .message(let message) = step else { continue }
      if alphabet.updateValue(message, forKey: literal(message)) == nil { messages.append(message) }
    }
    var narrow = rules
    narrow.sometimes = []
    if case .fixed = rules.offer { narrow.offer = .fixed(messages) }
    let bounds = ExplorationBounds(depth: trace.steps.count, states: 50_000)
    let exploration = specification.engines.explore(narrow, bounds, 1) { _ in }
    guard case .violation(let violation) = exploration.end, violation.breach.property == breach.property,
      let shorter = exploration.trace, shorter.steps.count <= trace.steps.count
    else { return nil }
    return (shorter, violation.breach)
  }

  private func violate(
    _ outcome: inout Check.Outcome, _ breach: Breach, _ trace: Trace<M>, _ found: String
  ) {
    let counterexample = Counterexample(trace, breach: breach, place: specification.place)
    outcome.script = Script(trace)
    outcome.place = breach.place ?? specification.place
    outcome.result.place = "\(outcome.place)"
    outcome.result.verdict = .violated
    outcome.result.counterexample = counterexample
    let steps = counterexample.steps.count
    let violated = steps == 0 ? "violated at the start" : "violated after \(counted(steps, "step"))"
    outcome.result.finding = "\(violated) · \(found)"
  }

  /// Judges a search that found no violation by the properties that must hold somewhere.
  private func judge(
    _ outcome: inout Check.Outcome, unmet: [Int], thrown: [Int: String] = [:], of rules: Rules<M>, isProof: Bool
  ) {
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

  private func explored(_ progress: ExplorationProgress) -> String {
    "explored \(counted(progress.states, "world")) to depth \(grouped(progress.depth))"
  }

  private func notes(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> [String] {
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

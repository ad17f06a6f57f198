internal import TEARuntime

extension CheckRunner {
  /// Makes a run that ends in a trap the counterexample of an outcome.
  ///
  /// Another process takes its steps and finds out what it is that traps, and with which words.
  ///
  /// - Parameter found: How it was found.
  func reportTrap(_ outcome: inout Check.Outcome, _ cause: TrapCause, _ trace: Trace<M>, _ found: String?) {
    var (breach, trace, message) = (Breach(trappingBy: cause), trace, String?.none)
    let script = Script(trace)
    outcome.script = script
    outcome.result.verdict = .trapped
    let words = settings.traps?.words
    if case .trapped(let report, let said)? = settings.traps?.attempts(title).make(.script(script)),
      let again = try? rulesOfReplay().replay(script, upTo: [report.site], comparingBy: specification.engines),
      let known = again.breach
    {
      (breach, trace, message, outcome.trap) = (known, again.trace, said ?? words, report.site)
    } else {
      message = words
      // The recorded trap still says which function was being called.
      if let part = settings.traps?.known.last?.part, let rules = try? rulesOfReplay() {
        breach = rules.breach(by: part, trapping: cause)
      }
      outcome.result.notes.append("the steps, taken in a process of their own, do not trap")
    }
    let trapping = breach.trapping ?? TrapPart.step.name
    breach.detail = cause.explanation(of: trapping, message: message, stepTime: settings.stepTime)
    setCounterexample(of: &outcome, breach, trace)
    let number = trace.steps.count
    outcome.result.finding = [
      number == 0 ? "trapped at the start" : "trapped after \(counted(number, "step"))", found,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// The outcome where the start of the program traps.
  func outcome(of trap: StartTrap) -> Check.Outcome {
    var outcome = blank()
    var breach = Breach(trappingBy: trap.cause)
    var (name, message) = (TrapPart.start.name, settings.traps?.words)
    // Whatever is asked of another process, it starts first.
    if case .trapped(let report, let said)? = settings.traps?.attempts(title).make(.script(Script(steps: []))) {
      (name, message) = (report.name, said ?? message)
    }
    breach.property = "\(name) never traps"
    breach.trapping = name
    breach.detail = trap.cause.explanation(of: name, message: message, stepTime: settings.stepTime)
    outcome.result.verdict = .trapped
    outcome.result.finding = "trapped at the start"
    outcome.result.counterexample = Counterexample(
      property: breach.property, place: outcome.result.place, detail: breach.detail,
      flags: trap.flags.map { "with flags \($0)" }, start: [], startPerforms: [], steps: [],
      trap: trap.cause.sentence(of: name))
    return outcome
  }

  private func rulesOfReplay() throws -> Rules<M> { try Rules<M>(specification, scope: bounds.scope(settings)) }

  /// Makes what takes steps that may trap.
  ///
  /// - Throws: When the specification cannot run.
  func attempter() throws -> (TrapAttempts.Request) -> Void {
    let rules = try watch.watched(makeRules)
    let sampler = Sampler(
      rules: rules, engines: specification.engines, bounds: bounds.sampling(settings), workers: 1
    ) { _ in }
    return { request in
      switch request {
      case .script(let script): _ = try? rules.replay(script, comparingBy: specification.engines)
      case .choices(let record): sampler.attempt(record)
      }
    }
  }
}

extension TrapCause {
  /// The trap in as many words as fit behind a step.
  func sentence(of trapping: String) -> String {
    switch self {
    case .signal, .stack: "\(trapping) traps"
    case .time: "\(trapping) does not return"
    case .memory: "\(trapping) takes all memory"
    case .exit: "\(trapping) ends the process"
    case .stopped: "\(trapping) stops the process"
    }
  }

  /// The cause is a signal, before which Swift may have said why.
  package var isOfSignal: Bool { if case .signal = self { true } else { false } }

  private func text(of time: Duration) -> String {
    let seconds = time / .seconds(1)
    return seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  /// The explanation of a trap: the message before a signal, where there is one, or else the cause.
  ///
  /// - Parameter message: What the process said when it ended.
  func explanation(of trapping: String, message: String?, stepTime: Duration) -> String {
    if let message, isOfSignal { return message }
    return switch self {
    case .signal(let number):
      "\(trapping) trapped without a message, by signal \(number) (\(Platform.nameOfSignal(number)))"
    case .stack: "\(trapping) used up the stack, as an endless recursion does"
    case .time:
      "\(trapping) did not return within \(text(of: stepTime)); give it more with --step-time"
    case .memory: "\(trapping) did not return, and took more memory than a step may: 1 GB, or what --memory says"
    case .exit: "\(trapping) called exit, and the process would have ended in the middle of the check"
    case .stopped: "\(trapping) stopped the process by a signal, and nobody lets it go on"
    }
  }
}

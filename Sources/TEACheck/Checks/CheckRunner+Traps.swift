internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Sets the outcome to a trap at the end of a trace. Another process, if one can be started, replays the steps, to find the
  /// function that traps and Swift's message.
  ///
  /// - Parameter session: The session whose step traps, which is replayed instead of a script, because a script cannot say
  ///   where a program resumed; `nil` for none.
  func reportTrap(
    _ outcome: inout Check.Outcome, _ cause: TrapCause, _ trace: Trace<M>, _ searchText: String?,
    of session: Session? = nil
  ) {
    var (violation, trace, message) = (Violation(trappingBy: cause), trace, settings.traps?.message)
    let script = session?.script ?? Script(trace)
    let request = session.map(TrapAttempts.Request.session) ?? .script(script)
    outcome.script = trace.earlier.isEmpty ? Script(trace) : nil
    outcome.result.verdict = .trapped
    outcome.trappedCase = trace.steps.last?.step.message.flatMap { MessageCases(of: M.Message.self)?.number(of: $0) }
    let attempts = trapAttempts
    let answer = attempts?.answer(request)
    // The limit on the time of a step in the process that takes the steps again; `nil` where no trap was confirmed there.
    var stepTimeOfRetake: Duration?
    // The whole step took longer than the step time, but no function of the step did in the other process.
    var isSlowOnlyAsWhole = false
    if case .trapped(let report, let swiftMessage)? = answer,
      let replayOfTrap = try? rules().replay(
        script, of: session, upTo: [report.site], callingFunctionsOfSearch: true),
      let confirmedViolation = replayOfTrap.violation, confirmedViolation.trap != nil
    {
      let earlier = trace.earlier
      message = swiftMessage ?? message
      if cause.isTrapSignal { message = attempts?.messageWithPlace(message, of: request) }
      (violation, trace, outcome.trap) = (confirmedViolation, replayOfTrap.trace, report.site)
      stepTimeOfRetake = report.stepTime
      trace.earlier = earlier
    } else {
      // A recorded trap still names the function that was being called.
      let part = settings.traps?.knownSites.last?.part
      if let part, let rules = try? self.rules() { violation = rules.violation(by: part, trapping: cause) }
      if case .survived? = answer { isSlowOnlyAsWhole = cause == .time && part == nil }
      if case .survived? = answer, !isSlowOnlyAsWhole {
        outcome.result.notes.append("the steps, taken in a process of their own, do not trap")
      }
    }
    let partName = violation.trappingPart ?? TrapPart.step.name
    violation.detail =
      isSlowOnlyAsWhole
      ? TrapCause.explanation(ofSlowStep: settings.stepTime)
      : cause.explanation(
        of: partName, message: message, stepTime: settings.stepTime, stepTimeOfRetake: stepTimeOfRetake)
    setCounterexample(of: &outcome, violation, trace)
    let stepCount = trace.count
    outcome.result.finding = [
      stepCount == 0 ? "trapped at the start" : "trapped after \(counted(stepCount, "step"))", searchText,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// - Parameters:
  ///   - run: The number, from 0, of the random run that found the trap; `nil` for a listed start.
  ///   - extentOfShrink: The extent to which the run was shrunk, in words; `nil` where it was not.
  func outcome(
    of trap: StartTrap, inRun run: Int? = nil, _ extentOfShrink: String? = nil
  ) -> Check.Outcome {
    var outcome = emptyOutcome()
    var violation = Violation(trappingBy: trap.cause)
    var (partName, message, stepTimeOfRetake) = (TrapPart.start.name, settings.traps?.message, Duration?.none)
    // Any request to another process first makes the declared starts there, so an empty script repeats a trap in one of them.
    let (attempts, request) = (
      trapAttempts, TrapAttempts.Request.script(Script(start: trap.script, steps: []))
    )
    if case .trapped(let report, let swiftMessage)? = attempts?.answer(request) {
      (partName, message, stepTimeOfRetake) = (report.name, swiftMessage ?? message, report.stepTime)
      if trap.cause.isTrapSignal { message = attempts?.messageWithPlace(message, of: request) }
    }
    violation.property = "\(partName) never traps"
    violation.trappingPart = partName
    violation.detail = trap.cause.explanation(
      of: partName, message: message, stepTime: settings.stepTime, stepTimeOfRetake: stepTimeOfRetake)
    outcome.result.verdict = .trapped
    let extent = extentOfShrink.map { " · \($0)" } ?? ""
    let found = run.map { "\(extent) · found in run \(grouped($0 + 1)) of \(nameOfSeed)" } ?? ""
    outcome.result.finding = "trapped at the start\(found)"
    outcome.result.notes = trap.notes
    outcome.result.counterexample = Counterexample(
      property: violation.property, place: outcome.result.place, detail: violation.detail,
      flags: trap.flags.map { "with flags \($0)" }, start: [], startPerforms: [], steps: [],
      trap: trap.cause.sentence(of: partName))
    return outcome
  }

  /// The attempts of steps in other processes; `nil` where none can be started.
  var trapAttempts: TrapAttempts? { settings.traps?.attempts(title, learning.facts) }

  /// Makes a function that takes the steps of a request in this process, though they may trap.
  func makeTrapAttempter(_ facts: LearnedFacts) throws -> (TrapAttempts.Request) -> Void {
    learning.facts = facts
    let rules = try watch.watched(makeRules)
    let sampler = Sampler(
      rules: rules, takeSteps: specification.engines.takeSteps, bounds: bounds.sampling(settings), workerCount: 1
    ) { _ in }
    return { request in
      switch request {
      case .script(let script): _ = try? rules.replay(script, callingFunctionsOfSearch: true)
      case .session(let session):
        _ = try? rules.replay(session.script, of: session, callingFunctionsOfSearch: true)
      case .choices(let record): sampler.attempt(record)
      }
    }
  }
}

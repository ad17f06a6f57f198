internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

extension Sampler {
  private struct RejectedCandidate: Error {}

  /// Shrinks a run that traps. Each candidate of the shrinker is executed in another process, to find out if the candidate
  /// traps. This process executes the candidate only up to the step before the trap.
  ///
  /// - Parameter breadcrumb: The breadcrumb of the trap, with the run number 0.
  /// - Returns: The trap, or the violation of determinism by a run that does not come to the breadcrumb again. The run is not
  ///   shrunk where no other process traps.
  func shrinkTrap(
    _ record: [UInt64], at breadcrumb: Breadcrumb, by cause: TrapCause, until end: ShrinkCutoff<M>
  ) -> (violation: Violation, trace: Trace<M>, isShrunk: Bool) {
    var choices = Choices(.recorded(record))
    let run = try? replay(&choices, leaving: RunBreadcrumbs(traps: [breadcrumb: cause]))
    guard let run, let violation = run.violation else {
      return (violationOfFlakyRun(Violation(trappingBy: cause)), run?.trace ?? Trace(origin: rules.origins[0]), false)
    }
    guard let attempts, case .trapped(_, let message) = attempts.answer(.choices(record)) else {
      return (violation, run.trace, false)
    }
    // A candidate counts as the same trap only where Swift printed the same message.
    var trapCount = 0
    var shrinker = Shrinker<ReplayedRun<M>>(
      .init(run, choices), budget: Self.maxRuns, alignsGroups: false, isEnded: { end.isReached },
      generate: { choices in
        guard trapCount < Self.maxTraps(by: cause),
          case .trapped(let report, message) = attempts.answer(.choices(choices.replayedNumbers)),
          report.site.cause == cause
        else { throw RejectedCandidate() }
        trapCount += 1
        return try replay(&choices, leaving: RunBreadcrumbs(traps: [report.site.breadcrumb: cause]))
      }, fails: { $0.violation?.trap == cause })
    shrinker.shrinkWithoutScheduler()
    return (shrinker.best.value.violation ?? violation, shrinker.best.value.trace, true)
  }

  /// The largest number of runs that the shrinker makes, over all candidates. The bound is below the shrinker's own default,
  /// because other processes execute the candidates.
  private static var maxRuns: Int { 5_000 }

  /// The largest number of candidates that may trap during shrinking. Each trap costs a process, and a step that does not
  /// return costs its whole time limit as well.
  private static func maxTraps(by cause: TrapCause) -> Int {
    cause.isFoundByWaiting ? 4 : 400
  }

  /// Shrinks the generated flags with which `start` traps.
  ///
  /// - Returns: `nil` where there are no other processes, and where the run generates no flags.
  func shrink(_ trap: StartTrap, _ record: [UInt64], until end: ShrinkCutoff<M>) -> StartTrap? {
    var choices = Choices(.recorded(record))
    guard let attempts, let first = startTrap(&choices, by: trap.cause) else { return nil }
    var trapCount = 0
    var shrinker = Shrinker<StartTrap>(
      .init(first, choices), budget: Self.maxRuns, alignsGroups: false, isEnded: { end.isReached },
      generate: { choices in
        guard trapCount < Self.maxTraps(by: trap.cause), let found = startTrap(&choices, by: trap.cause),
          case .trapped(let report, _) = attempts.answer(.choices(choices.replayedNumbers)),
          report.site.breadcrumb.kind == .runStart, report.site.cause == trap.cause
        else { throw RejectedCandidate() }
        trapCount += 1
        return found
      }, fails: { _ in true })
    shrinker.shrinkWithoutScheduler()
    return shrinker.best.value
  }

  /// Returns the trap of `start` with the flags that a run generates, without calling `start`; `nil` where the run generates
  /// no flags.
  private func startTrap(_ choices: inout Choices, by cause: TrapCause) -> StartTrap? {
    let run = try? run(from: &choices, trace: nil, leaving: RunBreadcrumbs(traps: [Breadcrumb(.runStart): cause]))
    return run?.error as? StartTrap
  }

  /// The steps of a run up to a trap, as lines of a script. The step that traps is the last line, but is not executed. The
  /// cause of the trap does not matter, so `.signal(0)` stands for any.
  ///
  /// - Parameter breadcrumb: The breadcrumb of the trap, with the run number 0.
  /// - Returns: `nil` for a breadcrumb of other work than a run's, and where the run cannot be made.
  func script(of source: Choices.Source, upTo breadcrumb: Breadcrumb) -> [String]? {
    var choices = Choices(source)
    switch breadcrumb.kind {
    case .runStart: return startTrap(&choices, by: .signal(0))?.script.map { ["start \($0)"] }
    case .run, .choice: break
    case .step, .offer, .origin, .replay, .start, .other, .liveness, .probe: return nil
    }
    return (try? replay(&choices, leaving: RunBreadcrumbs(traps: [breadcrumb: .signal(0)]))).map {
      Script($0.trace, of: rules).lines
    }
  }

  /// Executes a run that may trap, in a process that is started for such attempts.
  func attempt(_ record: [UInt64]) {
    let phase = rules.watch.beginPhase()
    defer { phase.end() }
    phase.slots[0].enter(Breadcrumb(.other))
    var choices = Choices(.recorded(record))
    // Worlds are observed, because targets, labels and covers may trap as well. Features of the model cannot trap. A target has
    // a score for each quarter of a run.
    var observer = RunObserver<M>(rules, WorldFeatures(readers: []))
    observer.breadcrumbs = RunBreadcrumbs(slot: phase.slots[0])
    observer.beginRound(
      WorldClasses(), highestScores: Array(repeating: -.infinity, count: 4 * rules.targets.count),
      unmet: Array(rules.sometimes.indices), countingEvery: 0)
    _ = try? rules.run(
      from: &choices, RunPlan(length: bounds.maxLength), continuing: nil, trace: nil, observedBy: &observer,
      by: takeSteps)
  }
}

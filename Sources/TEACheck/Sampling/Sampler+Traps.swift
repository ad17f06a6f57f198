internal import TEARuntime

extension Sampler {
  /// Why a run is no candidate of a shrinker.
  private struct Survived: Error {}

  /// Shrinks a run that traps: other processes find out which others do, and this one stops before.
  ///
  /// - Parameter breadcrumb: What traps in it, where it has the number 0.
  func concludeTrap(
    _ record: [UInt64], at breadcrumb: Breadcrumb, by cause: TrapCause
  ) -> (breach: Breach, trace: Trace<M>)? {
    var choices = Choices(.recorded(record))
    guard let run = try? replay(&choices, leaving: RunBreadcrumbs(traps: [breadcrumb: cause])), let breach = run.breach
    else {
      return nil
    }
    guard let attempts, case .trapped(_, let message) = attempts.make(.choices(record)) else {
      return (breach, run.trace)
    }
    var trapping = 0
    var shrinker = Shrinker<FailedRun<M>>(
      .init(run, choices), budget: Self.mostAttempts, alignsGroups: false,
      generate: { choices in
        guard trapping < Self.mostTraps(by: cause),
          case .trapped(let report, message) = attempts.make(.choices(choices.script)), report.site.cause == cause
        else { throw Survived() }
        trapping += 1
        return try replay(&choices, leaving: RunBreadcrumbs(traps: [report.site.breadcrumb: cause]))
      }, fails: { $0.breach?.trap == cause })
    shrinker.shrinkWithoutSchedule()
    return (shrinker.best.value.breach ?? breach, shrinker.best.value.trace)
  }

  private static var mostAttempts: Int { 5_000 }

  /// The most runs that may trap while one is shrunk: each of them costs a process, and some the whole time of a step.
  private static func mostTraps(by cause: TrapCause) -> Int {
    switch cause {
    case .signal, .stack, .exit: 400
    case .time, .memory, .stopped: 4
    }
  }

  /// The steps of a run up to what traps in it, which is not done.
  func script(of record: [UInt64], upTo breadcrumb: Breadcrumb) -> [String]? {
    script(of: .recorded(record), upTo: breadcrumb)
  }

  func script(of source: Choices.Source, upTo breadcrumb: Breadcrumb) -> [String]? {
    var choices = Choices(source)
    return (try? replay(&choices, leaving: RunBreadcrumbs(traps: [breadcrumb: .signal(0)]))).map {
      Script($0.trace, of: rules).lines
    }
  }

  /// Makes a run that may trap.
  func attempt(_ record: [UInt64]) {
    let phase = rules.watch.beginPhase()
    defer { phase.end() }
    phase.slots[0].enter(Breadcrumb(.other))
    var choices = Choices(.recorded(record))
    _ = try? run(from: &choices, trace: nil, leaving: RunBreadcrumbs(slot: phase.slots[0]))
  }
}

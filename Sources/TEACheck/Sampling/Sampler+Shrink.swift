internal import TEAGenerators
internal import TEARuntime

extension Sampler {
  func shrink(
    _ run: ReplayedRun<M>, _ choices: Choices, violating violation: Violation, until end: ShrinkCutoff<M>
  ) -> (violation: Violation, trace: Trace<M>) {
    rules.remember(violation, run.trace)
    let watch = ShrinkWatch(rules, reportingBy: script)
    defer { watch.end() }
    var shrinker = Shrinker<ReplayedRun<M>>(
      .init(run, choices), isEnded: { end.isReached },
      generate: { choices in try watch.run(choices.source) { try replay(&choices, leaving: $0, until: end) } },
      fails: { candidate in
        guard candidate.violation?.isOfSameProperty(as: violation) == true else { return false }
        rules.remember(violation, candidate.trace)
        return true
      })
    shrinker.shrinkRun(
      loops: { $0.trace.loops(by: comparison.hash) },
      scheduler: { failure in
        let reschedule = rules.scheduler(failure) { step in
          if end.isReached { throw ShrinkCutoff<M>.Reached() }
          try watch.announce(step)
        }
        return { order, answersEqualCommands, match in
          try? watch.run(nil) { _ in reschedule(order, answersEqualCommands, match) }
        }
      })
    let best = shrinker.best
    var choices = Choices(.recorded(best.record))
    // A violation of determinism need not recur, and once the check has to end, no other run is made.
    if violation.property != Law.deterministic.rawValue, end.reason == nil,
      (try? replay(&choices))?.violation?.isOfSameProperty(as: violation) != true
    {
      return (violationOfFlakyRun(violation), best.value.trace)
    }
    return (best.value.violation ?? violation, best.value.trace)
  }

  /// Returns `nil` for a violation by a trap, and where the repeated run does not violate the same property.
  func shrink(
    _ record: [UInt64], violating violation: Violation, until end: ShrinkCutoff<M>
  ) -> (violation: Violation, trace: Trace<M>)? {
    guard violation.trap == nil else { return nil }
    var choices = Choices(.recorded(record))
    guard let run = try? replay(&choices), run.violation?.isOfSameProperty(as: violation) == true else { return nil }
    return shrink(run, choices, violating: violation, until: end)
  }
}

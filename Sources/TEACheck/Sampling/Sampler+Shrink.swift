internal import TEAGenerators
internal import TEARuntime

extension Sampler {
  func shrink(
    _ run: ReplayedRun<M>, _ choices: Choices, violating violation: Violation, until end: ShrinkCutoff<M>
  ) -> (violation: Violation, trace: Trace<M>) {
    rules.remember(violation, run.trace)
    let watch = ShrinkWatch(rules)
    defer { watch.end() }
    var shrinker = Shrinker<ReplayedRun<M>>(
      .init(run, choices), isEnded: { end.isReached },
      generate: { choices in
        let source = choices.source
        return try watch.run({ script(of: source, upTo: $0) }) { try replay(&choices, leaving: $0, until: end) }
      },
      fails: { candidate in
        guard candidate.violation?.isOfSameProperty(as: violation) == true else { return false }
        rules.remember(violation, candidate.trace)
        return true
      })
    shrinker.shrinkRun(
      loops: { $0.trace.loops(by: comparison.hash) },
      scheduler: { rules.scheduler($0, watchedBy: watch, until: end) })
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

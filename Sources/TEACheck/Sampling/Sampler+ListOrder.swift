internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

extension Sampler {
  /// Lists the steps of a failing run's worlds again, to find out if their order varies.
  func compareLists(along record: [UInt64]) {
    if rules.hasConstantSteps { return }
    var choices = Choices(.recorded(record))
    guard let trace = (try? replay(&choices))?.trace else { return }
    var world = trace.origin.world
    for (_, outcome) in trace.steps {
      rules.compareLists(in: world)
      world = outcome.world
    }
  }

  /// The violation by a run that does not end in the same way when it is executed again. If the lists of the declarations are
  /// not sorted, their order may be the reason, which is noted. It is not the reason of a violation of determinism itself.
  ///
  /// - Parameter violation: The violation of the first execution; `nil` where only the worlds differ.
  func violationOfFlakyRun(_ violation: Violation?) -> Violation {
    if let violation, violation.isNondeterminism { return violation }
    if !rules.hasConstantSteps { rules.listOrder.noteVariation() }
    return Violation(
      property: Law.deterministic.rawValue,
      detail: violation.map { "flaky: a run violated “\($0.property)” and, run again with the same messages, did not" }
        ?? "flaky: a run, run again with the same messages, led to another world")
  }
}

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

  /// The violation by a run that does not end in the same way when it is executed again. The order of the declarations' lists
  /// may be the reason: they are compared many times, because two lists may come in the same order by chance.
  ///
  /// - Parameters:
  ///   - record: The choices of the run; `nil` where the run may trap when it is executed in this process. The lists are then
  ///     sorted without a comparison.
  ///   - violation: The violation of the first execution; `nil` where only the worlds differ.
  func violationOfFlakyRun(_ record: [UInt64]?, _ violation: Violation?) -> Violation {
    if let record {
      for _ in 0..<Self.comparisonsOfFlakyRun where !rules.listOrder.mustBecomeCanonical { compareLists(along: record) }
    } else if !rules.hasConstantSteps {
      rules.listOrder.noteVariation()
    }
    if let violation, violation.isNondeterminism { return violation }
    return Violation(
      property: Law.deterministic.rawValue,
      detail: violation.map { "flaky: a run violated “\($0.property)” and, run again with the same messages, did not" }
        ?? "flaky: a run, run again with the same messages, led to another world")
  }

  private static var comparisonsOfFlakyRun: Int { 16 }
}

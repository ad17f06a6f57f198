internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

/// The respect in which a run differs from its repetition with the same choices.
enum RepetitionDifference: String {
  case world = "led to another world"
  /// A different number of steps, a violation, an error, or none of the run because a generator gave up.
  case end = "ended in another way"
}

extension Sampler {
  /// Lists the steps of a failing run's worlds again, to find out if their order varies.
  func compareLists(along record: [UInt64]) {
    if rules.hasConstantSteps { return }
    var choices = Choices(.recorded(record))
    guard let trace = (try? replay(&choices))?.trace else { return }
    rules.compareLists(along: trace)
  }

  /// The violation by a run that does not end in the same way when it is executed again. If the lists of the declarations are
  /// not sorted, their order may be the reason, which is noted. It is not the reason of a violation of determinism itself.
  ///
  /// - Parameters:
  ///   - violation: The violation of the first execution; `nil` where it found nothing wrong.
  ///   - difference: The difference of the repetition; not used where there is a violation.
  func violationOfFlakyRun(_ violation: Violation?, _ difference: RepetitionDifference = .end) -> Violation {
    if let violation, violation.isNondeterminism { return violation }
    if !rules.hasConstantSteps { rules.listOrder.noteVariation() }
    return Violation(
      property: Law.deterministic.rawValue,
      detail: violation.map { "flaky: a run violated “\($0.property)” and, run again with the same messages, did not" }
        ?? "flaky: a run, run again with the same messages, \(difference.rawValue)")
  }
}

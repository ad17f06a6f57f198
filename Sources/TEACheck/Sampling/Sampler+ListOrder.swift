internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

/// The respect in which a run differs from its repetition with the same choices, as the report says it.
enum RepetitionDifference: String {
  case world = "flaky: a run, run again with the same messages, led to another world"
  /// The repetition had another number of steps, a violation or an error, or was discarded because a generator gave up.
  case end = "flaky: a run, run again with the same messages, ended in another way"
}

extension Sampler {
  /// Lists the possible steps of each world of a failing run again, to find out if their order varies.
  func compareLists(along record: [UInt64]) {
    if rules.hasConstantSteps { return }
    var choices = Choices(.recorded(record))
    guard let trace = (try? replay(&choices))?.trace else { return }
    rules.compareLists(along: trace)
  }

  /// The violation by a run that ends in another way when it is executed again.
  ///
  /// If the declarations' lists can vary, their order may be the reason: the check then runs again with sorted lists. A
  /// violation of determinism that the first execution found has another reason, and is returned as it is.
  ///
  /// - Parameters:
  ///   - violation: The violation of the first execution; `nil` where it found nothing wrong.
  ///   - difference: The difference of the repetition; not used where the first execution found a violation.
  func violationOfFlakyRun(_ violation: Violation?, _ difference: RepetitionDifference = .end) -> Violation {
    if let violation, violation.isNondeterminism { return violation }
    if !rules.hasConstantSteps { rules.listOrder.noteVariation() }
    return Violation(
      property: Law.deterministic.rawValue,
      detail: violation.map { "flaky: a run violated “\($0.property)” and, run again with the same messages, did not" }
        ?? difference.rawValue)
  }
}

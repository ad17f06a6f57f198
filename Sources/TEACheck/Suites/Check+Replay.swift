internal import TEAResults
internal import TEARuntime

extension Check {
  /// Replays the steps of a counterexample, one a line, for use in a unit test.
  ///
  /// ```swift
  /// try check.replay("""
  ///   typed("a")
  ///   search("a") replies failed
  ///   """)
  /// ```
  ///
  /// The replay passes when no step violates a property. It ignores a known issue of the check.
  ///
  /// - Parameters:
  ///   - script: The steps, one a line, as a report prints them.
  ///   - requiringAllSteps: A step that is no longer possible is an error. Otherwise it ends the replay, which passes: so a
  ///     script that a fix made impossible would stay green although the bug is back.
  /// - Throws: ``CheckFailure`` when the steps violate a property, and ``ReplayError`` when they do not fit the
  ///   program's types any more, or when not all of them can be taken, where that is required.
  public func replay(_ script: String, requiringAllSteps: Bool = false) throws {
    let outcome = replayRecording(.script(Script(parsing: script), property: nil), CheckSettings())
    if outcome.result.verdict == .error { throw ReplayError("\(title): \(outcome.result.message ?? "")") }
    if let failure = Self.failure(outcome.result, requireComplete: false) { throw failure }
    if requiringAllSteps, let impossibleStep = outcome.result.message {
      throw ReplayError("\(title): \(impossibleStep)")
    }
  }
}

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
  /// The replay passes when no step violates a property. A step that is no longer possible, as after a fix, ends the replay.
  /// The replay ignores a known issue of the check.
  ///
  /// - Throws: ``CheckFailure`` when the steps violate a property, and ``ReplayError`` when they do not fit the
  ///   program's types any more.
  public func replay(_ script: String) throws {
    let outcome = replayRecording(.script(Script(parsing: script), property: nil), CheckSettings())
    if outcome.result.verdict == .error { throw ReplayError("\(title): \(outcome.result.message ?? "")") }
    if let failure = Self.failure(outcome.result, requireComplete: false) { throw failure }
  }
}

internal import TEASupport

extension CheckResult {
  /// The result with texts that are safe to print anywhere.
  ///
  /// Control characters and bidirectional controls become Swift escapes, and no line is a command to a CI engine. Most long
  /// texts are cut. `otherViolations` is empty, because the caller prints these results one by one. The code of suggestions and
  /// the coverage details are unchanged: the caller makes them safe.
  package var printable: CheckResult {
    var result = shown(by: printableUncut)
    result.otherViolations = []
    return result
  }
}

internal import TEAResults
internal import TEASupport

extension TrapWatch.Configuration {
  /// The growth of memory, in bytes, at which a step counts as a trap.
  static var stepMemory: Int { 1 << 30 }

  /// The configuration for a check with settings. Where no other process goes on after a trap, the report of the trap goes to
  /// standard error, with the steps if they are known, and with the violations that were found before.
  init(_ settings: CheckSettings, title: String) {
    stepTime = settings.stepTime
    stepMemory = min(Self.stepMemory, settings.memory ?? .max)
    if let handling = settings.traps {
      knownSites = handling.knownSites
      endsProcess = true
      report = { report, describeSteps in
        var report = report
        // The next process reports the steps if it can avoid the site; otherwise this process has to.
        if !report.site.canBeAvoided { report.steps = describeSteps() }
        handling.report(title, report)
      }
    } else {
      // A survey has no verdict in which an endless step could be reported later, so its process ends with the report.
      endsProcess = settings.engine == .survey || settings.ownsProcess
      let violations = KnownViolations()
      knownViolations = violations
      report = { report, describeSteps in
        ProgressLine.clear()
        Platform.write(Self.unattendedMessage(of: title, report, describeSteps()), to: Platform.standardError)
        // Written on its own, because the description of a step may trap in turn.
        Platform.write(violations.message, to: Platform.standardError)
      }
    }
  }

  /// The message of a process that has no `tea-check` to report its trap.
  ///
  /// - Parameter steps: The steps up to the trap; empty for a trap at the start, and `nil` where they are unknown.
  static func unattendedMessage(of title: String, _ report: TrapReport, _ steps: [String]?) -> String {
    let sentence = report.sentence
    guard let steps else { return "\n\(title): \(sentence); tea-check tells more\n" }
    let lines = steps.map { "    \($0)\n" }.joined()
    return "\n\(title): \(sentence), \(steps.isEmpty ? "at the start" : "the last of these:")\n\(lines)"
  }
}

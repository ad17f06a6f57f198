internal import TEASupport

/// The handling of steps that end the process, where `tea-check` started it and starts another one.
package final class TrapHandling: Sendable {
  /// The sites that are known to trap.
  let known: [TrapSite]
  /// Swift's message about the last of these traps, if there is one.
  let words: String?
  /// Receives the title of the check and the trap.
  let report: @Sendable (String, TrapReport) -> Void
  /// Takes steps in other processes.
  let attempts: @Sendable (_ title: String) -> TrapAttempts

  init(
    known: [TrapSite], words: String? = nil, report: @escaping @Sendable (String, TrapReport) -> Void,
    attempts: @escaping @Sendable (_ title: String) -> TrapAttempts
  ) {
    self.known = known
    self.words = words
    self.report = report
    self.attempts = attempts
  }
}

extension TrapHandling: Equatable {
  package static func == (one: TrapHandling, other: TrapHandling) -> Bool { one === other }
}

extension TrapWatch.Response {
  /// The most memory that a step may take, in bytes: more than any step should.
  static var stepMemory: Int { 1 << 30 }

  /// The response to the traps of a check.
  ///
  /// If nobody can start another process, the steps are told before this one ends.
  init(_ settings: CheckSettings, title: String) {
    stepTime = settings.stepTime
    stepMemory = min(Self.stepMemory, settings.memory ?? .max)
    if let handling = settings.traps {
      known = handling.known
      endsProcess = true
      report = { report, tell in
        var report = report
        // If the next process can avoid the site, it reports the steps; otherwise only this process can.
        if !report.site.canBeAvoided { report.steps = tell() }
        handling.report(title, report)
      }
    } else {
      // A survey gives no verdicts, so nothing else would report a step that does not end.
      endsProcess = settings.engine == .survey
      report = { report, tell in
        ProgressLine.clear()
        Platform.write(Self.lastWords(of: title, report, tell()), to: Platform.standardError)
      }
    }
  }

  /// The message of a process that dies alone about its last steps.
  static func lastWords(of title: String, _ report: TrapReport, _ steps: [String]?) -> String {
    let what = report.sentence
    guard let steps else { return "\n\(title): \(what); tea-check tells more\n" }
    let lines = steps.map { "    \($0)\n" }.joined()
    return "\n\(title): \(what), \(steps.isEmpty ? "at the start" : "the last of these:")\n\(lines)"
  }
}

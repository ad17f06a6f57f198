/// The handling of steps that end the process, where `tea-check` started the process and can start another.
package final class TrapHandling: Sendable {
  /// Sites that are known to trap; this process avoids them where it can.
  package let knownSites: [TrapSite]
  /// Swift's message about the trap at the last known site; `nil` where Swift printed none.
  package let message: String?
  /// Receives the title of a check and the report about its trap.
  package let report: @Sendable (String, TrapReport) -> Void
  /// Prepares another process, which takes steps of the check with the title. The other process receives the learned facts, so
  /// that it makes the same rules as this process.
  package let attempts: @Sendable (_ title: String, LearnedFacts) -> TrapAttempts

  package init(
    knownSites: [TrapSite], message: String? = nil, report: @escaping @Sendable (String, TrapReport) -> Void,
    attempts: @escaping @Sendable (_ title: String, LearnedFacts) -> TrapAttempts
  ) {
    self.knownSites = knownSites
    self.message = message
    self.report = report
    self.attempts = attempts
  }
}

extension TrapHandling: Equatable {
  package static func == (one: TrapHandling, other: TrapHandling) -> Bool { one === other }
}

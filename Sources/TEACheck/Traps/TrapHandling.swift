/// What is done about steps that end the process, where `tea-check` started it and starts another one.
package final class TrapHandling: Sendable {
  /// What is known to trap.
  let known: [TrapSite]
  /// Receives the title of the check and the site.
  let report: @Sendable (String, TrapSite) -> Void
  /// Takes steps in other processes.
  let attempts: @Sendable (_ title: String) -> TrapAttempts

  init(
    known: [TrapSite], report: @escaping @Sendable (String, TrapSite) -> Void,
    attempts: @escaping @Sendable (_ title: String) -> TrapAttempts
  ) {
    self.known = known
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

  /// What is done about the traps of a check.
  ///
  /// Where nobody can start another process, the steps are told before this one ends.
  init(_ settings: CheckSettings, title: String) {
    stepTime = settings.stepTime
    stepMemory = min(Self.stepMemory, settings.memory ?? .max)
    if let handling = settings.traps {
      known = handling.known
      endsProcess = true
      report = { site, _ in handling.report(title, site) }
    } else {
      // Where only the worlds are asked for, nobody judges what does not end.
      endsProcess = settings.engine == .survey
      report = { site, tell in
        Console.clear()
        Platform.write(Self.lastWords(of: title, site.cause, tell()), to: Platform.standardError)
      }
    }
  }

  /// What a process that dies alone says of its last steps.
  static func lastWords(of title: String, _ cause: TrapCause, _ steps: [String]?) -> String {
    let what = cause == .time || cause == .memory ? "\(cause.sentence(of: "a step"))" : "a step traps"
    guard let steps else { return "\n\(title): \(what); tea-check tells which\n" }
    let lines = steps.map { "    \($0)\n" }.joined()
    return "\n\(title): \(what), \(steps.isEmpty ? "at the start" : "the last of these:")\n\(lines)"
  }
}

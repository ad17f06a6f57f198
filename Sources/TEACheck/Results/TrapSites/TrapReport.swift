/// The report about a trap. A process sends it, before it ends, to the process that started it.
package struct TrapReport: Sendable, Equatable {
  package var site: TrapSite
  /// The name of the part that was called, such as `update`.
  package var name: String
  /// The longest time that a step may take.
  package var stepTime: Duration
  /// The steps that led to the trap, as lines of a script; `nil` where they are unknown, or where the next process computes
  /// them.
  package var steps: [String]?

  package init(site: TrapSite, name: String, stepTime: Duration) {
    self.site = site
    self.name = name
    self.stepTime = stepTime
  }

  /// A short sentence about the part and the trap, which fits behind a step in the report of a check.
  package var sentence: String { site.cause.sentence(of: name) }

  /// The explanation of the trap.
  ///
  /// - Parameter message: The message of the Swift runtime, if the process printed one.
  package func explanation(_ message: String?) -> String {
    site.cause.explanation(of: name, message: message, stepTime: stepTime)
  }
}

/// The report of a trap. The process in which a step traps sends the report to the `tea-check` that started the process, or
/// else prints it.
package struct TrapReport: Sendable, Equatable {
  package var site: TrapSite
  /// The name of the function that trapped, such as `update`.
  package var name: String
  /// The longest time that a step may take.
  package var stepTime: Duration
  /// The steps that led to the trap, as lines of a script; `nil` where they are not known.
  package var steps: [String]?

  package init(site: TrapSite, name: String, stepTime: Duration) {
    self.site = site
    self.name = name
    self.stepTime = stepTime
  }

  package var sentence: String { site.cause.sentence(of: name) }

  package func explanation(message: String?) -> String {
    site.cause.explanation(of: name, message: message, stepTime: stepTime)
  }
}

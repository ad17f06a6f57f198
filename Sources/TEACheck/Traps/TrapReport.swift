/// The last that a process says of a trap, to whoever started it.
package struct TrapReport: Sendable, Equatable {
  package var site: TrapSite
  /// The name of the function that was called.
  package var name: String
  /// The longest time that a step may take.
  package var stepTime: Duration
  /// The steps that led there, where another process would not find them out.
  package var steps: [String]?

  init(site: TrapSite, name: String, stepTime: Duration) {
    self.site = site
    self.name = name
    self.stepTime = stepTime
  }

  /// The function that traps and the kind of trap, in as many words as fit behind a step.
  package var sentence: String { site.cause.sentence(of: name) }

  /// The explanation of the trap.
  ///
  /// - Parameter words: What Swift said of it, if anything.
  package func explanation(_ words: String?) -> String {
    site.cause.explanation(of: name, message: words, stepTime: stepTime)
  }
}

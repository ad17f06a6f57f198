/// The facts that a check has learned about its program. Each process that takes steps of the check makes its rules from them.
package struct LearnedFacts: Sendable, Equatable {
  /// The numbers of the message cases that only the outside world sends; `nil` where they are not known yet.
  package var casesFromOutside: Set<Int>?
  /// Declarations list the same steps in another order each time, so that the lists must be sorted.
  package var sortsLists = false

  package init() {}
}

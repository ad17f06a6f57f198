/// The steps of a counterexample, in one of the forms in which they are kept.
package enum Recording: Sendable {
  /// The lines of a script, the property that they violated, if it is known, and the facts that the search stored about them.
  case script(Script, property: String?, found: String? = nil)
  case token(Token)
  /// A recording of a live program.
  case session(Session)
}

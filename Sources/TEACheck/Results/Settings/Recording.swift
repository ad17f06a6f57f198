/// The steps that a replay takes again, in one of the forms in which they are kept.
package enum Recording: Sendable {
  /// A script, with the violated property, if it is known, and with the facts that the search found, as in
  /// ``StoredCounterexample/found``.
  case script(Script, property: String?, found: String? = nil)
  case token(Token)
  /// A recorded session of a live program.
  case session(Session)
}

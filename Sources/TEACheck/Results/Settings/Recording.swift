/// The steps that a replay takes again, in one of the forms in which they are kept.
package enum Recording: Sendable {
  /// `found` is as in ``StoredCounterexample/found``.
  case script(Script, property: String?, found: String? = nil)
  case token(Token)
  case session(Session)
}

/// The part of a generated message that must stay the same when the message is generated again in another world, whose
/// generator may offer other alternatives.
package enum MessageMatch: Equatable {
  /// The whole message.
  case exact
  /// The case of the message, and as many associated values as possible.
  case sameCase
  /// The whole message, except that each integer at or above the given one becomes one less, because the item that it refers to
  /// was renumbered.
  case renumbered(from: Int)
}

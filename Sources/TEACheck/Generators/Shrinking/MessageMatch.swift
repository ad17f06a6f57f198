/// The part of a generated message that must stay the same when the message is generated again in another world.
package enum MessageMatch: Equatable {
  case exact
  /// The case of the message, and as many associated values as possible.
  case sameCase
  /// Integers from the given one on become one less, because the item that they refer to was renumbered.
  case renumbered(from: Int)
}

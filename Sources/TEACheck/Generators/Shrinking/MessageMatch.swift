/// The part of a generated message that must stay the same when the message is generated again in another world.
package enum MessageMatch: Equatable {
  case exact
  /// The case of the message, and as many associated values as possible.
  case sameCase
  /// Integers at or above the given one become one less, because the items that they refer to were renumbered.
  case renumbered(from: Int)
}

/// The part of a generated message that must stay where it is made in another world, whose generator may choose from
/// other alternatives.
enum MessageReading: Equatable {
  /// All of it.
  case exact
  /// Its case, and as many of its associated values as there can be.
  case sameCase
  /// All of it, but that whole numbers from this one on are one less: what they refer to has moved up.
  case renumbered(from: Int)
}

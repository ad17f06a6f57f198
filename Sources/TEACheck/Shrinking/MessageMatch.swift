/// The part of a generated message that must stay the same, where it is generated again in another world with other
/// alternatives.
enum MessageMatch: Equatable {
  /// All of it.
  case exact
  /// Its case, and as many associated values as possible.
  case sameCase
  /// All of it, except that whole numbers from this one on are one less, because the things they refer to were
  /// renumbered.
  case renumbered(from: Int)
}

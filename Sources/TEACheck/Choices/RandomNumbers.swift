/// A fast, seeded random number generator with the same numbers on every machine.
///
/// This is SplitMix64 (Steele, Lea and Flood: *Fast splittable pseudorandom number generators*, 2014).
@usableFromInline
struct RandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The numbers of one run out of many: each index gives an unrelated sequence.
  init(seed: UInt64, run: UInt64) {
    var mixed = RandomNumbers(seed: seed)
    var other = RandomNumbers(seed: mixed.next() ^ (run &* 0x9E37_79B9_7F4A_7C15))
    state = other.next()
  }

  @usableFromInline
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0...bound`, all equally likely.
  mutating func next(through bound: UInt64) -> UInt64 {
    bound == .max ? next() : next(upperBound: bound + 1)
  }
}

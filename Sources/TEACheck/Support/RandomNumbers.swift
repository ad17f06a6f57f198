/// Random numbers that depend on nothing but their seed.
///
/// The generator is SplitMix64 (Steele, Lea and Flood: *Fast Splittable Pseudorandom Number Generators*, 2014).
@usableFromInline
package struct RandomNumbers: RandomNumberGenerator, Sendable {
  @usableFromInline package var state: UInt64

  @inlinable
  package init(seed: UInt64) { state = seed }

  /// The numbers of one of many runs that share a seed.
  @inlinable
  package init(seed: UInt64, run: UInt64) {
    var numbersOfSeed = RandomNumbers(seed: seed)
    var numbersOfRun = RandomNumbers(seed: numbersOfSeed.next() ^ (run &* 0x9E37_79B9_7F4A_7C15))
    state = numbersOfRun.next()
  }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 through the bound, with a bias below (bound + 1) / 2⁶⁴.
  @inlinable
  package mutating func next(through bound: UInt64) -> UInt64 { Self.scale(next(), through: bound) }

  /// The high half of the product of random bits and bound + 1 (Lemire 2019, without rejection).
  @inlinable
  package static func scale(_ bits: UInt64, through bound: UInt64) -> UInt64 {
    // This form does not overflow for the largest bound.
    let product = bits.multipliedFullWidth(by: bound)
    return product.high &+ (product.low.addingReportingOverflow(bits).overflow ? 1 : 0)
  }

  /// A bijection that mixes the bits of a draw, for a second use of the same draw.
  @inlinable
  package static func mix(_ bits: UInt64) -> UInt64 {
    let mixed = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }

  /// All ones where the bit `number` of `set` is 1, and zero otherwise.
  @inlinable
  package static func mask(_ number: UInt64, in set: UInt64) -> UInt64 { 0 &- (set &>> number & 1) }

  @inlinable
  package mutating func nextBool(probability: Double) -> Bool { Double(next() >> 11) * 0x1p-53 < probability }
}

public import TEAStateSpace

/// The place of a thread in a search, as one word: written before each step, and read when the step ends the process.
@usableFromInline
package struct Breadcrumb: Sendable, Hashable {
  /// The meaning of the place and the number.
  @usableFromInline
  package enum Kind: UInt64, Sendable {
    /// The step with this number from the world at this place, and the checks of the world after it; see ``Ancestry``.
    case step
    /// The choice of the steps that can happen in the world at this place.
    case offer
    /// The origin with this number.
    case origin
    /// The step with this number of the run with the number `place`.
    case run
    /// The choice of the step with this number of the run with the number `place`.
    case choice
    /// The part with this number of the step at this place of a script; see ``TrapPart``.
    case replay
    /// The start of the program with this number.
    case start
    /// Work outside of single steps, which cannot be skipped.
    case other
    /// The world at this place, in which the conditions of a liveness property are evaluated.
    case world
  }

  /// The place in the upper 32 bits, the kind in the next 8, and the number in the lowest 24.
  @usableFromInline package let bits: UInt64

  @inlinable
  init(bits: UInt64) { self.bits = bits }

  @inlinable
  init(_ kind: Kind, place: Int = 0, number: Int = 0) {
    bits =
      UInt64(truncatingIfNeeded: place) << 32 | kind.rawValue << 24 | UInt64(truncatingIfNeeded: number) & 0xFF_FFFF
  }

  /// A step of an exploration.
  @inlinable
  init(_ origin: Ancestry.Record) { bits = origin }

  package var kind: Kind { Kind(rawValue: bits >> 24 & 0xFF) ?? .other }
  /// The part that a breadcrumb of a replay or a start names; `nil` for any other breadcrumb.
  var part: TrapPart? { kind == .replay ? TrapPart(number: number) : kind == .start ? .start : nil }
  package var place: Int { Int(truncatingIfNeeded: bits >> 32) }
  package var number: Int { Int(truncatingIfNeeded: bits & 0xFF_FFFF) }
}

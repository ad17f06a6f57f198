public import TEAStateSpace

/// The place of a thread in a search, in one word: written before each step, and read when the step ends the process.
@usableFromInline
package struct Breadcrumb: Sendable, Hashable {
  /// The meaning of the place and the number.
  @usableFromInline
  package enum Kind: UInt64, Sendable {
    /// The step with this number from the world at this place, and the world that it leads to; see ``Ancestry``.
    case step
    /// The choice of the steps that can happen in the world at this place.
    case offer
    /// The origin with this number.
    case origin
    /// The step with this number of the run at this place.
    case run
    /// The choice of the steps that can happen before that step.
    case choice
    /// The part with this number of the step at this place of a script; see ``TrapPart``.
    case replay
    /// The start of the program with this number.
    case start
    /// Anything that is not done one by one.
    case other
    /// The world at this place, of which a property of whole runs is asked.
    case world
  }

  /// The place in the higher half, then the kind in eight bits, and the number.
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
  /// The part that a breadcrumb of a replay says.
  var part: TrapPart? { kind == .replay ? TrapPart(number: number) : kind == .start ? .start : nil }
  package var place: Int { Int(truncatingIfNeeded: bits >> 32) }
  package var number: Int { Int(truncatingIfNeeded: bits & 0xFF_FFFF) }
}

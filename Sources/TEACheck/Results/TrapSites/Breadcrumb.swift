/// The position of a thread in a check, as one word that can be read when a step ends the process.
@usableFromInline
package struct Breadcrumb: Sendable, Hashable {
  /// The kind of work, which gives `place` and `number` their meaning.
  @usableFromInline
  package enum Kind: UInt64, Sendable {
    /// The step `number` from the world `place`, numbered as in ``Ancestry``, and the test of the properties in the next world.
    case step
    /// The computation of the steps that can happen in the world `place`, or other work on that world.
    case offer
    /// The addition of the origin `number` of ``Rules/origins`` to the worlds of an exploration.
    case origin
    /// The step `number` of the run `place`.
    case run
    /// The choice of the step `number` of the run `place`.
    case choice
    /// The part with the ``TrapPart/number`` `number`, called in the world after `place` steps of a script.
    case replay
    /// The call of the module's `start` for the declared or derived start `number`, by which the rules make an origin.
    case start
    /// Work outside of single steps, which cannot be skipped.
    case other
    /// The evaluation of a condition of a liveness property in the world `place`.
    case liveness
    /// The call of the module's `start` with the flags that the run `place` generated.
    case runStart
    /// The call of a declaration with the derived command or subscription `number`, before the search.
    case probe
  }

  /// `place` in the upper 32 bits, the kind in the next 8, and `number` in the lowest 24.
  @usableFromInline package let bits: UInt64

  @inlinable
  package init(bits: UInt64) { self.bits = bits }

  @inlinable
  package init(_ kind: Kind, place: Int = 0, number: Int = 0) {
    bits =
      UInt64(truncatingIfNeeded: place) << 32 | kind.rawValue << 24 | UInt64(truncatingIfNeeded: number) & 0xFF_FFFF
  }

  package var kind: Kind { Kind(rawValue: bits >> 24 & 0xFF) ?? .other }
  /// The part that the breadcrumb names; `nil` for kinds other than `replay` and `start`.
  package var part: TrapPart? { kind == .replay ? TrapPart(number: number) : kind == .start ? .start : nil }
  package var place: Int { Int(truncatingIfNeeded: bits >> 32) }
  package var number: Int { Int(truncatingIfNeeded: bits & 0xFF_FFFF) }
}

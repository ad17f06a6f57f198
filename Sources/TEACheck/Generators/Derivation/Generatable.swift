/// A type that registers its generator, which is used wherever the type occurs in a message or in flags.
///
/// Conform a type whose values cannot or should not be derived from its structure: one with a function or an
/// object inside, or one whose initialiser guards an invariant.
public protocol Generatable {
  /// Makes values of the type, simpler ones from smaller choices.
  static var generator: Gen<Self> { get }
}

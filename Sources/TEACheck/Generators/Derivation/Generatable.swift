/// A type that registers its generator, which is used wherever the type occurs in a message or in flags.
///
/// Conform a type whose structure does not say which values are valid. Such a type holds a function or an object, or its
/// initialiser guards an invariant.
public protocol Generatable {
  /// Makes values of the type, simpler ones from smaller choices.
  static var generator: Gen<Self> { get }
}

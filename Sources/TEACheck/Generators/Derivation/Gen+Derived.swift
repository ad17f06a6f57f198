internal import TEARuntime

extension Gen {
  /// The generator that is derived from the type alone; a type can register its own, see ``Generatable``.
  ///
  /// ```swift
  /// let messages = try Gen<Message>.derived()
  /// ```
  ///
  /// A generator that the type itself registers is not used, so that the registered one can be made from the derived
  /// one:
  ///
  /// ```swift
  /// extension Age: Generatable {
  ///   static var generator: Gen<Age> { try! Gen.derived().filter { $0.isValid } }
  /// }
  /// ```
  ///
  /// - Throws: ``DerivationError`` when there is no way to make values of the type.
  public static func derived() throws(DerivationError) -> Gen {
    try Derivation(root: Value.self, usesGeneratorOfRoot: false).generator(for: Value.self)
  }

  /// The outline of a derived generator, as lines of text: each type with its cases or fields, in the order in which
  /// the derivation meets the types. Tuples, types of the standard library and `any Error` are left out.
  ///
  /// ```swift
  /// print(try Gen<Message>.derivedOutline())
  /// ```
  ///
  /// - Throws: ``DerivationError`` when there is no way to make values of the type.
  public static func derivedOutline() throws(DerivationError) -> String {
    let derivation = Derivation(root: Value.self, usesGeneratorOfRoot: false)
    _ = try derivation.generator(for: Value.self)
    return derivation.outline.joined(separator: "\n")
  }
}

/// A payload in parentheses, as the declaration of a case writes it.
func payloadText(of payload: Any.Type) -> String {
  let text = "\(payload)"
  return text.hasPrefix("(") ? text : "(\(text))"
}

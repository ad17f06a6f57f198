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
    return derivation.outline.map(\.description).joined(separator: "\n")
  }
}

extension Derivation {
  struct OutlineEntry: CustomStringConvertible {
    var type: Any.Type
    /// The way in which values are made, in words such as “one of” or “field by field”.
    var way: String
    /// The cases or fields.
    var parts: [String] = []

    var description: String { (["\(type): \(way)"] + parts.map { "  " + $0 }).joined(separator: "\n") }
  }
}

extension Derivation.OutlineEntry {
  init(_ type: Any.Type, fields: [TypeShape.Field]) {
    self.init(type: type, way: "field by field", parts: fields.map { "\($0.name): \($0.type)" })
  }

  init(_ type: Any.Type, cases: [TypeShape.Case]) {
    self.init(
      type: type, way: "one of",
      parts: cases.map { variant in
        guard let payload = variant.payload else { return variant.name }
        return variant.name + ("\(payload)".hasPrefix("(") ? "\(payload)" : "(\(payload))")
      })
  }
}

/// A type of the standard library whose generator is known, given those of its parts.
protocol StandardType {
  /// The types of the values inside.
  static var parts: [Any.Type] { get }

  /// - Throws: ``DerivationError`` when a part has no generator.
  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Self>
}

extension StandardType {
  static var parts: [Any.Type] { [] }
}

extension StandardType where Self: FixedWidthInteger & Sendable {
  static func generator(from derivation: Derivation) -> Gen<Self> { .integer }
}

extension Int: StandardType {}
extension Int8: StandardType {}
extension Int16: StandardType {}
extension Int32: StandardType {}
extension Int64: StandardType {}
extension UInt: StandardType {}
extension UInt8: StandardType {}
extension UInt16: StandardType {}
extension UInt32: StandardType {}
extension UInt64: StandardType {}

extension StandardType where Self: BinaryFloatingPoint & Sendable {
  static func generator(from derivation: Derivation) -> Gen<Self> { .floatingPoint }
}

extension Double: StandardType {}
extension Float: StandardType {}

extension Bool: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Bool> { .bool }
}

extension String: StandardType {
  static func generator(from derivation: Derivation) -> Gen<String> { .string }
}

extension Substring: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Substring> { Gen<String>.string.map { $0[...] } }
}

extension Character: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Character> { .character }
}

extension Unicode.Scalar: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Unicode.Scalar> {
    Gen<Character>.character.map { $0.unicodeScalars.first! }
  }
}

extension Duration: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Duration> {
    Gen<Int32>.integer.map { .milliseconds($0) }
  }
}

extension Optional: StandardType {
  static var parts: [Any.Type] { [Wrapped.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Wrapped?> {
    .optional(try derivation.generator(for: Wrapped.self, at: "some"))
  }
}

extension Result: StandardType {
  static var parts: [Any.Type] { [Success.self, Failure.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Result> {
    if TypeShape(of: Failure.self).isUninhabited {
      return try derivation.generator(for: Success.self, at: "success").map(Result.success)
    }
    let failure = try derivation.generator(for: Failure.self, at: "failure")
    if TypeShape(of: Success.self).isUninhabited { return failure.map(Result.failure) }
    let success = try derivation.generator(for: Success.self, at: "success")
    let (succeeded, failed) = (Result.success, Result.failure)
    return .oneOf(success.map { succeeded($0) }, failure.map { failed($0) })
  }
}

extension Array: StandardType {
  static var parts: [Any.Type] { [Element.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<[Element]> {
    .array(of: try derivation.generator(for: Element.self, at: "element"))
  }
}

extension ArraySlice: StandardType {
  static var parts: [Any.Type] { [Element.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<ArraySlice<Element>> {
    try Array<Element>.generator(from: derivation).map { $0[...] }
  }
}

extension ContiguousArray: StandardType {
  static var parts: [Any.Type] { [Element.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<ContiguousArray<Element>> {
    try Array<Element>.generator(from: derivation).map { ContiguousArray($0) }
  }
}

extension Set: StandardType {
  static var parts: [Any.Type] { [Element.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Set<Element>> {
    let elements = try Array<Element>.generator(from: derivation)
    return .unchecked { choices throws(Discarded) in Set(try elements.generate(&choices)) }
  }
}

extension Dictionary: StandardType {
  static var parts: [Any.Type] { [Key.self, Value.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<[Key: Value]> {
    let key = try derivation.generator(for: Key.self, at: "key")
    let value = try derivation.generator(for: Value.self, at: "value")
    let entries = Gen<[(Key, Value)]>.array(of: zip(key, value))
    return .unchecked { choices throws(Discarded) in
      Dictionary(try entries.generate(&choices).map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
    }
  }
}

extension Range: StandardType {
  static var parts: [Any.Type] { [Bound.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Range<Bound>> {
    let bound = try derivation.generator(for: Bound.self, at: "bound")
    return .unchecked { choices throws(Discarded) in
      let (one, other) = (try bound.generate(&choices), try bound.generate(&choices))
      return one < other ? one..<other : other..<one
    }
  }
}

extension ClosedRange: StandardType {
  static var parts: [Any.Type] { [Bound.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<ClosedRange<Bound>> {
    let bound = try derivation.generator(for: Bound.self, at: "bound")
    return .unchecked { choices throws(Discarded) in
      let (one, other) = (try bound.generate(&choices), try bound.generate(&choices))
      return one < other ? one...other : other...one
    }
  }
}

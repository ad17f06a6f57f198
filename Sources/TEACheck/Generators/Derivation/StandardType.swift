/// The types of a collection's elements, or of its keys and values. Empty for strings; `nil` for a type that is no collection
/// of the standard library.
package func elementTypes(ofCollection type: Any.Type) -> [Any.Type]? {
  (type as? any (StandardType & Collection).Type)?.parts
}

/// A type of the standard library with a known generator.
protocol StandardType {
  /// The types of the values inside of a value.
  static var parts: [Any.Type] { get }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Self>
}

/// A type with a value that holds none of its ``StandardType/parts``, such as an empty array or `nil`.
protocol EmptiableType: StandardType {}

/// A type whose values each hold a value of just one of the ``StandardType/parts``, such as `Result`.
protocol AlternativeType: StandardType {}

extension StandardType {
  static var parts: [Any.Type] { [] }
}

extension EmptiableType where Self: Collection {
  static var parts: [Any.Type] { [Element.self] }
}

extension StandardType where Self: FixedWidthInteger & Sendable {
  static func generator(from derivation: Derivation) -> Gen<Self> { .integer }
}

extension Int: StandardType {}
extension Int8: StandardType {}
extension Int16: StandardType {}
extension Int32: StandardType {}
extension Int64: StandardType {}
extension Int128: StandardType {}
extension UInt: StandardType {}
extension UInt8: StandardType {}
extension UInt16: StandardType {}
extension UInt32: StandardType {}
extension UInt64: StandardType {}
extension UInt128: StandardType {}

extension StandardType where Self: BinaryFloatingPoint & Sendable {
  static func generator(from derivation: Derivation) -> Gen<Self> { Gen<Self>.floatingPoint.examples }
}

extension Double: StandardType {}
extension Float: StandardType {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: StandardType {}
#endif
#if arch(x86_64) && !os(Windows) && !os(Android)
  extension Float80: StandardType {}
#endif

extension StandardType where Self: SIMD {
  static var parts: [Any.Type] { [Scalar.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Self> {
    let scalar = try derivation.generator(for: Scalar.self, at: "scalar")
    return .uncheckedSendable { choices throws(Discarded) in
      var vector = Self()
      for index in vector.indices { vector[index] = try choices.markingPart(scalar.generate) }
      return vector
    }
  }
}

extension SIMD2: StandardType {}
extension SIMD3: StandardType {}
extension SIMD4: StandardType {}
extension SIMD8: StandardType {}
extension SIMD16: StandardType {}
extension SIMD32: StandardType {}
extension SIMD64: StandardType {}

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
  static func generator(from derivation: Derivation) -> Gen<Character> { Gen<Character>.character.examples }
}

extension Unicode.Scalar: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Unicode.Scalar> {
    Gen<Character>.character.map { $0.unicodeScalars.first! }.examples
  }
}

extension Duration: StandardType {
  static func generator(from derivation: Derivation) -> Gen<Duration> {
    Gen<Int32>.integer.map { .milliseconds($0) }.examples
  }
}

extension Optional: EmptiableType {
  static var parts: [Any.Type] { [Wrapped.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Wrapped?> {
    guard derivation.depth(of: Wrapped.self) != nil else { return Gen { _ throws(Discarded) in nil } }
    let wrapped = try derivation.generator(for: Wrapped.self, at: "some").repeatingEarlierValues
    return Gen { choices throws(Discarded) in
      guard choices.choose(through: 3) > 0 else { return nil }
      guard choices.depth < Choices.maxDepth else {
        choices.noteTruncation()
        return nil
      }
      return try wrapped.generate(&choices)
    }
  }
}

extension Result: AlternativeType {
  static var parts: [Any.Type] { [Success.self, Failure.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Result> {
    let (successDepth, failureDepth) = (derivation.depth(of: Success.self), derivation.depth(of: Failure.self))
    guard let failureDepth else {
      return try derivation.generator(for: Success.self, at: "success").map(Result.success)
    }
    let failure = try derivation.generator(for: Failure.self, at: "failure")
    guard let successDepth else { return failure.map(Result.failure) }
    let success = try derivation.generator(for: Success.self, at: "success")
    // The case with the flatter payload ends the recursion.
    let choiceOfLessDepth: UInt64 = successDepth <= failureDepth ? 0 : 1
    return Gen { choices throws(Discarded) in
      var choice = choices.choose(through: 1)
      if choices.depth >= Choices.maxDepth, choice != choiceOfLessDepth {
        choices.noteTruncation()
        choice = choiceOfLessDepth
      }
      return choice == 0 ? .success(try success.generate(&choices)) : .failure(try failure.generate(&choices))
    }
  }
}

extension Array: EmptiableType {
  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<[Element]> {
    guard derivation.depth(of: Element.self) != nil else { return Gen { _ throws(Discarded) in [] } }
    let element = try derivation.generator(for: Element.self, at: "element")
    let elements = Gen<[Element]>.array(of: element, count: 0...maxDerivedCount)
    return .uncheckedSendable { choices throws(Discarded) in
      let array = try elements.generate(&choices)
      // Longer arrays are values of the type too.
      if array.count == maxDerivedCount { choices.noteTruncation() }
      return array
    }
  }
}

/// The largest number of elements in derived collections, the default of `Gen.array(of:count:)`. The types allow more.
private let maxDerivedCount = 100

extension ArraySlice: EmptiableType {
  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<ArraySlice<Element>> {
    try Array<Element>.generator(from: derivation).map { $0[...] }
  }
}

extension ContiguousArray: EmptiableType {
  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<ContiguousArray<Element>> {
    try Array<Element>.generator(from: derivation).map { ContiguousArray($0) }
  }
}

extension Set: EmptiableType {
  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Set<Element>> {
    guard derivation.depth(of: Element.self) != nil else {
      return .uncheckedSendable { _ throws(Discarded) in [] }
    }
    let element = try derivation.generator(for: Element.self, at: "element")
    nonisolated(unsafe) let allElements = derivation.allValuesIfFew(of: Element.self, by: element)
    if let allElements {
      return .uncheckedSendable { choices throws(Discarded) in
        var set: Set<Element> = []
        // The choice for the last element is made first. Records are compared from their first choice on, so sets of the
        // first elements precede others when a record is shrunk.
        for element in allElements.reversed() where choices.choose(through: 1) == 1 { set.insert(element) }
        return set
      }
    }
    let elements = Gen<[Element]>.array(of: element, count: 0...maxDerivedCount)
    return .uncheckedSendable { choices throws(Discarded) in Set(try elements.generate(&choices)) }
  }
}

extension Dictionary: EmptiableType {
  static var parts: [Any.Type] { [Key.self, Value.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<[Key: Value]> {
    guard derivation.depth(of: Key.self) != nil, derivation.depth(of: Value.self) != nil else {
      return .uncheckedSendable { _ throws(Discarded) in [:] }
    }
    let key = try derivation.generator(for: Key.self, at: "key")
    let value = try derivation.generator(for: Value.self, at: "value")
    // A value may hold a dictionary of this type again. Then the number of entries must fall with the depth, as in `Gen.array`;
    // with one choice for each key, it would not.
    nonisolated(unsafe) let allKeys =
      derivation.isInsideOfItself(Value.self) ? nil : derivation.allValuesIfFew(of: Key.self, by: key)
    if let allKeys {
      return .uncheckedSendable { choices throws(Discarded) in
        var dictionary: [Key: Value] = [:]
        // As in a set, the choice for the last key is made first.
        for key in allKeys.reversed() where choices.choose(through: 1) == 1 {
          dictionary[key] = try choices.markingPart(value.generate)
        }
        return dictionary
      }
    }
    let entries = Gen<[(Key, Value)]>.array(of: zip(key, value), count: 0...maxDerivedCount)
    return .uncheckedSendable { choices throws(Discarded) in
      Dictionary(try entries.generate(&choices).map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
    }
  }
}

/// A type whose values are made of two bounds in order.
private protocol RangeType: StandardType, RangeExpression {
  static func make(_ bounds: (lower: Bound, upper: Bound)) -> Self
}

extension RangeType {
  static var parts: [Any.Type] { [Bound.self] }

  static func generator(from derivation: Derivation) throws(DerivationError) -> Gen<Self> {
    let bounds = Gen<(lower: Bound, upper: Bound)>.bounds(of: try derivation.generator(for: Bound.self, at: "bound"))
    return .uncheckedSendable { choices throws(Discarded) in make(try bounds.generate(&choices)) }
  }
}

extension Range: RangeType {
  fileprivate static func make(_ bounds: (lower: Bound, upper: Bound)) -> Range { Range(uncheckedBounds: bounds) }
}

extension ClosedRange: RangeType {
  fileprivate static func make(_ bounds: (lower: Bound, upper: Bound)) -> Self { Self(uncheckedBounds: bounds) }
}

extension PartialRangeFrom: RangeType {
  fileprivate static func make(_ bounds: (lower: Bound, upper: Bound)) -> PartialRangeFrom { bounds.lower... }
}

extension PartialRangeUpTo: RangeType {
  fileprivate static func make(_ bounds: (lower: Bound, upper: Bound)) -> PartialRangeUpTo { ..<bounds.upper }
}

extension PartialRangeThrough: RangeType {
  fileprivate static func make(_ bounds: (lower: Bound, upper: Bound)) -> PartialRangeThrough { ...bounds.upper }
}

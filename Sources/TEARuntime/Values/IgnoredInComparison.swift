/// A type of functions that are ignored in comparisons of worlds.
///
/// The functions of a program are the same in all worlds of a check of that program. Others, such as those of another program
/// in the model, may differ from world to world: a check names them, because such worlds are taken for one.
package protocol IgnoredInComparison {}

extension TypeShape {
  /// The ranges of bytes that are ignored in every value of a type. Payloads of enums, elements of collections and objects are
  /// not searched.
  package static func ignoredBytes(in type: Any.Type) -> [Range<Int>] {
    if isIgnoredInComparison(type) { return [0..<ValueWitnesses(of: type).size] }
    let fields: [Field]
    switch TypeShape(of: type) {
    case .structure(let ownFields), .tuple(let ownFields): fields = ownFields
    case .enumeration, .other: return []
    }
    return fields.flatMap { field in
      ignoredBytes(in: field.type).map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
    }
  }

  package static func isIgnoredInComparison(_ type: Any.Type) -> Bool {
    // A search for a missing conformance is slow, and only modules of styles have such types.
    moduleName(of: type)?.hasSuffix("Style") == true && type is any IgnoredInComparison.Type
  }

  /// Returns `true` where a value may have an ignored part, in a field or in the payload of an enum. Boxes are not searched.
  package static func mayHoldIgnored(_ type: Any.Type) -> Bool {
    if isIgnoredInComparison(type) { return true }
    return switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields): fields.contains { mayHoldIgnored($0.type) }
    case .enumeration(let cases):
      cases.contains { variant in !variant.isIndirect && variant.payload.map(mayHoldIgnored) ?? false }
    case .other: false
    }
  }
}

/// A type whose values are left out where worlds are compared: constant parts of a program, such as its functions, which
/// are the same in all worlds, or what another field stands for.
package protocol IgnoredInComparison {}

extension TypeShape {
  /// The bytes of a value that no comparison sees, where each value has them: not in payloads of enums, elements of
  /// collections and objects.
  package static func ignoredBytes(in type: Any.Type) -> [Range<Int>] {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    if type is any IgnoredInComparison.Type { return [0..<_openExistential(type, do: size)] }
    let fields: [Field]
    switch TypeShape(of: type) {
    case .structure(let own), .tuple(let own): fields = own
    case .enumeration, .other: return []
    }
    return fields.flatMap { field in
      ignoredBytes(in: field.type).map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
    }
  }

  /// Returns whether a value may have such a part in its memory, in a payload of an enum too.
  package static func holdsIgnored(_ type: Any.Type) -> Bool {
    if type is any IgnoredInComparison.Type { return true }
    return switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields): fields.contains { holdsIgnored($0.type) }
    case .enumeration(let cases):
      cases.contains { one in !one.isIndirect && one.payload.map(holdsIgnored) ?? false }
    case .other: false
    }
  }
}

/// A type whose values are constant parts of a program, such as its functions: all worlds of a program have the same
/// one.
package protocol PartOfProgram {}

extension TypeShape {
  /// The bytes that parts of the program take in a value of a type, where each value has them: not in payloads of enums,
  /// elements of collections and objects.
  package static func bytesOfProgram(in type: Any.Type) -> [Range<Int>] {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    if type is any PartOfProgram.Type { return [0..<_openExistential(type, do: size)] }
    let fields: [Field]
    switch TypeShape(of: type) {
    case .structure(let own), .tuple(let own): fields = own
    case .enumeration, .other: return []
    }
    return fields.flatMap { field in
      bytesOfProgram(in: field.type).map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
    }
  }

  /// Returns whether a part of the program may stand in the memory of a value, in a payload of an enum too.
  package static func holdsPartOfProgram(_ type: Any.Type) -> Bool {
    if type is any PartOfProgram.Type { return true }
    return switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields): fields.contains { holdsPartOfProgram($0.type) }
    case .enumeration(let cases):
      cases.contains { one in !one.isIndirect && one.payload.map(holdsPartOfProgram) ?? false }
    case .other: false
    }
  }
}

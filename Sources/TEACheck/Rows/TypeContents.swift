internal import TEARuntime

/// The parts that values of a type can have and that are not seen, or change without being seen.
///
/// The type decides, and not what one value holds. Where a type may hold anything, each value says what it holds.
struct TypeContents {
  /// The fields and cases that lead to the first object, if values can hold any.
  private(set) var object: String?
  /// The fields and cases that lead to the first function.
  private(set) var function: String?
  /// Some part may be of any type, or there are more types than are looked at.
  private(set) var mayHoldAnything = false
  /// Some part may not be told apart from others: see ``ValueIdentity``.
  private(set) var mayHoldIncomparable = false

  private var seen: Set<ObjectIdentifier> = []

  /// A generic type may hold ever larger instances of itself; no more types than these are looked at.
  private static var most: Int { 2_000 }

  init(of type: Any.Type) { add(type, at: "") }

  private mutating func add(_ type: Any.Type, at path: String) {
    if type is any IgnoredInComparison.Type || type is AnyKeyPath.Type || Self.texts.contains(ObjectIdentifier(type)) {
      return
    }
    guard seen.insert(ObjectIdentifier(type)).inserted else { return }
    guard seen.count < Self.most else {
      (mayHoldAnything, mayHoldIncomparable) = (true, true)
      return
    }
    if type is any _Pointer.Type, object == nil { object = path }
    if let collection = type as? any (StandardType & Collection).Type {
      for part in collection.parts { add(part, at: path + "[…]") }
      return
    }
    switch TypeShape(of: type) {
    case .structure(let fields):
      guard TypeShape.isKnown(type) else {
        if !Self.isOfSystem(type) { addIncomparable(type) }
        return
      }
      if Self.isValue(type) { return }
      for field in fields { add(field.type, at: Self.join(path, field.name)) }
    case .tuple(let parts): for part in parts { add(part.type, at: Self.join(path, part.name)) }
    case .enumeration(let cases):
      if Self.isValue(type) { return }
      for one in cases {
        guard let payload = one.payload else { continue }
        // What is optional stands where it would without.
        let isOptional = one.name == "some" && TypeShape.moduleName(of: type) == "Swift"
        add(payload, at: isOptional ? path : Self.join(path, one.name))
      }
    case .other: addOther(type, at: path)
    }
  }

  private mutating func addOther(_ type: Any.Type, at path: String) {
    let kind = unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
    switch kind {
    case 0x302:
      if function == nil { function = path }
      mayHoldIncomparable = true
    case 0x303, 0x307:
      mayHoldAnything = true
      mayHoldIncomparable = true
    case 0x304, 0x306, 0x300: break
    case 0x308: addIncomparable(type)
    default:
      if object == nil { object = path }
      addIncomparable(type)
    }
  }

  private mutating func addIncomparable(_ type: Any.Type) {
    if !(type is any Equatable.Type) { mayHoldIncomparable = true }
  }

  /// Tests for an equatable type of a system library such as Foundation: its values are values, however they are kept.
  static func isValue(_ type: Any.Type) -> Bool {
    isOfSystem(type) && TypeShape.moduleName(of: type) != "Swift" && type is any Equatable.Type
  }

  private static let texts: Set<ObjectIdentifier> = [
    ObjectIdentifier(String.self), ObjectIdentifier(Substring.self), ObjectIdentifier(Character.self),
  ]

  private static func isOfSystem(_ type: Any.Type) -> Bool {
    TypeShape.moduleName(of: type) != nil && !TypeShape.isOfUser(type)
  }

  private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

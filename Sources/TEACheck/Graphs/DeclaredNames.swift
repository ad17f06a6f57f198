internal import TEARuntime

/// The names that types declare: of fields, cases, labels, and of the types themselves.
struct DeclaredNames {
  private(set) var names: Set<String> = []
  private var seen: Set<ObjectIdentifier> = []

  /// The largest number of types: some generic types contain ever larger instances of themselves.
  private static var most: Int { 2_000 }

  init(of types: [Any.Type]) {
    for type in types { add(type) }
  }

  private mutating func add(_ type: Any.Type) {
    guard seen.count < Self.most, seen.insert(ObjectIdentifier(type)).inserted else { return }
    if let collection = type as? any (StandardType & Collection).Type {
      for part in collection.parts { add(part) }
      return
    }
    let isOfUser = TypeShape.isOfUser(type)
    if isOfUser { names.insert(shortName(of: type)) }
    switch TypeShape(of: type) {
    case .structure(let fields) where isOfUser:
      for field in fields {
        names.insert(field.name)
        add(field.type)
      }
    case .tuple(let parts):
      for part in parts {
        names.insert(part.name)
        add(part.type)
      }
    case .enumeration(let cases):
      for one in cases {
        if isOfUser { names.insert(one.name) }
        if let payload = one.payload { add(payload) }
      }
    case .structure, .other: break
    }
  }
}

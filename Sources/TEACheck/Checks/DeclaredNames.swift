internal import TEAGenerators
internal import TEARuntime

/// The names that the types of a program declare: their own names, and those of fields, cases and tuple labels.
struct DeclaredNames {
  private(set) var names: Set<String> = []
  private var seenTypes: Set<ObjectIdentifier> = []

  /// The largest number of types that are searched; a generic type may contain ever larger instances of itself.
  private static var maxTypes: Int { 2_000 }

  init(of types: [Any.Type]) {
    for type in types { add(type) }
  }

  private mutating func add(_ type: Any.Type) {
    guard seenTypes.count < Self.maxTypes, seenTypes.insert(ObjectIdentifier(type)).inserted else { return }
    if let elementTypes = elementTypes(ofCollection: type) {
      for elementType in elementTypes { add(elementType) }
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
      for enumCase in cases {
        if isOfUser { names.insert(enumCase.name) }
        if let payload = enumCase.payload { add(payload) }
      }
    case .structure, .other: break
    }
  }
}

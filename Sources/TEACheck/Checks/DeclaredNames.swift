internal import TEAGenerators
internal import TEARuntime

/// The names that the types of a program declare: their own names, and those of fields, cases and tuple labels.
func declaredNames(of types: [Any.Type]) -> Set<String> {
  // The largest number of types that are searched; a generic type may contain ever larger instances of itself.
  let maxTypes = 2_000
  var names: Set<String> = []
  var seenTypes: Set<ObjectIdentifier> = []
  func add(_ type: Any.Type) {
    guard seenTypes.count < maxTypes, seenTypes.insert(ObjectIdentifier(type)).inserted else { return }
    if let elementTypes = elementTypes(ofCollection: type) { return elementTypes.forEach(add) }
    let isOfUser = TypeShape.isOfUser(type)
    if isOfUser { names.insert(shortName(of: type)) }
    switch TypeShape(of: type) {
    case .structure(let fields) where isOfUser, .tuple(let fields):
      for field in fields {
        names.insert(field.name)
        add(field.type)
      }
    case .enumeration(let cases):
      for enumCase in cases {
        if isOfUser { names.insert(enumCase.name) }
        if let payload = enumCase.payload { add(payload) }
      }
    case .structure, .other: break
    }
  }
  types.forEach(add)
  return names
}

extension Mirror {
  /// The mirror of a value for a comparison: a collection that keeps its elements in an object has its elements as children.
  ///
  /// A ``StorageReference`` has no children here, because the standard library traps when it reads them. Nor is the payload of
  /// an enum read that is a constant type, and may take no memory.
  init(comparing value: Any) {
    if value is any StorageReference {
      self.init(value, children: [], displayStyle: .struct)
    } else if let numbers = numbersOfFoundation(in: value) {
      self.init(
        value, unlabeledChildren: (0..<numbers.partCount).lazy.map { numbers.part(at: $0) }, displayStyle: .collection)
    } else if let elements = value as? any Collection, !(value is any CustomReflectable),
      case let identity = ValueIdentity.of(type(of: value)), identity.requiresEquality || identity.isMadeOfElements
    {
      self.init(value, unlabeledChildren: elements.map { $0 as Any }, displayStyle: .collection)
    } else {
      self.init(reflecting: value)
      guard displayStyle == .enum, let payload = children.first, let type = Self.constant(in: payload.value) else {
        return
      }
      self.init(value, children: [(payload.label, type)], displayStyle: .enum)
    }
  }

  private static func constant(in value: Any) -> Any.Type? {
    // `as Any` keeps the existential closed, whose fourth word is the type of the value in it.
    withUnsafeBytes(of: value as Any) {
      TypeShape.constant(ofMetatype: $0.load(fromByteOffset: 24, as: Any.Type.self))
    }
  }
}

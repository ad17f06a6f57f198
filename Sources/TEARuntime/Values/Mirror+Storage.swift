extension Mirror {
  /// The mirror of a value for a comparison: a collection that keeps its elements in an object has its elements as children.
  ///
  /// A ``StorageReference`` has no children here, because the standard library traps when it reads them. Nor does the standard
  /// library read a payload that is a ``ConstantType``, which it takes for a pointer.
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
      guard displayStyle == .enum, !(value is any CustomReflectable),
        let payload = _openExistential(value, do: payloadWithConstant)
      else { return }
      self.init(value, children: [payload], displayStyle: .enum)
    }
  }
}

/// The payload of an enum, if it is a ``ConstantType`` or an optional of one; `nil` for other values.
private func payloadWithConstant<Value>(of value: Value) -> Mirror.Child? {
  guard let number = enumCase(of: value), let typeCase = TypeShape.knownCase(number, of: Value.self),
    let payload = typeCase.payload, payload is any ConstantHolding.Type
  else { return nil }
  return (typeCase.name, storedPayload(of: value, number, typeCase, as: payload))
}

internal import Synchronization

extension Mirror {
  /// The mirror of a value for a comparison: a collection that keeps its elements in an object has its elements as children.
  ///
  /// A ``StorageReference`` has no children here, because the standard library traps when it reads them. Nor does the standard
  /// library read a field or payload that is a ``ConstantType``, which it takes for a pointer.
  package init(comparing value: Any) {
    if value is any StorageReference {
      self.init(value, children: [], displayStyle: .struct)
    } else if let numbers = numbersOfFoundationCollection(value) {
      self.init(
        value, unlabeledChildren: (0..<numbers.partCount).lazy.map { numbers.part(at: $0) }, displayStyle: .collection)
    } else if let elements = value as? any Collection, !(value is any CustomReflectable),
      case let identity = ValueIdentity.of(type(of: value)), identity.requiresEquality || identity.isMadeOfElements
    {
      self.init(value, unlabeledChildren: elements.map { $0 as Any }, displayStyle: .collection)
    } else {
      self.init(reflecting: value)
      guard displayStyle == .enum || displayStyle == .struct, !(value is any CustomReflectable) else { return }
      if displayStyle == .struct {
        let fields = fieldsBesideConstants(of: subjectType)
        if !fields.isEmpty { self.init(value, children: parts(fields, of: value), displayStyle: .struct) }
      } else if let payload = _openExistential(value, do: payloadWithConstant) {
        self.init(value, children: [payload], displayStyle: .enum)
      }
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

/// The fields of a struct of which one is a ``ConstantType`` or an optional of one; empty for other types.
private func fieldsBesideConstants(of type: Any.Type) -> [TypeShape.Field] {
  if let fields = cachedFields.withLock({ $0[ObjectIdentifier(type)] }) { return fields }
  var found: [TypeShape.Field] = []
  if case .structure(let fields) = TypeShape(of: type), TypeShape.hasKnownFields(type),
    fields.contains(where: { $0.type is any ConstantHolding.Type })
  {
    found = fields
  }
  let fields = found
  cachedFields.withLock { $0[ObjectIdentifier(type)] = fields }
  return fields
}

private let cachedFields = Mutex<[ObjectIdentifier: [TypeShape.Field]]>([:])

private func parts(_ fields: [TypeShape.Field], of value: Any) -> [Mirror.Child] {
  func parts<Value>(_ value: Value) -> [Mirror.Child] {
    withUnsafePointer(to: value) { memory in
      fields.map { field in
        func read<Part>(_ type: Part.Type) -> Any {
          (UnsafeRawPointer(memory) + field.offset).assumingMemoryBound(to: type).pointee
        }
        return (field.name, _openExistential(field.type, do: read))
      }
    }
  }
  return _openExistential(value, do: parts)
}

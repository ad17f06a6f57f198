/// The number of a value's case, from 0; `nil` where its type is an `Optional` or no enum.
///
/// Cases with a payload come before those without one, each in the order of declaration. The number is read by a
/// function of the type's metadata, because a `description` may be the same for two cases.
package func enumCase<Value>(of value: Value) -> Int? {
  guard MetadataKind.of(Value.self) == MetadataKind.enumeration else { return nil }
  return withUnsafePointer(to: value) { ValueWitnesses(of: Value.self).enumTag(of: $0) }
}

/// The payload of an enum, read from memory, because the type's own mirror need not show it.
///
/// - Parameters:
///   - number: The number of the value's case.
///   - type: The type of the payload. For a single payload with a label, which is a tuple, it may be the type of the element.
package func storedPayload<Value>(
  of value: Value, _ number: Int, _ typeCase: TypeShape.Case, as type: Any.Type
) -> Any {
  let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  defer { copy.deallocate() }
  copy.initialize(to: value)
  let memory = UnsafeMutableRawPointer(copy)
  let witnesses = ValueWitnesses(of: Value.self)
  witnesses.projectPayload(of: memory)
  defer {
    witnesses.injectEnumTag(number, into: memory)
    copy.deinitialize(count: 1)
  }
  func read<Payload>(_ type: Payload.Type) -> Any {
    let payloadInBox = typeCase.offsetInBox.map { memory.load(as: UnsafeRawPointer.self) + $0 }
    return (payloadInBox ?? UnsafeRawPointer(memory)).assumingMemoryBound(to: type).pointee
  }
  return _openExistential(type, do: read)
}

/// The name of a value's case, without its payload and independent of its `description`; for other types, the value as text.
package func enumCaseName<Value>(of value: Value) -> String {
  // `_caseName` is the function that `dump` calls.
  guard enumCase(of: value) != nil, let name = _caseName(value) else { return String(describing: value) }
  return String(cString: name)
}

@_silgen_name("swift_EnumCaseName")
private func _caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

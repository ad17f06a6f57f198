/// The number of the case that a value is of, or `nil` where its type is not an enum.
///
/// Cases with a payload are numbered before those without one, each in the order of declaration. The number is read
/// from the type's metadata, because `description` can be overridden and may be the same for two cases.
package func enumCase<Value>(of value: Value) -> Int? {
  typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  let kindOfEnums = 0x201
  guard metadata.load(as: Int.self) == kindOfEnums else { return nil }
  let witnesses = (metadata - 8).load(as: UnsafeRawPointer.self)
  // After eight functions and the layout (24 bytes), an enum has three more functions: the first of them.
  let function = witnesses.load(fromByteOffset: 8 * 8 + 24, as: UnsafeRawPointer.self)
  return withUnsafePointer(to: value) { Int(unsafeBitCast(function, to: GetTag.self)($0, metadata)) }
}

/// The name of the case without a payload that a value is of, whatever its `description` says.
package func enumCaseName<Value>(of value: Value) -> String {
  // `dump` and `debugPrint` of the standard library find the name the same way, where no description is in the way.
  guard enumCase(of: value) != nil, let name = _caseName(value) else { return String(describing: value) }
  return String(cString: name)
}

@_silgen_name("swift_EnumCaseName")
private func _caseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

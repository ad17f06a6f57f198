/// Compares by the `==` of the first value's dynamic type; `nil` where that type is not `Equatable`, or the other value has
/// another type.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool? {
  func isEqual<Equal: Equatable>(_ one: Equal) -> Bool? { (other as? Equal).map { one == $0 } }
  return (one as? any Equatable).flatMap { isEqual($0) }
}

/// The `==` of a type on values in memory; `nil` where the type is not `Equatable`.
package func equality(of type: Any.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
  func equality<Equal: Equatable>(of type: Equal.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
    { $0.assumingMemoryBound(to: type).pointee == $1.assumingMemoryBound(to: type).pointee }
  }
  return (type as? any Equatable.Type).map { equality(of: $0) }
}

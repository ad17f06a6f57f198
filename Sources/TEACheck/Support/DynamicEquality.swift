/// Compares two values by the `==` of their dynamic type.
///
/// - Returns: `nil` where the type is not `Equatable`, or the types differ.
package func areEqual<Value>(_ one: Value, _ other: Value) -> Bool? {
  func isEqual<Equal: Equatable>(_ one: Equal) -> Bool? { (other as? Equal).map { one == $0 } }
  return (one as? any Equatable).flatMap { isEqual($0) }
}

internal import TEASupport
internal import TEARuntime

/// Values of different enum cases are never alike, even if the type's `==` says so. Values without an `==`, or unequal to
/// themselves by it, as a NaN is, are compared by their structural text, because their own `description` may leave parts out.
package func areAlike<Value>(_ one: Value, _ other: Value) -> Bool {
  if let tag = enumCase(of: one), tag != enumCase(of: other) { return false }
  if let isEqual = areEqual(one, other), isEqual || areEqual(one, one) == true { return isEqual }
  return structuralLiteral(one) == structuralLiteral(other)
}

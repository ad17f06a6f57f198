internal import TEASupport
internal import TEARuntime

/// Values of different enum cases are never alike, even if the type's `==` says so. Values without an `==` are compared by
/// their structural text, because their own `description` may leave parts out.
package func areAlike<Value>(_ one: Value, _ other: Value) -> Bool {
  if let tag = enumCase(of: one), tag != enumCase(of: other) { return false }
  return areEqual(one, other) ?? (structuralLiteral(one) == structuralLiteral(other))
}

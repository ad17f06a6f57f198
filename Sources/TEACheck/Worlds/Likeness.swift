internal import TEASupport
internal import TEARuntime

/// Returns whether two values are equal by `==` or, where their type is not `Equatable`, have the same structural text: their
/// own `description` may leave parts out.
///
/// Values of different enum cases are never alike, even if the type's `==` says so.
package func areAlike<Value>(_ one: Value, _ other: Value) -> Bool {
  if let tag = enumCase(of: one), tag != enumCase(of: other) { return false }
  return areEqual(one, other) ?? (structuralLiteral(one) == structuralLiteral(other))
}

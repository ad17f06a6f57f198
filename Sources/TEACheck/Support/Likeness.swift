internal import TEARuntime

/// Tests for two values of one case that are equal or, where that cannot be asked, look the same.
package func areAlike<Value>(_ one: Value, _ other: Value) -> Bool {
  if let tag = enumCase(of: one), tag != enumCase(of: other) { return false }
  return areEqual(one, other) ?? (literal(one) == literal(other))
}

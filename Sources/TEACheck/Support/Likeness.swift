internal import TEARuntime

/// Returns whether two values of one case are equal or, where that cannot be asked, look the same.
package func areAlike<Value>(_ one: Value, _ other: Value) -> Bool {
  if let tag = enumCase(of: one), tag != enumCase(of: other) { return false }
  return areEqual(one, other) ?? (literal(one) == literal(other))
}

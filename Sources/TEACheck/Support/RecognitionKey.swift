internal import TEARuntime

/// A value by which another is recognised: all that it stores, whatever it calls equal; where something of it cannot be
/// seen, itself if it is `Hashable`, else its text.
package func recognitionKey(of value: Any) -> AnyHashable {
  if let structure = try? StructuralValue(byStoredContents: value) { return AnyHashable(structure) }
  return value as? AnyHashable ?? AnyHashable(literal(value))
}

internal import TEARuntime

/// A value by which another is recognised: by all that it stores, independent of `==`. Where a part of it cannot be
/// compared, as a function, its own `==` and its text must be the same as well.
package func recognitionKey(of value: Any) -> AnyHashable {
  if let structure = try? StructuralValue(byStoredContents: value) { return AnyHashable(structure) }
  return AnyHashable(PartlyComparedValue(value))
}

/// A value with a part that cannot be compared.
private struct PartlyComparedValue: Hashable {
  private let value: Any
  private let identity: ValueIdentity
  private let text: String
  private let hash: UInt64

  init(_ value: Any) {
    self.value = value
    identity = ValueIdentity.of(type(of: value))
    text = literal(value)
    hash = identity.hash(ofValue: value)
  }

  static func == (one: Self, other: Self) -> Bool {
    one.identity === other.identity && one.hash == other.hash && one.text == other.text
      && one.identity.isSame(value: one.value, and: other.value) && areEqual(one.value, other.value) ?? true
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

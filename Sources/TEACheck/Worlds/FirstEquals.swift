internal import TEASupport

/// The key by which a value is compared with others of its type by the type's own `==`; `nil` where the type has none.
func keyOfEquality<Value>(_ value: Value) -> AnyHashable? {
  if let value = value as? AnyHashable { return value }
  return value is any Equatable ? AnyHashable(EquatableKey(value)) : nil
}

/// The key of a value that has an `==` and no hash. The hash is one of what the value stores.
private struct EquatableKey<Value>: Hashable {
  private let value: Value
  private let storedContents: AnyHashable

  init(_ value: Value) { (self.value, storedContents) = (value, recognitionKey(of: value)) }

  static func == (one: Self, other: Self) -> Bool { areEqual(one.value, other.value) == true }

  func hash(into hasher: inout Hasher) { hasher.combine(storedContents) }
}

/// Finds the first of equal values among all values that were looked up, each of which has a label.
struct FirstEquals<Value: Hashable, Label> {
  /// The first of each group of equal values.
  private var values: [(value: Value, label: Label)] = []
  /// The indices of ``values``.
  private var indices: [Value: Int] = [:]
  /// `false` once equal values with different hashes were found.
  private var hashesAreHonest = true
  /// The number of the first distinct values, which are compared by `==` even where their hashes differ.
  private let scannedCount: Int
  /// `true` to search all values by `==` alone once equal values with different hashes were found.
  private let scansAllIfNeeded: Bool

  init(scanning count: Int, orAllIfNeeded scansAllIfNeeded: Bool = false) {
    (scannedCount, self.scansAllIfNeeded) = (count, scansAllIfNeeded)
  }

  /// The label of the first value that is equal to `value`, which may be `value` itself; `nil` if `value` is unequal to itself.
  ///
  /// The first distinct values are compared by `==`, as the kernel compares subscriptions, because a type's own `hashValue` may
  /// differ between equal values. Later values are found by their hashes, unless all are to be compared.
  ///
  /// - Complexity: O(1) on average; O(*n*) in the number of unequal values where all values are searched by `==` alone.
  mutating func firstEqual(to value: Value, _ label: Label) -> Label? {
    if value != value { return nil }
    let index = indices[value]
    if hashesAreHonest, let index { return values[index].label }
    let scanned = hashesAreHonest || !scansAllIfNeeded ? values.prefix(scannedCount) : values[...]
    if !hashesAreHonest || values.count <= scannedCount, let earlier = scanned.first(where: { $0.value == value }) {
      hashesAreHonest = false
      return earlier.label
    }
    if let index { return values[index].label }
    indices[value] = values.count
    values.append((value, label))
    return label
  }
}

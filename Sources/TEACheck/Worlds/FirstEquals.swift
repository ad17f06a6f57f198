/// The first of equal values, for many values of a type, each with a label.
struct FirstEquals<Value: Hashable, Label> {
  /// The first of each group of equal values.
  private var values: [(value: Value, label: Label)] = []
  /// The indices of ``values``.
  private var indices: [Value: Int] = [:]
  private var hashesAreHonest = true
  /// The number of unequal values that are searched by `==` alone.
  private let scannedCount: Int
  /// All values are searched by `==` alone once equal ones had different hashes.
  private let scansAllIfNeeded: Bool

  init(scanning count: Int, orAllIfNeeded scansAllIfNeeded: Bool = false) {
    (scannedCount, self.scansAllIfNeeded) = (count, scansAllIfNeeded)
  }

  /// The label of the first value that is equal to a value; that of the value itself where there is none before it. `nil` for a
  /// value that is unequal to itself.
  ///
  /// The first unequal values are searched by `==` alone, as the kernel does: a hash of the type's own may differ between equal
  /// values. Where it does not among these, the others are found by their hashes.
  ///
  /// - Complexity: O(1) on average; O(*n*) in the number of unequal values where equal ones had different hashes and all are
  ///   searched.
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

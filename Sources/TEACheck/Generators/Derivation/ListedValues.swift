extension Derivation {
  /// The few smallest values of a type, which an exploration tries; of a derived enum, each case with those of each payload.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// `values` are all values of the type.
    package var isExhaustive = true

    package init(values: [Value] = [], isExhaustive: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
    }
  }
}

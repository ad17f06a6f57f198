extension Derivation {
  /// The few smallest values of a type, for an exploration.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// The type has no other values, apart from those of the cases that the derivation leaves out.
    package var isExhaustive = true

    package init(values: [Value] = [], isExhaustive: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
    }
  }
}

extension Derivation {
  /// The few smallest values of a type, for an exploration.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// The type has no other values, apart from those of the cases that the derivation leaves out.
    package var isExhaustive = true
    /// No larger scope lists other values: the type has none, or the derivation makes only these examples.
    package var isWhole = true

    package init(values: [Value] = [], isExhaustive: Bool = true, isWhole: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
      self.isWhole = isWhole
    }
  }
}

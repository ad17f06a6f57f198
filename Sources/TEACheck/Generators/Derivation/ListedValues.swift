extension Derivation {
  /// The few smallest values of a type, which an exploration tries. Those of a derived enum are all of its cases, each with the
  /// few smallest values of its payload.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// `true` where the type has no other values, apart from those of the cases that the derivation leaves out.
    package var isExhaustive = true

    package init(values: [Value] = [], isExhaustive: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
    }
  }
}

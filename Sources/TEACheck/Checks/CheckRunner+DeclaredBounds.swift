internal import TEAResults

extension CheckRunner {
  /// Throws ``SpecificationError`` for the first declared bound that is too low: a search within such a bound would look at
  /// nothing.
  func validateBounds() throws {
    let declaredBounds = [
      ("depth", bounds.depth, 0), ("states", bounds.states, 1), ("scope", bounds.scope, 1), ("cases", bounds.cases, 1),
      ("length", bounds.length, 1),
    ]
    for case (let name, let value?, let least) in declaredBounds where value < least {
      throw SpecificationError(
        description: "the specification at \(specification.place) is checked with \(name): \(value), which must be "
          + "\(least) or more")
    }
  }
}

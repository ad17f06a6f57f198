internal import TEAGenerators
internal import TEAResults

/// A finding that ends a search, without its world: a violated property, a trap, or an error.
@usableFromInline
struct Violation {
  var property: String
  /// The place of the property's declaration; `nil` for a property that nobody declares, such as a law.
  var place: SourcePlace?
  /// The details in words, such as the error that was thrown or the difference that was found; `nil` for none.
  var detail: String?
  /// The cause of a trap; `nil` for any other violation.
  var trap: TrapCause?
  /// The name of the part of the program or specification that traps; `nil` where it is not known, and without a trap.
  var trappingPart: String?
  /// `true` where two calls of a function with the same values gave different results. A third call may give either result.
  var isNondeterminism = false
  /// `true` where only some steps are taken in the way that shows the violation: a shorter counterexample may be missed.
  var isOfSampledStep = false
  /// The error that ends the search, because a world cannot be told apart from others; `nil` where a property is violated.
  @usableFromInline var error: (any Error)?
}

extension Violation {
  static let reflexivity = "the model equals itself"

  /// Another property may have the same name, so the places are compared where both are known.
  func isOfSameProperty(as other: Violation) -> Bool {
    guard property == other.property else { return false }
    guard let place, let otherPlace = other.place else { return true }
    return place == otherPlace
  }

  /// Makes the finding that ends the search with an error, because a world cannot be told apart from others.
  @usableFromInline
  init(_ error: any Error) {
    self.init(property: "worlds are told apart")
    self.error = error
  }

  init(undeclared failure: any Error, thrownBy function: String, of module: any Module.Type) {
    self.init(
      property: Law.onlyDeclaredFailures.rawValue,
      detail: "\(function) threw \(literal(failure)) of type \(type(of: failure)), which is not "
        + "\(moduleName(of: module)).Failure")
  }

  /// The violation of determinism by `update`, the view or a property that failed only in the first of two calls with the same
  /// values.
  @usableFromInline
  static var failedOnlyOnce: Violation {
    Violation(
      property: Law.deterministic.rawValue,
      detail: "update, the view or a property failed here, and did not when it was called again with the same values",
      isNondeterminism: true)
  }
}

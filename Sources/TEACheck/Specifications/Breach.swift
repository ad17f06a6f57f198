/// A violation, apart from the world in which it was found.
@usableFromInline
struct Breach {
  var property: String
  var place: SourcePlace?
  /// The details in words: the error that was thrown, the difference that was found, or the explanation of a trap.
  var detail: String?
  /// The cause that ends the process, where the violation is a trap.
  var trap: TrapCause?
  /// The name of the part that traps, once it is known.
  var trapping: String?
  /// Two runs of the same functions were compared, which another time may agree.
  var isOfTwoRuns = false
  /// The error that ends the search instead, where the world is not wrong and cannot be told apart from others.
  @usableFromInline var error: (any Error)?
}

extension Breach {
  /// Makes the breach for values that cannot be told apart: its error ends the search.
  @usableFromInline
  init(_ error: any Error) {
    self.init(property: "worlds are told apart")
    self.error = error
  }

  init(undeclared failure: any Error, thrownBy function: String, of module: any Module.Type) {
    self.init(
      property: Law.onlyDeclaredFailures.rawValue,
      detail: "\(function) threw \(literal(failure)) of type \(type(of: failure)), which is not "
        + "\(module).Failure")
  }
}

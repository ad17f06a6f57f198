extension Breach {
  /// The property of a violation by a trap, until another process has found the function that traps.
  static let trapProperty = "nothing traps"

  init(trappingBy cause: TrapCause) {
    self.init(property: Self.trapProperty)
    trap = cause
  }
}

extension TrapPhase {
  /// The violation at a breadcrumb that is known to trap.
  @usableFromInline
  func breach(at breadcrumb: Breadcrumb) -> Breach? { known[breadcrumb].map { Breach(trappingBy: $0) } }
}

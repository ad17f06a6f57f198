internal import TEAResults

extension Violation {
  /// The name of the violated property, until another process has found the function that traps.
  static let trapProperty = "nothing traps"

  static func isOfTrap(_ property: String) -> Bool { property == trapProperty || property.hasSuffix(" never traps") }

  init(trappingBy cause: TrapCause) {
    self.init(property: Self.trapProperty)
    trap = cause
  }
}

extension TrapPhase {
  func violation(at breadcrumb: Breadcrumb) -> Violation? { knownTraps[breadcrumb].map { Violation(trappingBy: $0) } }
}

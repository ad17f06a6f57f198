internal import TEAResults
internal import TEARuntime

extension CheckRunner {
  /// - Parameter onTrap: Receives a trap before the process ends.
  func makeWalker(
    _ recording: Recording, onTrap: @escaping @Sendable (WalkTrap) -> Void
  ) throws -> (WalkRequest) -> WalkPosition {
    var trapConfiguration = TrapWatch.Configuration(settings, title: title)
    trapConfiguration.endsProcess = true
    trapConfiguration.report = { report, _ in onTrap(WalkTrap(report)) }
    let rules = try self.rules(watchedBy: TrapWatch(trapConfiguration))
    let (script, property, session) = try parts(of: recording, rules)
    let walk = try Walk(rules.checkingDeterminism(ifViolated: property), script, of: session)
    return { walk.answer($0) }
  }
}

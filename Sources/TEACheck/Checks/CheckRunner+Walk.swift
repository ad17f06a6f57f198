internal import TEAResults
internal import TEARuntime

extension CheckRunner {
  /// Makes a function that answers requests about the worlds of a walk along a recording.
  ///
  /// - Parameter onTrap: Receives a trap before the process ends.
  /// - Throws: When the specification cannot run, or the recording does not fit it.
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

internal import TEAResults
internal import TEARuntime

extension Rules {
  /// A declared property or law is judged by the whole graph of worlds.
  var needsGraph: Bool { !liveness.isEmpty || laws.contains(.noEndlessChain) }

  var namesOfLiveness: [String] {
    liveness.map { $0.name } + (laws.contains(.noEndlessChain) ? [Law.noEndlessChain.rawValue] : [])
  }

  func isOfSystem(_ step: WorldStep<M>) -> Bool {
    switch step {
    case .message(let message): systemMessageConditions.contains { $0(message) }
    case .reply: true
    case .event(let event): !event.isOfPerson
    }
  }

  /// Returns `true` for a world at rest: no command is outstanding or waits, no timer runs, and no message of
  /// ``SystemMessages`` is possible. Messages of subscriptions and events of the environment do not count.
  func isAtRest(_ world: World<M>) throws -> Bool {
    guard world.outstanding.isEmpty, !(world.surroundings?.hasPendingAction ?? false) else { return false }
    guard !systemMessageConditions.isEmpty else { return true }
    let offered = try UserCode.calling(.offer) { try messages(in: world) }
    return !offered.contains { isOfSystem(.message($0)) }
  }
}

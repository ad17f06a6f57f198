internal import TEARuntime

extension Rules {
  /// Something is declared that only the whole graph can show.
  var needsGraph: Bool { !liveness.isEmpty || laws.contains(.noEndlessChain) }

  /// The names of what only the whole graph can show.
  var namesOfLiveness: [String] {
    liveness.map { $0.name } + (laws.contains(.noEndlessChain) ? [Law.noEndlessChain.rawValue] : [])
  }

  /// Tests for a step without a person: a reply, a message that the system sends, or an event that is no person's.
  func isOfSystem(_ step: WorldStep<M>) -> Bool {
    switch step {
    case .message(let message): systemSends.contains { $0(message) }
    case .reply: true
    case .event(let event): !event.isOfPerson
    }
  }

  /// Tests for a world where nothing happens any more unless a person acts: no command is outstanding or waits, no
  /// timer runs, and no message that the system sends can come.
  ///
  /// - Throws: What the module's view or a declaration throws.
  func isQuiet(_ world: World<M>) throws -> Bool {
    guard world.outstanding.isEmpty, !world.agenda.willAct else { return false }
    guard !systemSends.isEmpty else { return true }
    return try !messages(in: world).contains { isOfSystem(.message($0)) }
  }
}

internal import TEARuntime

/// The demand of a property on whole runs, which no single world can show.
enum Liveness<M: Module>: Sendable {
  typealias Condition = @Sendable (World<M>) throws -> Bool

  /// From every world, one where it holds can be reached.
  case recovers(Condition)
  /// Along every fair run it holds at some time.
  case eventually(Condition)
  /// Along every fair run, whenever the first holds, the second holds then or later.
  case leadsTo(Condition, Condition)
  /// Along every fair run it holds again and again, and at the end if there is one.
  case repeatedly(Condition)

  /// It speaks of fair runs only.
  var needsFairness: Bool {
    if case .recovers = self { false } else { true }
  }
}

extension Rules {
  /// Something is declared that only the whole graph can show.
  var needsGraph: Bool { !liveness.isEmpty || laws.contains(.noEndlessChain) }

  /// The names of what only the whole graph can show.
  var namesOfLiveness: [String] {
    liveness.map(\.name) + (laws.contains(.noEndlessChain) ? [Law.noEndlessChain.rawValue] : [])
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

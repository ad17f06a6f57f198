internal import TEARuntime
internal import Synchronization

extension Rules {
  /// Explores the first worlds for the messages that the world sends there.
  ///
  /// - Parameter tags: Receives the tags of these messages, and those that were known.
  /// - Returns: Some of them were unknown, so that the rules offer messages that no person sends, and are to be made again.
  /// - Complexity: O(1) where messages are declared, or where all commands and subscriptions were derived.
  func learnTagsOfWorld(_ tags: inout Set<Int>?, exploringBy engines: Engines<M>) -> Bool {
    guard derivesMessages, mayMissMessagesOfWorld else { return false }
    let log = Mutex<Set<Int>>([])
    let usage = surroundingRules?.usageLog.usage
    var rules = self
    rules.observeOnly { [self] world in
      let found = try stepsOfWorld(in: world).compactMap { step -> Int? in
        if case .event(let event) = step, event.isOfPerson { return nil }
        return step.message.flatMap { enumCase(of: $0) }
      }
      if !found.isEmpty { log.withLock { $0.formUnion(found) } }
    }
    let bounds = ExplorationBounds(states: Self.maxWorldsToLearnFrom)
    _ = engines.explore(rules, bounds, 1) { _ in }
    clearLogsOfReplies()
    if let usage { surroundingRules?.usageLog.usage = usage }
    let newTags = log.withLock { $0 }.subtracting(underivedTags)
    tags = underivedTags.union(newTags)
    return !newTags.isEmpty
  }

  /// The number of worlds that are explored for the messages that the world sends.
  private static var maxWorldsToLearnFrom: Int { 1_000 }

  /// Replaces all properties and laws by a function that is called with each world.
  private mutating func observeOnly(_ observe: @escaping @Sendable (World<M>) throws -> Void) {
    let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line)
    relax()
    (always, steps, liveness) = ([], [], [])
    always = [
      Property(
        name: "messages of the world",
        kind: .always { world in
          try? observe(world)
          return true
        }, place: place)
    ]
    prepare()
  }
}

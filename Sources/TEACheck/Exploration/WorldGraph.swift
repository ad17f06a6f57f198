public import TEARuntime

/// All worlds that an exploration found, and the steps between them.
///
/// The steps of a world are adjacent and in the order of exploration. A world that was not expanded has none.
@usableFromInline
struct WorldGraph<M: Module> {
  /// In the order of discovery.
  @usableFromInline var worlds: [World<M>] = []
  /// The number of worlds to start from, which are the first ones.
  @usableFromInline var startCount = 0
  /// The number of worlds that were expanded; the worlds from this index on are the frontier.
  @usableFromInline var expandedCount = 0
  /// The index of the first step of each world, and at the end the number of steps.
  @usableFromInline var firstSteps: [Int] = [0]
  /// The world that each step leads to.
  @usableFromInline var targets: [UInt32] = []
  @usableFromInline var steps: [WorldStep<M>] = []
  /// The cases of messages; `nil` where messages are no enum.
  @usableFromInline let cases = MessageCases(of: M.Message.self)
  /// The case of the message of each step, where there are cases.
  @usableFromInline var messageCases: [MessageCase] = []
  /// The worlds of which steps were left out, because they would leave too many commands outstanding.
  @usableFromInline var leftOut: [UInt32] = []

  /// - Parameter limit: The most steps, where there is a bound; room for them is reserved, and touched when it is used.
  @usableFromInline
  init(upTo limit: Int? = nil) {
    guard let limit else { return }
    targets.reserveCapacity(limit)
    steps.reserveCapacity(limit)
    if cases != nil { messageCases.reserveCapacity(limit) }
  }

  /// The numbers of the steps of a world.
  @usableFromInline
  func steps(of world: Int) -> Range<Int> { firstSteps[world]..<firstSteps[world + 1] }

  /// Adds a step; those of one world come one after the other, the worlds in order.
  @inlinable
  mutating func add(_ step: WorldStep<M>, from source: Int, to target: Int) {
    while firstSteps.count <= source { firstSteps.append(targets.count) }
    targets.append(UInt32(truncatingIfNeeded: target))
    if let cases { messageCases.append(MessageCase(of: step, cases)) }
    steps.append(step)
  }

  /// Adds the worlds when all steps are there.
  @inlinable
  mutating func close(worlds: [World<M>], expanded: Int) {
    self.worlds = worlds
    expandedCount = expanded
    while firstSteps.count <= worlds.count { firstSteps.append(targets.count) }
  }
}

/// The case of the message that a step brings, and who sends it.
@usableFromInline
struct MessageCase {
  /// One more than the number of the case; 0 for a step without a message.
  @usableFromInline let number: UInt16
  /// The message is no answer and no event, but sent by a person or the system.
  @usableFromInline let isSent: Bool

  @inlinable
  init<M: Module>(of step: WorldStep<M>, _ cases: MessageCases) {
    func number(of message: M.Message) -> UInt16 {
      withUnsafePointer(to: message) { UInt16(truncatingIfNeeded: cases.number(ofMessageAt: $0) + 1) }
    }
    switch step {
    case .message(let message): (self.number, isSent) = (number(of: message), true)
    case .reply(let message, _): (self.number, isSent) = (number(of: message), false)
    case .event(let event): (self.number, isSent) = (event.message.map(number) ?? 0, false)
    }
  }
}

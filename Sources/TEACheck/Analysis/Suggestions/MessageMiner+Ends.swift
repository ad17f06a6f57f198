extension MessageMiner {
  /// The truth of an equation in a world, as the explored steps tell.
  enum Finding {
    /// The equation holds, and its first message changes the model; of commuting messages, each alone changes it.
    case holds
    /// The equation says nothing about the world: it holds only because a message changes nothing, or `update` throws.
    case vacuous
    /// The equation does not hold. With `isIdle`, the first message changes nothing.
    case broken(isIdle: Bool)
    /// The steps do not tell: the worlds that they lead to were not found, or not expanded.
    case unknown
  }

  /// The world to which each message leads from each world, as the explored steps tell.
  ///
  /// Up to 100 equations are looked up in every world, so a look-up reads a few numbers and nothing else.
  struct Ends {
    /// The end where the steps do not tell.
    static let unknown = UInt32.max
    /// The end where `update` threw. Numbers of worlds are smaller.
    static let failure = UInt32.max - 1

    let worldCount: Int
    private let messageCount: Int
    /// For each world in turn, the world to which each message leads, or ``unknown``, or ``failure``.
    private let ends: [UInt32]
    /// The number of the model of each world; empty where a world is nothing but its model.
    private let modelNumbers: [UInt32]

    init(_ messages: ObservedMessages, worldCount: Int, targets: [UInt32], failures: Set<Int>) {
      (self.worldCount, messageCount, modelNumbers) = (worldCount, messages.names.count, messages.modelNumbers)
      ends = messages.steps.map { step in
        guard step != ObservedMessages.unknown, Int(targets[Int(step)]) < worldCount else { return Self.unknown }
        return !failures.isEmpty && failures.contains(Int(step)) ? Self.failure : targets[Int(step)]
      }
    }

    /// The world to which a message leads from `end`; `end` itself where `end` is ``unknown`` or ``failure``.
    func end(of message: Int, from end: UInt32) -> UInt32 {
      end >= Self.failure ? end : ends[Int(end) * messageCount + message]
    }

    private func haveSameModel(_ one: UInt32, _ other: UInt32) -> Bool {
      one == other || (!modelNumbers.isEmpty && modelNumbers[Int(one)] == modelNumbers[Int(other)])
    }

    private func changes(_ message: Int, _ world: UInt32) -> Bool {
      let end = end(of: message, from: world)
      return end < Self.failure && !haveSameModel(world, end)
    }

    func finding(of equation: Equation, in worldNumber: Int) -> Finding {
      let world = UInt32(truncatingIfNeeded: worldNumber)
      let (left, right): (UInt32, UInt32)
      let afterFirst = end(of: equation.first, from: world)
      switch equation.kind {
      case .idempotent: (left, right) = (afterFirst, end(of: equation.first, from: afterFirst))
      case .inverse: (left, right) = (world, end(of: equation.second, from: afterFirst))
      case .commuting:
        (left, right) = (
          end(of: equation.second, from: afterFirst),
          end(of: equation.first, from: end(of: equation.second, from: world))
        )
      }
      if left == Self.failure || right == Self.failure { return .vacuous }
      if left == Self.unknown || right == Self.unknown { return .unknown }
      let firstChangesModel = afterFirst < Self.failure && !haveSameModel(world, afterFirst)
      if !haveSameModel(left, right) { return .broken(isIdle: !firstChangesModel) }
      return firstChangesModel && (equation.kind != .commuting || changes(equation.second, world)) ? .holds : .vacuous
    }
  }
}

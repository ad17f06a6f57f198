internal import Synchronization
internal import TEASupport
internal import TEAText
internal import TEARuntime

/// The order of the lists that declarations make, such as the messages of a world.
///
/// Searches and random runs identify a step by its index among the steps of a world. A declaration that iterates over a set or
/// a dictionary may list the same steps in another order each time. Once two orders are found, the check runs again with lists
/// in a canonical order. Other programs keep the order in which their author lists the steps.
final class ListOrder: Sendable {
  let isCanonical: Bool
  private let varies = Atomic<Bool>(false)

  init(isCanonical: Bool) { self.isCanonical = isCanonical }

  /// Two orders of one list were found, or are suspected after a flaky run. The check must run again with lists in a canonical
  /// order.
  var mustBecomeCanonical: Bool { varies.load(ordering: .relaxed) }

  func noteVariation() { if !isCanonical { varies.store(true, ordering: .relaxed) } }

  /// Returns whether both lists hold the same steps, in any order. Calls ``noteVariation()`` where only the order differs.
  fileprivate func holdsSameSteps<M>(_ one: [WorldStep<M>], _ other: [WorldStep<M>]) -> Bool {
    // The same order is by far the most frequent, and recognition keys take long.
    if one.count == other.count, zip(one, other).allSatisfy(WorldStep.looksSame) { return true }
    let (keys, otherKeys) = (one.map { recognitionKey(of: $0) }, other.map { recognitionKey(of: $0) })
    guard keys.counts == otherKeys.counts else { return false }
    if keys != otherKeys { noteVariation() }
    return true
  }
}

/// The error of a declaration that does not list the same steps each time for one world.
struct VaryingSteps: Error, CustomStringConvertible {
  /// A step that is more often in one list of the world's steps than in the other.
  let step: String
  /// The world as it is has one list, and with its sets and dictionaries in another order it has another.
  let isInAnotherOrder: Bool
  /// The number of steps from a start to the world.
  var depth = 0

  private var position: String {
    depth == 0 ? "at the start" : "in a world \(counted(depth, "step")) from the start"
  }

  private var circumstance: String {
    isInAnotherOrder ? "its sets and dictionaries are in another order" : "the same world is asked again"
  }

  var description: String {
    "a list of what can happen is not the same each time: '\(escaped(step))' \(position) is listed once, and not when "
      + "\(circumstance); Messages, Replies and Environment must depend on the world alone, and not on a "
      + "clock, a random number, a global or the order of a set: let a generator choose values at random, and sort a set"
  }
}

extension WorldStep {
  /// A fast comparison of two steps that have the same index in lists of equal worlds.
  fileprivate static func looksSame(_ one: WorldStep, _ other: WorldStep) -> Bool {
    switch (one, other) {
    case (.message, .message): break
    case (.reply(_, let index), .reply(_, let otherIndex)): if index != otherIndex { return false }
    case (.event(let event), .event(let otherEvent)):
      switch (event.kind, otherEvent.kind) {
      case (.environment(let name, let state), .environment(let otherName, let otherState)):
        if name != otherName || recognitionKey(of: state.base) != recognitionKey(of: otherState.base) { return false }
      case (.answer(_, let message), .answer(_, let otherMessage)): return looksSame(message, otherMessage)
      default:
        // Events of the other kinds come in the order of what the world holds, such as its commands, subscriptions and
        // deadlines. This order is the same in equal worlds, so only the messages are compared.
        break
      }
    default: return false
    }
    return switch (one.message, other.message) {
    case (nil, nil): true
    case (let message?, let otherMessage?): looksSame(message, otherMessage)
    default: false
    }
  }

  private static func looksSame(_ one: M.Message, _ other: M.Message) -> Bool {
    PartIdentity.ofWhole(M.Message.self).areSame(one, other)
  }
}

extension Rules {
  /// Lists the steps of a world again, also with its sets and dictionaries in another order.
  ///
  /// - Parameter world: A world whose steps were listed before, so that listing them does not trap.
  /// - Returns: The error of a step that is more often in one list of the world than in another; `nil` for none. Lists of the
  ///   world with its sets and dictionaries in another order count only with the law `deterministic`.
  @discardableResult
  func compareLists(in world: World<M>) -> VaryingSteps? {
    if listOrder.mustBecomeCanonical { return nil }
    return UserCode.calling(.offer) {
      guard let steps = try? possibleSteps(in: world) else { return nil }
      let reordered = holdsIndices ? nil : world.reordered
      // A set that a declaration makes anew gets another address, and so another order, only where its former address is taken.
      // The blocks have the sizes that the storage of a set may have, up to one with about as many elements as there are steps.
      var takenMemory: [UnsafeMutableRawPointer] = []
      defer { for block in takenMemory { block.deallocate() } }
      for attempt in 0..<Self.relistingCount where !listOrder.mustBecomeCanonical {
        var size = 32
        while size <= max(512, 64 * steps.count) {
          takenMemory.append(.allocate(byteCount: size, alignment: 16))
          size += max(16, size / 16)
        }
        let inAnotherOrder = attempt > 0 ? reordered : nil
        guard let others = try? possibleSteps(in: inAnotherOrder ?? world) else { return nil }
        if !listOrder.holdsSameSteps(steps, others), inAnotherOrder == nil || laws.contains(.deterministic),
          let step = textOfUnmatchedStep(steps, others, in: world)
        {
          return VaryingSteps(step: step, isInAnotherOrder: inAnotherOrder != nil)
        }
      }
      return nil
    }
  }

  /// An index of a set or dictionary is valid in one order only.
  private var holdsIndices: Bool {
    let types: [Any.Type?] = [
      M.Model.self, M.Message.self, M.Command.self, M.Subscription.self, surroundingRules?.environment?.type,
    ]
    return types.contains { $0.map(Reordering.holdsIndex) ?? false }
  }

  /// Lists the steps of a trace's worlds again, up to its last step, to find out if their order varies.
  func compareLists(along trace: Trace<M>) {
    if hasConstantSteps { return }
    var world = trace.origin.world
    for (_, outcome) in trace.steps {
      compareLists(in: world)
      world = outcome.world
    }
  }

  /// The text of a step that one of two lists has more often than the other; `nil` where the texts are the same, because the
  /// steps differ only in functions.
  private func textOfUnmatchedStep(_ one: [WorldStep<M>], _ other: [WorldStep<M>], in world: World<M>) -> String? {
    func firstDifference(_ text: (WorldStep<M>) -> String) -> String? {
      let (texts, otherTexts) = (one.map(text), other.map(text))
      let (counts, otherCounts) = (texts.counts, otherTexts.counts)
      return (texts + otherTexts).first { counts[$0] != otherCounts[$0] }
    }
    return firstDifference { $0.reportText(in: world) }
      ?? firstDifference { step in
        guard case .event(let event) = step, case .environment(_, let after) = event.kind else { return "" }
        return "\(step.reportText(in: world)), which leads to \(literal(after.base, upTo: shownLength))"
      }
  }

  /// The number of times that steps are listed again: first for the world as it is, so that a difference that comes then too is
  /// not put down to the order, and then with sets and dictionaries reordered.
  private static var relistingCount: Int { 2 }

  @usableFromInline
  func sorted(_ steps: [WorldStep<M>], in world: World<M>) -> [WorldStep<M>] {
    steps.count < 2 ? steps : canonicalOrder(of: steps, in: world).map { steps[$0] }
  }

  /// The indices of steps in canonical order.
  func canonicalOrder(of steps: [WorldStep<M>], in world: World<M>) -> [Int] {
    TEACheck.canonicalOrder(ofTexts: steps.map { Array($0.reportText(in: world).utf8) })
  }

  /// All worlds have the same steps: those of one fixed list of messages.
  var hasConstantSteps: Bool { if case .fixed = offer { replies == nil && !hasSurroundings } else { false } }
}

extension World {
  fileprivate var reordered: World {
    var world = self
    world.model = Reordering.reordered(model, order: 0)
    world.outstanding = outstanding.map { Reordering.reordered($0, order: 0) }
    if var state = surroundings?.state, let environment = state.environment {
      state.environment = Reordering.reordered(environment, order: 0)
      world.surroundings = Surroundings(state)
    }
    return world
  }
}

// MARK: Sorted lists

extension MessageSorter {
  func sorting<Input>(_ list: @escaping @Sendable (Input) throws -> [Message]) -> @Sendable (Input) throws -> [Message]
  {
    { self.sorted(try list($0)) }
  }

  func sorting<Input, Context>(
    _ list: @escaping @Sendable (Input, Context) throws -> [Message]?
  ) -> @Sendable (Input, Context) throws -> [Message]? {
    { input, context in try list(input, context).map(self.sorted) }
  }
}

extension AnyEnvironment {
  /// Events are sorted by name, and then by message.
  func sorting(by sorter: MessageSorter<M.Message>) -> AnyEnvironment {
    var environment = self
    environment.replies = replies.map { sorter.sorting($0) }
    if let events {
      environment.events = { state, live in
        let possible = try events(state, live)
        let texts = possible.map { Array($0.name.utf8) + [0] + ($0.message.map(sorter.text) ?? []) }
        return canonicalOrder(ofTexts: texts).map { possible[$0] }
      }
    }
    return environment
  }
}

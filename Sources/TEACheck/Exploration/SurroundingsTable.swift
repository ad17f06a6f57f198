internal import TEAMemory
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// An item of surroundings: its tag, the numbers of up to three values, and the time that remains until it is due.
///
/// The type is not generic over a module, so that work with arrays of items looks up no metadata of types.
private struct SurroundingsItem: Equatable {
  /// The meaning of the values.
  enum Tag: UInt32 {
    // Pending deadlines.
    case timer, command, throttleEnd
    // Late messages, by their origin. The environment computes an *unmade* reply only on its arrival.
    case lateFromView, lateReply, lateUnmadeReply, lateFromSubscription, lateFromEvent
    // Late replies to one command, of which at most one arrives: all of them, and each as an *alternative*.
    case lateReplies, alternative
    // A reply that may arrive a second time, an effect that sends nothing more, and an effect whose reply is lost.
    case repeatableReply, silent, lost
    // The stages of an outstanding command.
    case requested, effective, answered
    case environment, subscription
  }

  typealias Part = (number: UInt32, hash: UInt64)

  /// The first word has the tag in its upper half, and the number of the first value in its lower half. The second has the
  /// numbers of the third and the second value. The others are the halves of the remaining time in attoseconds.
  let words: (UInt64, UInt64, UInt64, UInt64)
  /// A hash of the contents of the values, and not of their numbers, which depend on the order of discovery.
  let hash: UInt64

  /// The size of ``words`` in bytes.
  static var size: Int { 32 }

  init(
    _ tag: Tag, _ first: Part, _ second: Part = (0, 0), _ third: Part = (0, 0), after remaining: Duration = .zero
  ) {
    let attoseconds = remaining.attoseconds
    words = (
      UInt64(tag.rawValue) << 32 | UInt64(first.number), UInt64(third.number) << 32 | UInt64(second.number),
      UInt64(truncatingIfNeeded: attoseconds >> 64), UInt64(truncatingIfNeeded: attoseconds)
    )
    var hash = UInt64(tag.rawValue)
    WordMemory.add(first.hash, to: &hash)
    WordMemory.add(second.hash, to: &hash)
    WordMemory.add(third.hash, to: &hash)
    WordMemory.mix(&hash, words.2)
    WordMemory.mix(&hash, words.3)
    self.hash = hash
  }

  /// A hash of items that does not depend on their order.
  static func hash(of items: [Self]) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: items.count)
    for item in items { hash &+= RandomNumbers.mix(item.hash) }
    return hash
  }

  static func == (one: Self, other: Self) -> Bool { one.words == other.words }
  /// The order in which the content of a bag has its items.
  static func isBefore(_ one: Self, _ other: Self) -> Bool { one.words < other.words }

  static func withContent(
    of items: [Self], _ writer: RowWriter, _ body: (UnsafeRawPointer, Int) -> UInt32
  ) -> UInt32 {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let content = writer.allocate(max(size * items.count, 8))
    for (index, item) in items.enumerated() {
      (content + index * size).storeBytes(of: item.words, as: (UInt64, UInt64, UInt64, UInt64).self)
    }
    return body(UnsafeRawPointer(content), size * items.count)
  }
}

/// The surroundings of the worlds of a search, each stored once and identified by a number.
///
/// Surroundings are written as items, with a tag for each part (see ``SurroundingsItem/Tag``). Surroundings with the same items
/// in any order have one *bag*. Worlds are compared by the bag.
final class SurroundingsTable<M: Module>: @unchecked Sendable {
  // Unchecked, because the tables have locks of their own.

  private typealias Item = SurroundingsItem
  private typealias NumberedState = Surroundings<NumberedProgram>.State

  let parts: PartNumbers<M>
  /// The table of surroundings. The content of surroundings is their items, in order.
  private let distinctSurroundings = PartTable(of: Surroundings<M>.self, .content)
  /// The table of bags of items. The content of a bag is its items, sorted.
  private let bags = PartTable(of: Void.self, .content)
  /// The table of lists of alternatives. The content of a list is its replies as items.
  private let alternatives = PartTable(of: Void.self, .content)
  private let eventNames = PartTable.keyTable()

  /// - Parameter hashesAreFingerprints: Worlds with equal hashes are taken for the same.
  init(_ rules: Rules<M>, _ commands: PartTable, hashesAreFingerprints: Bool) {
    parts = PartNumbers(rules, commands, hashesAreFingerprints: hashesAreFingerprints)
  }

  var count: Int { distinctSurroundings.count + bags.count + alternatives.count + eventNames.count + parts.count }

  func contentHash(ofBag bag: UInt32) -> UInt64 { bags.contentHash(of: Int(bag)) }

  func surroundings(_ number: UInt32) -> Surroundings<M> {
    distinctSurroundings.value(number)
  }

  /// The number of surroundings, and the number of their bag; both are added where they are new.
  ///
  /// - Parameter list: The number of the list of the outstanding commands.
  func numberAndBag(
    of surroundings: Surroundings<M>, _ list: UInt32, in lists: CommandLists, _ writer: RowWriter
  ) -> (number: UInt32, bag: UInt32) {
    if let numbered = surroundings.numbered(mappedBy: parts.mapToValues) {
      return numberAndBag(ofNumbered: numbered, list, in: lists, writer)
    }
    let numberedState = surroundings.state.map(parts.numbering(writer))
    if parts.haveValues { return numberAndBag(ofNumbered: Surroundings(numberedState), list, in: lists, writer) }
    return numberAndBag(of: numberedState, list, in: lists, writer) { surroundings }
  }

  /// The surroundings must hold numbers of ``parts``, whose tables must hold values (``PartNumbers/haveValues``).
  func numberAndBag(
    ofNumbered surroundings: Surroundings<NumberedProgram>, _ list: UInt32, in lists: CommandLists, _ writer: RowWriter
  ) -> (number: UInt32, bag: UInt32) {
    numberAndBag(of: surroundings.state, list, in: lists, writer) {
      Surroundings(surroundings, mappedBy: parts.mapToValues)
    }
  }

  private func numberAndBag(
    of state: NumberedState, _ list: UInt32, in lists: CommandLists, _ writer: RowWriter,
    makeSurroundings: () -> Surroundings<M>
  ) -> (number: UInt32, bag: UInt32) {
    let items = self.items(of: state, lists.commands(of: list), lists.commands, writer)
    let hash = Item.hash(of: items)
    let itemsOfBag =
      state.lateMessages.count != 0 && state.lateMessages.contains { $0.messages.count > 1 }
      ? self.items(of: state, lists.commands(of: list), lists.commands, writer, sortingAlternatives: true) : items
    let bag = Item.withContent(
      of: itemsOfBag.count < 2 ? itemsOfBag : itemsOfBag.sorted(by: Item.isBefore), writer
    ) { bags.number(ofContent: $0, $1, contentHash: hash) }
    let number = Item.withContent(of: items, writer) { content, size in
      distinctSurroundings.knownNumber(ofContent: content, size)
        ?? withUnsafePointer(to: makeSurroundings()) {
          distinctSurroundings.number(ofContent: content, size, contentHash: hash, of: $0)
        }
    }
    return (number, bag)
  }

  // MARK: Items

  /// - Parameters:
  ///   - outstanding: The numbers that the outstanding commands have in `table`.
  ///   - table: The table of commands. It tells commands apart also where ``parts`` has only their keys.
  ///   - sortsAlternatives: Alternatives are sorted, because their order does not matter for the bag.
  private func items(
    of state: NumberedState, _ outstanding: UnsafeBufferPointer<UInt32>, _ table: PartTable, _ writer: RowWriter,
    sortingAlternatives sortsAlternatives: Bool = false
  ) -> [Item] {
    var items: [Item] = []
    for entry in state.agenda.entries {
      switch entry.item {
      case .timer(let subscription):
        items.append(Item(.timer, part(subscription), after: entry.remaining))
      case .command(let command, let id):
        items.append(Item(.command, part(command), part(id), after: entry.remaining))
      case .throttleEnd(let id): items.append(Item(.throttleEnd, part(id), after: entry.remaining))
      }
    }
    for reply in state.repeatableReplies {
      items.append(Item(.repeatableReply, part(reply.command), part(reply.message)))
    }
    assert(
      state.progress.isEmpty || state.progress.count == outstanding.count, "each outstanding command has its progress")
    for (index, progress) in state.progress.enumerated() {
      let command = part(outstanding[index], of: table)
      switch progress.stage {
      case .requested: items.append(Item(.requested, command))
      case .effective: items.append(Item(.effective, command))
      case .answered(let message): items.append(Item(.answered, command, part(message)))
      }
    }
    // Equal late messages make one item, and so do equal silent effects.
    var sectionStart = items.count
    for late in state.lateMessages {
      let isSingle = late.messages.count == 1
      // The list is empty for a reply that is not made yet.
      let message: Item.Part =
        if isSingle { part(late.messages[0]) } else if late.messages.isEmpty { (0, 0) } else {
          part(ofAlternatives: late.messages, sorted: sortsAlternatives, writer)
        }
      let item =
        switch late.origin {
        case .view: Item(.lateFromView, message)
        case .reply(let command, isMade: true): Item(isSingle ? .lateReply : .lateReplies, message, part(command))
        case .reply(let command, isMade: false): Item(.lateUnmadeReply, part(command))
        case .subscription(let subscription, event: nil): Item(.lateFromSubscription, message, part(subscription))
        case .subscription(let subscription, let event?):
          Item(.lateFromEvent, message, part(subscription), part(ofEvent: event, writer))
        }
      if !items[sectionStart...].contains(item) { items.append(item) }
    }
    sectionStart = items.count
    for effect in state.silentEffects {
      let item = Item(effect.isLost ? .lost : .silent, part(effect.command))
      if !items[sectionStart...].contains(item) { items.append(item) }
    }
    if let environment = state.environment {
      let number = PartNumbers<M>.number(ofEnvironment: environment)
      items.append(Item(.environment, part(number, of: parts.environments)))
    }
    for subscription in state.subscriptions { items.append(Item(.subscription, part(subscription))) }
    return items
  }

  private func part(
    ofAlternatives messages: [NumberedProgram.Message], sorted isSorted: Bool, _ writer: RowWriter
  ) -> Item.Part {
    var items = messages.map { Item(.alternative, part($0)) }
    if isSorted { items.sort(by: Item.isBefore) }
    let hash = Item.hash(of: items)
    let number = Item.withContent(of: items, writer) { alternatives.number(ofContent: $0, $1, contentHash: hash) }
    return (number, hash)
  }

  private func part(ofEvent name: String, _ writer: RowWriter) -> Item.Part {
    part(withUnsafePointer(to: AnyHashable(name)) { eventNames.number(of: $0, writer) }, of: eventNames)
  }

  private func part(_ message: NumberedProgram.Message) -> Item.Part { part(message.number, of: parts.messages) }
  private func part(_ command: NumberedProgram.Command) -> Item.Part { part(command.number, of: parts.commands) }
  private func part(_ id: NumberedProgram.EffectID) -> Item.Part { part(id.number, of: parts.effectIDs) }
  private func part(_ subscription: NumberedProgram.Subscription) -> Item.Part {
    part(subscription.number, of: parts.subscriptions)
  }

  private func part(_ number: UInt32, of table: PartTable) -> Item.Part { (number, table.contentHash(of: Int(number))) }
}

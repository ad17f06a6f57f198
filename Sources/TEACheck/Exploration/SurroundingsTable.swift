internal import TEAMemory
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// An item of surroundings: its tag, the numbers of two values, and the time that remains until it is due.
///
/// Its type depends on no module, so that the library works with arrays of items without asking for types.
private struct SurroundingsItem: Equatable {
  /// The meaning of the two values.
  enum Tag: UInt32 {
    // Pending deadlines.
    case timer, command, throttleEnd
    // Late messages, by their origin.
    case lateFromView, lateReply, lateFromSubscription
    // A reply that may arrive a second time, an effect that sends nothing more, and an effect whose reply is lost.
    case repeatableReply, silent, lost
    // The stages of an outstanding command.
    case requested, effective, answered
    case environment, subscription
  }

  typealias Part = (number: UInt32, hash: UInt64)

  /// The tag with the number of the first value, the number of the second value, and the seconds and the attoseconds of the
  /// remaining time.
  let words: (UInt64, UInt64, UInt64, UInt64)
  /// A hash of the contents of the values, and not of their numbers, which depend on the order of discovery.
  let hash: UInt64

  static var size: Int { 32 }

  init(_ tag: Tag, _ first: Part, _ second: Part = (0, 0), after remaining: Duration = .zero) {
    let (seconds, attoseconds) = remaining.components
    words = (
      UInt64(tag.rawValue) << 32 | UInt64(first.number), UInt64(second.number),
      UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds)
    )
    var hash = UInt64(tag.rawValue)
    WordMemory.add(first.hash, to: &hash)
    WordMemory.add(second.hash, to: &hash)
    WordMemory.mix(&hash, words.2)
    WordMemory.mix(&hash, words.3)
    self.hash = hash
  }

  static func == (one: Self, other: Self) -> Bool { one.words == other.words }
  /// The order of the items in the content of a kind.
  static func isBefore(_ one: Self, _ other: Self) -> Bool { one.words < other.words }

  static func withContent(
    of items: [Self], _ writer: RowWriter, _ body: (UnsafeRawPointer, Int) -> UInt32
  ) -> UInt32 {
    let mark = writer.mark
    defer { writer.giveBackAll(since: mark) }
    let content = writer.take(max(size * items.count, 8))
    for (index, item) in items.enumerated() {
      (content + index * size).storeBytes(of: item.words.0, as: UInt64.self)
      (content + index * size).storeBytes(of: item.words.1, toByteOffset: 8, as: UInt64.self)
      (content + index * size).storeBytes(of: item.words.2, toByteOffset: 16, as: UInt64.self)
      (content + index * size).storeBytes(of: item.words.3, toByteOffset: 24, as: UInt64.self)
    }
    return body(UnsafeRawPointer(content), size * items.count)
  }
}

/// The surroundings of the worlds of a search, each stored once and identified by a number.
///
/// Surroundings are written as items, with a tag for each part (see ``SurroundingsItem/Tag``). Surroundings with the same items
/// in any order are of one *kind*. Worlds are compared by the kind.
final class SurroundingsTable<M: Module>: @unchecked Sendable {
  // Its tables have locks of their own.

  private typealias Item = SurroundingsItem
  private typealias Part = SurroundingsItem.Part

  /// The table of surroundings. The content of surroundings is their items, in order.
  private let distinctSurroundings = PartTable(of: Surroundings<M>.self, .content)
  /// The table of kinds. The content of a kind is its items, sorted.
  private let kinds = PartTable(of: Void.self, .content)
  // The tables of the values in items:
  private let messages = Values(M.Message.self)
  private let commands = Values(M.Command.self)
  private let subscriptions = Values(M.Subscription.self)
  private let effectIDs = Values(M.EffectID.self)
  private let environments: PartTable

  /// The values of one type, or their recognition keys where a value may have incomparable parts.
  private struct Values<Value> {
    let table: PartTable
    let storesValues = !TypeContents.of(Value.self).mayHoldIncomparable

    init(_ type: Value.Type) {
      table =
        storesValues ? PartTable(of: type, .value(PartIdentity.of(type))) : PartTable.ofKeys()
    }

    /// The number and the hash of a value, which is added where it is new.
    ///
    /// - Parameter key: The recognition key of the value, where it is known.
    func part(_ value: Value, _ writer: RowWriter, key: LazyKey? = nil) -> Part {
      let number =
        storesValues
        ? withUnsafePointer(to: value) { table.number(of: $0, writer) }
        : withUnsafePointer(to: key?.value ?? recognitionKey(of: value)) { table.number(of: $0, writer) }
      return (number, table.contentHash(of: Int(number)))
    }
  }

  init() { environments = PartTable.ofKeys() }

  var count: Int {
    [distinctSurroundings, kinds, messages.table, commands.table, subscriptions.table, effectIDs.table, environments]
      .reduce(0) { $0 + $1.count }
  }

  func contentHash(ofKind kind: UInt32) -> UInt64 { kinds.contentHash(of: Int(kind)) }

  /// The number of surroundings, and the number of their kind; both are added where they are new.
  ///
  /// - Parameter list: The number of the world's list of outstanding commands in `lists`.
  func numbers(
    of surroundings: Surroundings<M>, _ list: UInt32, in lists: CommandLists, _ writer: RowWriter
  ) -> (number: UInt32, kind: UInt32) {
    let state = surroundings.state
    var items: [Item] = []
    // The counts are tested first: the type of each list depends on the module, so even a loop over an empty list takes time.
    if state.agenda.entries.count != 0 { addAgenda(state, to: &items, writer) }
    if state.repeatableReplies.count != 0 { addRepeatableReplies(state, to: &items, writer) }
    if state.progress.count != 0 { addProgress(state, lists.commands(of: list), lists.commands, to: &items, writer) }
    if state.lateMessages.count != 0 { addLateMessages(state, to: &items, writer) }
    if state.silentEffects.count != 0 { addSilentEffects(state, to: &items, writer) }
    if let environment = state.environment {
      let number = number(ofEnvironment: environment, writer)
      items.append(Item(.environment, (number, environments.contentHash(of: Int(number)))))
    }
    if state.subscriptions.count != 0 { addSubscriptions(state, to: &items, writer) }
    var hash = UInt64(truncatingIfNeeded: items.count)
    for item in items { hash &+= RandomNumbers.mix(item.hash) }
    let kind = Item.withContent(of: items.count < 2 ? items : items.sorted(by: Item.isBefore), writer) {
      kinds.number(ofContent: $0, $1, contentHash: hash)
    }
    let number = Item.withContent(of: items, writer) { content, size in
      withUnsafePointer(to: surroundings) {
        distinctSurroundings.number(ofContent: content, size, contentHash: hash, of: $0)
      }
    }
    return (number, kind)
  }

  private func number(ofEnvironment state: AnyHashable, _ writer: RowWriter) -> UInt32 {
    if let last = writer.lastEnvironment, isCopy(state.base, of: last.state.base) { return last.number }
    let number = withUnsafePointer(to: recognitionKey(of: state.base)) { environments.number(of: $0, writer) }
    // A copy of the last state is the same, unless an object in it has changed.
    let contents = TypeContents.of(type(of: state.base))
    writer.lastEnvironment = contents.object == nil && !contents.mayHoldAnything ? (state, number) : nil
    return number
  }

  func numbers(ofSubscriptions values: [M.Subscription], _ writer: RowWriter) -> [UInt32] {
    values.map { subscriptions.part($0, writer).number }
  }

  func surroundings(_ number: UInt32) -> Surroundings<M> {
    distinctSurroundings.address(of: Int(number)).assumingMemoryBound(to: Surroundings<M>.self).pointee
  }

  // MARK: Items

  private func addAgenda(_ state: Surroundings<M>.State, to items: inout [Item], _ writer: RowWriter) {
    for entry in state.agenda.entries {
      let item =
        switch entry.item {
        case .timer(let subscription):
          Item(.timer, subscriptions.part(subscription, writer), after: entry.remaining)
        case .command(let command, let id):
          Item(.command, commands.part(command, writer), effectIDs.part(id, writer), after: entry.remaining)
        case .throttleEnd(let id): Item(.throttleEnd, effectIDs.part(id, writer), after: entry.remaining)
        }
      items.append(item)
    }
  }

  private func addSubscriptions(_ state: Surroundings<M>.State, to items: inout [Item], _ writer: RowWriter) {
    for subscription in state.subscriptions {
      items.append(Item(.subscription, subscriptions.part(subscription, writer)))
    }
  }

  private func addRepeatableReplies(_ state: Surroundings<M>.State, to items: inout [Item], _ writer: RowWriter) {
    for reply in state.repeatableReplies {
      items.append(
        Item(.repeatableReply, commands.part(reply.command, writer), messages.part(reply.message, writer)))
    }
  }

  /// - Parameter numbers: The numbers that the outstanding commands have in `table`. To recognise the commands again would cost
  ///   more than all other items.
  private func addProgress(
    _ state: Surroundings<M>.State, _ numbers: UnsafeBufferPointer<UInt32>, _ table: PartTable, to items: inout [Item],
    _ writer: RowWriter
  ) {
    assert(state.progress.count == numbers.count, "each outstanding command has its progress")
    for index in 0..<numbers.count {
      let command = (numbers[index], table.contentHash(of: Int(numbers[index])))
      switch state.progress[index].stage {
      case .requested: items.append(Item(.requested, command))
      case .effective: items.append(Item(.effective, command))
      case .answered(let message):
        let part = messages.part(message, writer, key: state.progress[index].messageKey)
        items.append(Item(.answered, command, part))
      }
    }
  }

  private func addLateMessages(_ state: Surroundings<M>.State, to items: inout [Item], _ writer: RowWriter) {
    let first = items.count
    for late in state.lateMessages {
      let message = messages.part(late.message, writer)
      let item =
        switch late.origin {
        case .view: Item(.lateFromView, message)
        case .reply(let command): Item(.lateReply, message, commands.part(command, writer))
        case .subscription(let subscription):
          Item(.lateFromSubscription, message, subscriptions.part(subscription, writer))
        }
      if !items[first...].contains(item) { items.append(item) }
    }
  }

  private func addSilentEffects(_ state: Surroundings<M>.State, to items: inout [Item], _ writer: RowWriter) {
    let first = items.count
    for effect in state.silentEffects {
      let item = Item(effect.isLost ? .lost : .silent, commands.part(effect.command, writer))
      if !items[first...].contains(item) { items.append(item) }
    }
  }
}

private func isCopy<Value>(_ value: Value, of other: Any) -> Bool {
  guard let other = other as? Value else { return false }
  return withUnsafeBytes(of: value) { valueBytes in
    withUnsafeBytes(of: other) { otherBytes in
      guard let first = valueBytes.baseAddress, let second = otherBytes.baseAddress else { return true }
      return RawMemory.areSame(first, second, bytes: otherBytes.count)
    }
  }
}

extension PartTable {
  /// A table of `AnyHashable` values, which are compared by their own `==`.
  static func ofKeys() -> PartTable {
    func read(_ memory: UnsafeRawPointer) -> AnyHashable { memory.assumingMemoryBound(to: AnyHashable.self).pointee }
    let identity = PartIdentity(
      isSame: { read($0) == read($1) }, hash: { UInt64(truncatingIfNeeded: read($0).hashValue) })
    return PartTable(of: AnyHashable.self, .value(identity))
  }
}

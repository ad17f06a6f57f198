internal import TEAMemory
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// The surroundings of the worlds of a search, each stored once and identified by a number.
///
/// Surroundings are written as items: timers, commands, late messages, the progress of commands, the environment.
/// Surroundings with the same items in any order are of one *kind*, even if their subscriptions differ. Worlds are compared
/// by the kind.
final class SurroundingsTable<M: Module>: @unchecked Sendable {
  // Its tables have locks of their own.

  /// The meaning of an item's two values.
  private enum ItemKind: UInt32 {
    case timer, command, throttleEnd
    case lateFromView, lateReply, lateFromSubscription
    case repeatedReply, silent, lost
    case requested, effective, answered
    case environment, subscription
  }

  /// An item: its ``ItemKind``, the numbers of two values, and the time that remains until it is due.
  private struct Item: Equatable {
    var words: (UInt64, UInt64, UInt64, UInt64)
    /// A hash of the contents of the values, and not of their numbers, which depend on the order of discovery.
    var hash: UInt64

    static var size: Int { 32 }

    static func == (one: Item, other: Item) -> Bool { one.words == other.words }
    static func isBefore(_ one: Item, _ other: Item) -> Bool { one.words < other.words }
  }

  /// The number of a value, and its hash.
  private typealias Part = (number: UInt32, hash: UInt64)

  /// The table of surroundings. The content of surroundings is their items and their live subscriptions, in order.
  private let distinctSurroundings = PartTable(of: Surroundings<M>.self, .content)
  /// The table of kinds. The content of a kind is its items, sorted.
  private let kinds = PartTable(of: Void.self, .content)
  private let messages = Values(M.Message.self)
  private let commands = Values(M.Command.self)
  private let subscriptions = Values(M.Subscription.self)
  private let effects = Values(M.EffectID.self)
  private let environments: PartTable

  /// The table of the values of one type, or of their recognition keys where a value may have incomparable parts.
  private struct Values<Value> {
    let table: PartTable
    /// The table stores the values, and not their recognition keys.
    let storesValues = !TypeContents.of(Value.self).mayHoldIncomparable

    init(_ type: Value.Type) {
      table =
        storesValues ? PartTable(of: type, .value(PartIdentity.of(type))) : PartTable.ofKeys()
    }

    /// - Parameter key: The recognition key of the value, where its owner has one.
    func part(_ value: Value, _ writer: RowWriter, key: LazyKey? = nil) -> Part {
      let number =
        storesValues
        ? withUnsafePointer(to: value) { table.number(of: $0, writer) }
        : withUnsafePointer(to: key?.value ?? recognitionKey(of: value)) { table.number(of: $0, writer) }
      return (number, table.contentHash(of: Int(number)))
    }
  }

  init() { environments = PartTable.ofKeys() }

  /// The number of parts in all tables.
  var count: Int {
    [distinctSurroundings, kinds, messages.table, commands.table, subscriptions.table, effects.table, environments]
      .reduce(0) { $0 + $1.count }
  }

  /// A hash of the items of a kind.
  func contentHash(ofKind kind: UInt32) -> UInt64 { kinds.contentHash(of: Int(kind)) }

  /// The number of surroundings, and the number of their kind.
  ///
  /// - Parameter list: The number of the world's list of outstanding commands in `lists`.
  func numbers(
    of surroundings: Surroundings<M>, _ list: UInt32, in lists: CommandLists, _ writer: RowWriter
  ) -> (number: UInt32, kind: UInt32) {
    let state = surroundings.state
    var items = agendaItems(state, writer) + repetitionItems(state, writer)
    items += progressItems(state, lists.commands(of: list), lists.commands, writer)
    items += unique(lateItems(state, writer)) + unique(silentItems(state, writer))
    if let environment = state.environment {
      let number = number(ofEnvironment: environment, writer)
      items.append(item(.environment, (number, environments.contentHash(of: Int(number)))))
    }
    var hash = UInt64(truncatingIfNeeded: items.count)
    for item in items { hash &+= RandomNumbers.mix(item.hash) }
    let kind = withContent(of: items.sorted(by: Item.isBefore), writer) {
      kinds.number(ofContent: $0, $1, contentHash: hash)
    }
    let live = state.subscriptions.map { item(.subscription, subscriptions.part($0, writer)) }
    let number = withContent(of: items + live, writer) { content, size in
      withUnsafePointer(to: surroundings) {
        distinctSurroundings.number(ofContent: content, size, contentHash: hash, of: $0)
      }
    }
    return (number, kind)
  }

  /// The number of the state of an environment.
  private func number(ofEnvironment state: AnyHashable, _ writer: RowWriter) -> UInt32 {
    if let last = writer.lastEnvironment, isCopy(state.base, of: last.state.base) { return last.number }
    let number = withUnsafePointer(to: recognitionKey(of: state.base)) { environments.number(of: $0, writer) }
    // A copy of the last state is the same, unless an object in it has changed.
    let contents = TypeContents.of(type(of: state.base))
    writer.lastEnvironment = contents.object == nil && !contents.mayHoldAnything ? (state, number) : nil
    return number
  }

  /// The surroundings with a number.
  func surroundings(_ number: UInt32) -> Surroundings<M> {
    distinctSurroundings.address(of: Int(number)).assumingMemoryBound(to: Surroundings<M>.self).pointee
  }

  // MARK: Items

  private func item(
    _ kind: ItemKind, _ first: Part, _ second: Part = (0, 0), after remaining: Duration = .zero
  ) -> Item {
    let (seconds, attoseconds) = remaining.components
    let words = (
      UInt64(kind.rawValue) << 32 | UInt64(first.number), UInt64(second.number),
      UInt64(bitPattern: seconds), UInt64(bitPattern: attoseconds)
    )
    var hash = UInt64(kind.rawValue)
    WordMemory.add(first.hash, to: &hash)
    WordMemory.add(second.hash, to: &hash)
    WordMemory.mix(&hash, words.2)
    WordMemory.mix(&hash, words.3)
    return Item(words: words, hash: hash)
  }

  private func agendaItems(_ state: Surroundings<M>.State, _ writer: RowWriter) -> [Item] {
    state.agenda.entries.map { entry in
      switch entry.item {
      case .timer(let subscription):
        item(.timer, subscriptions.part(subscription, writer), after: entry.remaining)
      case .command(let command, let id):
        item(.command, commands.part(command, writer), effects.part(id, writer), after: entry.remaining)
      case .throttleEnd(let id): item(.throttleEnd, effects.part(id, writer), after: entry.remaining)
      }
    }
  }

  /// The items of replies that may arrive a second time.
  private func repetitionItems(_ state: Surroundings<M>.State, _ writer: RowWriter) -> [Item] {
    state.repeatedReplies.map {
      item(.repeatedReply, commands.part($0.command, writer), messages.part($0.message, writer))
    }
  }

  /// The items of the progress of outstanding commands.
  ///
  /// - Parameter numbers: The numbers that the outstanding commands have in `table`. To recognise the commands again would cost
  ///   more than all other items.
  private func progressItems(
    _ state: Surroundings<M>.State, _ numbers: UnsafeBufferPointer<UInt32>, _ table: PartTable, _ writer: RowWriter
  ) -> [Item] {
    assert(state.progress.isEmpty || state.progress.count == numbers.count, "each outstanding command has its progress")
    return zip(state.progress, numbers).map { progress, number in
      let command = (number, table.contentHash(of: Int(number)))
      return switch progress.stage {
      case .requested: item(.requested, command)
      case .effective: item(.effective, command)
      case .answered(let message):
        item(.answered, command, messages.part(message, writer, key: progress.messageKey))
      }
    }
  }

  private func lateItems(_ state: Surroundings<M>.State, _ writer: RowWriter) -> [Item] {
    state.late.map { late in
      let message = messages.part(late.message, writer)
      return switch late.origin {
      case .view: item(.lateFromView, message)
      case .reply(let command): item(.lateReply, message, commands.part(command, writer))
      case .subscription(let subscription):
        item(.lateFromSubscription, message, subscriptions.part(subscription, writer))
      }
    }
  }

  private func silentItems(_ state: Surroundings<M>.State, _ writer: RowWriter) -> [Item] {
    state.silent.map { item($0.isLost ? .lost : .silent, commands.part($0.command, writer)) }
  }

  /// The items without repetitions.
  private func unique(_ items: [Item]) -> [Item] {
    items.indices.filter { !items[..<$0].contains(items[$0]) }.map { items[$0] }
  }

  /// Calls a function with a content that consists of items, and the size of the content in bytes.
  private func withContent(
    of items: [Item], _ writer: RowWriter, _ body: (UnsafeRawPointer, Int) -> UInt32
  ) -> UInt32 {
    let mark = writer.mark
    defer { writer.giveBackAll(since: mark) }
    let size = Item.size * items.count
    let content = writer.take(max(size, 8))
    for (index, item) in items.enumerated() {
      (content + index * Item.size).storeBytes(of: item.words.0, as: UInt64.self)
      (content + index * Item.size).storeBytes(of: item.words.1, toByteOffset: 8, as: UInt64.self)
      (content + index * Item.size).storeBytes(of: item.words.2, toByteOffset: 16, as: UInt64.self)
      (content + index * Item.size).storeBytes(of: item.words.3, toByteOffset: 24, as: UInt64.self)
    }
    return body(UnsafeRawPointer(content), size)
  }
}

/// Returns whether a value has the type and the bytes of another one.
private func isCopy<Value>(_ value: Value, of other: Any) -> Bool {
  guard let other = other as? Value else { return false }
  return withUnsafeBytes(of: value) { one in
    withUnsafeBytes(of: other) { other in
      guard let one = one.baseAddress, let address = other.baseAddress else { return true }
      return RawMemory.areSame(one, address, bytes: other.count)
    }
  }
}

extension PartTable {
  /// Makes a table of `AnyHashable` values, which are compared by their own `==`.
  static func ofKeys() -> PartTable {
    func read(_ memory: UnsafeRawPointer) -> AnyHashable { memory.assumingMemoryBound(to: AnyHashable.self).pointee }
    let identity = PartIdentity(
      isSame: { read($0) == read($1) }, hash: { UInt64(truncatingIfNeeded: read($0).hashValue) })
    return PartTable(of: AnyHashable.self, .value(identity))
  }
}

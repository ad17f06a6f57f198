@testable import TEAAnalysis
import Testing

@testable import TEACheck

/// Numbers of which one shares a word of its name with another.
private enum Gauge: Module {
  struct Model: Hashable {
    var seconds = 0
    var page = 0
    var pageLimit = 0
  }
  enum Message { case tap }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
}

/// A list of entries, of which one may be selected. Its identifiers rise with each entry.
private enum Ledger: Module {
  struct Entry: Hashable {
    var id: Int
    var cents: Int
  }
  struct Model: Hashable {
    var entries: [Entry] = []
    var nextID = 1
    var selectedID: Int?
    var entryCount = 0
    var page = 0
  }
  enum Message: Hashable { case add(cents: Int), remove, select, deselect, turn }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .add(let cents):
      guard model.entries.count < 3, model.nextID < 6 else { return }
      model.entries.append(Entry(id: model.nextID, cents: cents))
      model.nextID += 1
      model.entryCount += 1
    case .remove:
      guard let last = model.entries.popLast() else { return }
      model.entryCount -= 1
      if model.selectedID == last.id { model.selectedID = nil }
    case .select: model.selectedID = model.entries.last?.id
    case .deselect: model.selectedID = nil
    case .turn: model.page = (model.page + 1) % 4
    }
  }
  static var specification: Specification<Ledger> {
    Specification(of: Ledger.self) {
      Messages { _ in [.add(cents: 1), .add(cents: 2), .remove, .select, .deselect, .turn] }
    }
  }
}

/// A list that is edited: `done` adds the item that was edited, and four messages remove items only while none is edited.
private enum Editing: Module {
  struct Model: Hashable {
    var items: [Int] = []
    var isEditing = false
  }
  enum Message: CaseIterable { case edit, done, removeOne, removeTwo, removeThree, clear }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    func remove(_ count: Int) {
      if !model.isEditing, model.items.count >= count { model.items.removeLast(count) }
    }
    switch message {
    case .edit: model.isEditing = true
    case .done:
      if model.isEditing, model.items.count < 4 { model.items.append(0) }
      model.isEditing = false
    case .removeOne: remove(1)
    case .removeTwo: remove(2)
    case .removeThree: remove(3)
    case .clear: remove(model.items.count)
    }
  }
}

/// Numbers are put in relation where something tells that they are of one kind, and identifiers are only equal or not.
@Suite struct NumberKindTests {
  private func words<M: Module>(_ specification: Specification<M>) -> [String] {
    var settings = CheckSettings()
    (settings.engine, settings.suggestsAll) = (.suggest, true)
    return specification.check().outcome(settings, onProgress: { _ in }).result.suggestions?.map(\.words) ?? []
  }

  /// The statements on models, each of which is a world.
  private func statements(_ models: [Gauge.Model]) -> [Statement] {
    let worlds = ObservedWorlds(of: Gauge.self)
    for model in models {
      worlds.add(model, outstanding: [Never](), isAtRest: false) { Optional<Gauge.Model>.none }
    }
    worlds.finish()
    return StateMiner(worlds, nil, ObservedConditions(worlds)).statements
  }

  /// All pairs of a number up to 5 with each that is at most as large.
  private static let ordered = (0...5).flatMap { high in (0...high).map { low in (high, low) } }

  @Test(arguments: [
    ("id", true), ("uuid", true), ("nextID", true), ("selectedId", true), ("row_id", true), ("paymentIdentifier", true),
    ("paid", false), ("grid", false), ("isValid", false), ("ids", false), ("idle", false),
  ])
  func `a name tells an identifier by its last word`(_ name: String, isIdentifier: Bool) {
    #expect(FieldName.isIdentifier(name) == isIdentifier)
  }

  @Test func `a name tells of what it is a number`() {
    #expect(FieldName.topics(of: "lineItems") == ["line", "item"])
    #expect(FieldName.topics(of: "maxItemCount2") == ["item"])
    #expect(FieldName.topics(of: "open_entries") == ["open", "entry"])
    #expect(FieldName.topics(of: "nextNumber").isEmpty && FieldName.topics(of: "0").isEmpty)
  }

  @Test func `an order of numbers that meet at many values keeps its score`() throws {
    let found = statements(Self.ordered.map { Gauge.Model(seconds: $0.0, page: $0.1) })
    let order = try #require(found.first { $0.words == "seconds is at least page" })
    // By chance, the order would be broken in 70 of 21 × 21 pairs, or 10/3 of 21 rows.
    #expect(abs(order.score - 5 * (10.0 / 3) / (10.0 / 3 + 3)) < 0.001)
  }

  @Test func `an order of numbers that nothing relates is ranked low`() throws {
    let models = (0...5).flatMap { page in (0...2).map { Gauge.Model(seconds: 25 * page + $0, page: page) } }
    let order = try #require(statements(models).first { $0.words == "seconds is at least page" })
    // By chance, the order would be broken in 2 of 18 rows, so the score without the factor is 5 × 2/5.
    #expect(abs(order.score - 0.25 * 2) < 0.001)
  }

  @Test func `a near miss of an order needs a sign that the numbers are of one kind`() {
    let unrelated = statements(([(0, 1)] + Self.ordered).map { Gauge.Model(seconds: $0.0, page: $0.1) })
    #expect(!unrelated.contains { $0.words == "seconds is at least page" })
    let related = statements(([(0, 1)] + Self.ordered).map { Gauge.Model(page: $0.1, pageLimit: $0.0) })
    #expect(related.first { $0.words == "page is at most pageLimit" }?.exceptionCount == 1)
  }

  @Test func `an identifier is one of those of a list, and in no order with other numbers`() {
    let words = words(Ledger.specification)
    #expect(words.contains("selectedID is one of entries, where there is one"), "\(words)")
    #expect(words.contains("no two of entries have the same id"), "\(words)")
    #expect(words.contains("entries.count equals entryCount"), "\(words)")
    let comparisons = ["less than", "more than", "at least", "at most", "equals", "is"]
    let wrong = words.filter { words in
      words.contains("ID is never ") || words.contains("in order of id")
        || comparisons.contains { words.contains("nextID is \($0) ") || words.hasSuffix(" \($0) nextID") }
    }
    #expect(wrong == [])
    #expect(!words.contains { $0.hasPrefix("page is one of") || $0.hasPrefix("entryCount is one of") }, "\(words)")
  }

  @Test func `a condition that a message is there to break is no near miss`() {
    let words = words(Specification(of: Editing.self) {})
    #expect(words.contains("items.count grows only while isEditing"), "\(words)")
    #expect(!words.contains("items.count changes only while not isEditing"), "\(words)")
  }

  @Test func `a list of equal elements is not said to be in order`() {
    // Each entry of this ledger is of 2 cents.
    let specification = Specification(of: Ledger.self) { Messages { _ in [.add(cents: 2), .remove] } }
    #expect(!words(specification).contains("entries are in order of cents"))
  }
}

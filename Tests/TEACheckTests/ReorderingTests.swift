import Testing

@testable import TEACheck

/// The same values in another order, and what depends on it.
@Suite struct ReorderingTests {
  private struct Shelf: Hashable {
    struct Board: Hashable {
      var books: Set<String> = ["a", "b", "c", "d"]
      var next: [Board] = []
    }
    var boards = [Board()]
    var prices: [Int: Set<Int>]? = [1: [2, 3, 4], 5: [6, 7, 8], 9: [1, 2, 3]]
    var name = "shelf"
  }

  @Test func `sets and dictionaries are found inside of other values`() {
    let shelf = Shelf()
    let other = Reordering.of(shelf)
    #expect(other == shelf)
    #expect(Array(other.boards[0].books) != Array(shelf.boards[0].books))
    #expect(other.prices.map { Array($0.keys) } != shelf.prices.map { Array($0.keys) })
    #expect(other.prices?[1].map { Array($0) } != shelf.prices?[1].map { Array($0) })
  }

  private enum Drawer: Hashable {
    case open(Set<Int>, String), empty
    indirect case nested(Drawer)
  }

  @Test func `they are found in the payloads of enums`() {
    let drawer = Drawer.nested(.nested(.open([1, 2, 3, 4, 5], "a")))
    let other = Reordering.of(drawer)
    #expect(other == drawer && Reordering.of(Drawer.empty) == .empty)
    func order(_ drawer: Drawer) -> [Int] {
      switch drawer {
      case .open(let set, _): Array(set)
      case .nested(let drawer): order(drawer)
      case .empty: []
      }
    }
    #expect(order(other) != order(drawer))
    #expect(order(drawer) == order(.nested(drawer)))
  }

  private enum Lottery: Module {
    enum Message: CaseIterable { case draw }
    enum Model: Hashable {
      case open(Set<Int>)
      case drawn([Int])
    }
    static func start(with flags: Void) -> Model { .open([1, 2, 3, 4, 5, 6, 7]) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .open(let numbers) = model { model = .drawn(Array(numbers)) }
    }
  }

  @Test func `an update that takes the order of a set in an enum is found`() {
    let result = Specification(of: Lottery.self) { Laws(.deterministic) }.check().exploration()
    #expect(result.counterexample?.property == "update and view are deterministic")
  }

  @Test func `where there is no order, nothing is done`() {
    #expect(!Reordering.mayHoldUnordered([Int].self) && !Reordering.mayHoldUnordered(Character?.self))
    #expect(Reordering.mayHoldUnordered((Int, Set<Int>).self) && Reordering.mayHoldUnordered(Shelf.self))
    #expect(Reordering.of(Set([1])) == [1] && Reordering.of([Int: Int]()) == [:])
  }

  @Test func `an update that takes the first of a set is found`() {
    #expect(
      finding { Laws(.deterministic) }?.hasPrefix(
        "update differs when the model's sets and dictionaries are in another order: ") == true)
    #expect(finding {} == nil)
  }

  @Test func `a view that lists a set is found`() {
    let result = Specification(of: Listing.self) { Laws(.deterministic) }.check().outcome(
      CheckSettings(), onProgress: { _ in }
    ).result
    #expect(result.counterexample?.property == "update and view are deterministic")
    #expect(
      result.counterexample?.detail?.hasPrefix(
        "view differs when the model's sets and dictionaries are in another order: ") == true)
  }

  private func finding(@SpecificationBuilder<Queue> _ laws: () -> [Declaration<Queue>]) -> String? {
    let declarations = laws()
    return Specification(of: Queue.self) { Lines(declarations: declarations) }.check().outcome(
      CheckSettings(), onProgress: { _ in }
    ).result.counterexample?.detail
  }

  private struct Lines: SpecificationPart {
    let declarations: [Declaration<Queue>]
  }
}

/// Serves whoever the set lists first.
private enum Queue: Module {
  enum Message: CaseIterable { case serve }

  struct Model: Hashable {
    var waiting: Set<String> = ["Ann", "Bob", "Cem", "Dov", "Eve", "Flo"]
    var served: [String] = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    guard let first = model.waiting.first else { return }
    model.waiting.remove(first)
    model.served.append(first)
  }
}

/// Shows whatever order a set has.
private enum Listing: Module {
  enum Message: CaseIterable { case nothing }

  struct Model: Hashable { var names: Set<String> = ["Ann", "Bob", "Cem", "Dov", "Eve", "Flo"] }

  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
  static func view(for model: Model) -> [String] { Array(model.names) }
}

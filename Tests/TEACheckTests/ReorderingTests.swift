import Synchronization
import Testing

@testable import TEACheck

/// Values with their sets and dictionaries in another order, and programs that depend on the order.
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

  @Test func `sets and dictionaries inside of other values are reordered`() {
    let shelf = Shelf()
    let reordered = Reordering.reordered(shelf, order: 0)
    #expect(reordered == shelf)
    #expect(Array(reordered.boards[0].books) != Array(shelf.boards[0].books))
    #expect(reordered.prices.map { Array($0.keys) } != shelf.prices.map { Array($0.keys) })
    #expect(reordered.prices?[1].map { Array($0) } != shelf.prices?[1].map { Array($0) })
  }

  /// Keeps the index of an element, which is of no use in another order of the set.
  private enum Menu: Module {
    enum Dish: Hashable, CaseIterable { case soup, salad, cake, fruit, cheese }
    enum Message: Hashable { case choose(Dish), serve }
    struct Model: Hashable {
      var dishes = Set(Dish.allCases)
      var chosen: Set<Dish>.Index?
      var served: Dish?
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .choose(let dish): model.chosen = model.dishes.firstIndex(of: dish)
      case .serve: model.served = model.chosen.map { model.dishes[$0] }
      }
    }
  }

  @Test(arguments: [false, true]) func `a model with the index of a set is not reordered`(_ isLaw: Bool) {
    let declarations: [Declaration<Menu>] = isLaw ? Laws(.deterministic).declarations : []
    let result = Specification(of: Menu.self) { DeclarationList(declarations: declarations) }.check().exploration()
    #expect(result.verdict == .passed && result.states == 31)
  }

  @Test(arguments: [false, true]) func `a list that takes an element by an index is not asked in another order`(
    _ isLaw: Bool
  ) {
    let declarations: [Declaration<Menu>] = isLaw ? Laws(.deterministic).declarations : []
    let result = Specification(of: Menu.self) {
      Messages { model in
        model.chosen.map { [.choose(model.dishes[$0]), .serve] } ?? Menu.Dish.allCases.map { .choose($0) }
      }
      DeclarationList(declarations: declarations)
    }.check().exploration()
    #expect(result.verdict == .passed && result.states == 11)
  }

  /// Is served the dishes of a kitchen.
  private enum Guest: Module {
    enum Message: Hashable { case served(Menu.Dish) }
    struct Model: Hashable { var dish: Menu.Dish? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .served(let dish): model.dish = dish
      }
    }
  }

  /// Keeps the index of the dish that it serves.
  private struct Kitchen: Hashable {
    var dishes = Set(Menu.Dish.allCases)
    var chosen: Set<Menu.Dish>.Index?

    var events: [EnvironmentEvent<Kitchen, Guest.Message>] {
      if let chosen { return [EnvironmentEvent("serve", sends: .served(dishes[chosen]))] }
      return Menu.Dish.allCases.map { dish in
        EnvironmentEvent("choose \(dish)") { $0.chosen = $0.dishes.firstIndex(of: dish) }
      }
    }
  }

  @Test(arguments: [false, true]) func `an environment with the index of a set is not asked in another order`(
    _ isLaw: Bool
  ) {
    let declarations: [Declaration<Guest>] = isLaw ? Laws(.deterministic).declarations : []
    let result = Specification(of: Guest.self) {
      Messages { _ in [] }
      Environment(Kitchen(), events: { kitchen, _ in kitchen.events })
      DeclarationList(declarations: declarations)
    }.check().exploration()
    // The start, and for each of the five dishes the world in which it is chosen and the one in which it is served.
    #expect(result.verdict == .passed && result.states == 11)
  }

  /// Performs commands in the order of a set that it makes.
  private enum Fetcher: Module {
    enum Key: Hashable, CaseIterable { case a, b, c, d }
    enum Message: Hashable { case want(Key), go, got(Key) }
    enum Command: Hashable { case load(Key) }
    struct Model: Hashable { var wanted: Set<Key> = [], loaded: Set<Key> = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .want(let key): model.wanted.insert(key)
      case .go:
        for key in model.wanted.subtracting(model.loaded) { perform(.load(key)) }
        model.wanted = []
      case .got(let key): model.loaded.insert(key)
      }
    }
  }

  @Test(arguments: 0..<8) func `the order of commands from a set that the update makes is no violation`(_ run: Int) {
    let result = Specification(of: Fetcher.self) {
      Replies { command in
        switch command {
        case .load(let key): [.got(key)]
        }
      }
      RepeatedReplies()
    }.check(depth: 3 + run % 3).exploration()
    #expect(result.counterexample == nil, "\(result.counterexample?.detail ?? "")")
  }

  @Test func `a nil stays the nil that it is`() {
    let sendable = Reordering.reordered(Wrapped(value: (any Sendable)?.none), order: 0)
    #expect(sendable.value == nil)
    let nested = Reordering.reordered(Wrapped(value: Any?.some(Int?.none as Any)), order: 0)
    #expect("\(nested.value as Any)" == "Optional(nil)")
    #expect(Reordering.reordered(Set<Int>??.some(nil), order: 0) == .some(nil))
  }

  private enum Drawer: Hashable {
    case open(Set<Int>, String), empty
    indirect case nested(Drawer)
  }

  @Test func `sets in the payloads of enums are reordered`() {
    let drawer = Drawer.nested(.nested(.open([1, 2, 3, 4, 5], "a")))
    let reordered = Reordering.reordered(drawer, order: 0)
    #expect(reordered == drawer && Reordering.reordered(Drawer.empty, order: 0) == .empty)
    func order(_ drawer: Drawer) -> [Int] {
      switch drawer {
      case .open(let set, _): Array(set)
      case .nested(let drawer): order(drawer)
      case .empty: []
      }
    }
    #expect(order(reordered) != order(drawer))
    #expect(order(drawer) == order(.nested(drawer)))
  }

  private struct Wrapped<Value> { var value: Value }

  @Test func `sets and dictionaries are found in every kind of value`() {
    let numbers = Set(0..<7)
    func isReordered<Value>(_ value: Value, _ read: (Value) -> [Int]) -> Bool {
      read(Reordering.reordered(value, order: 0)) != read(value)
        && Set(read(Reordering.reordered(value, order: 0))) == Set(read(value))
    }
    #expect(isReordered(Wrapped(value: [numbers] as ContiguousArray)) { Array($0.value[0]) })
    #expect(isReordered(Wrapped(value: [[], numbers].dropFirst())) { Array($0.value[1]) })
    #expect(isReordered(Wrapped(value: [numbers] as InlineArray<1, Set<Int>>)) { Array($0.value[0]) })
    #expect(isReordered(Wrapped(value: numbers as any Sendable)) { Array($0.value as! Set<Int>) })
    #expect(isReordered(Wrapped(value: numbers as any Collection<Int>)) { $0.value.map { $0 } })
    #expect(isReordered(Wrapped(value: [numbers as Any])) { Array($0.value[0] as! Set<Int>) })
    #expect(isReordered(Wrapped(value: AnyHashable(numbers))) { Array($0.value.base as! Set<Int>) })
    let prices = Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
    #expect(isReordered(Wrapped(value: prices.keys)) { Array($0.value) })
    #expect(isReordered(Wrapped(value: prices.values)) { Array($0.value) })
  }

  @Test func `a set has two other orders, which differ from its own and from each other`() {
    let numbers = Set(0..<7)
    let orders = [numbers, Reordering.reordered(numbers, order: 0), Reordering.reordered(numbers, order: 1)]
    #expect(Set(orders.map { Array($0) }).count == 3)
  }

  @Test func `a value has as many other orders as its sets and dictionaries, up to two`() {
    func count<Value>(_ value: Value) -> Int { Reordering.otherOrders(of: value).count }
    #expect(count(Set<Int>()) == 0 && count(Set([1])) == 0 && count(Set([1, 2])) == 1)
    #expect(count(Set(0..<3)) == 2 && count(Set(0..<9)) == 2)
    #expect(count([Set([1]), Set([2])]) == 0 && count([Set([1]), Set([2, 3])]) == 1)
    #expect(count([1: Set([2])]) == 0 && count([1: Set([2, 3])]) == 1 && count([1: Set(0..<3), 2: []]) == 2)
    #expect(count(Drawer.empty) == 0 && count(Drawer.nested(.open([1], "a"))) == 0)
    #expect(count(Drawer.nested(.open([1, 2], "a"))) == 1 && count(Wrapped(value: AnyHashable(Set([1])))) == 0)
    #expect(count(Set<Int>??.some(nil)) == 0 && count(Set<Int>??.some([1, 2])) == 1)
    #expect(count(Wrapped(value: Set([1]) as any Sendable)) == 0 && count(Shelf()) == 2)
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

  @Test func `only types with sets or dictionaries are reordered`() {
    #expect(!Reordering.mayHoldUnordered([Int].self) && !Reordering.mayHoldUnordered(Character?.self))
    #expect(Reordering.mayHoldUnordered((Int, Set<Int>).self) && Reordering.mayHoldUnordered(Shelf.self))
    #expect(Reordering.reordered(Set([1]), order: 0) == [1] && Reordering.reordered([Int: Int](), order: 0) == [:])
  }

  @Test func `an update that takes the first of a set is found, with the law and without it`() {
    let text = "update differs when the model's sets and dictionaries are in another order: "
    #expect(detail { Laws(.deterministic) }?.hasPrefix(text) == true)
    #expect(detail {}?.hasPrefix(text) == true)
  }

  /// Asks for the prices of a set's goods, and takes the first of a set when a price comes.
  private enum Shop: Module {
    enum Message: Hashable { case open, price(Int) }
    enum Command: Hashable { case fetch(String) }
    struct Model: Hashable {
      var wanted: Set<String> = []
      var bought: [String] = []
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .open:
        guard model.wanted.isEmpty else { return }
        model.wanted = ["ale", "bread", "corn", "dates", "eggs", "flour"]
        for name in model.wanted { perform(.fetch(name)) }
      case .price(let price):
        guard price > 1, let first = model.wanted.first, model.bought.isEmpty else { return }
        model.bought.append(first)
      }
    }
  }

  @Test(arguments: [1, 2, 8]) func `a reply that takes the first of a set is found, and the order of commands is not`(
    _ workers: Int
  ) {
    func result(_ prices: [Shop.Message]) -> CheckResult {
      Specification(of: Shop.self) {
        Messages { _ in [.open] }
        Replies { _ in prices }
      }.check().exploration(workers: workers)
    }
    #expect(result([.price(1)]).verdict == .passed)
    let found = result([.price(2)])
    #expect(found.counterexample?.steps.count == 2)
    #expect(
      found.finding?.hasPrefix("violated after 2 steps · shortest of those that were taken in another order") == true)
    #expect(
      found.counterexample?.detail?.hasPrefix(
        "update differs when the model's sets and dictionaries are in another order: ") == true)
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

  private func result(_ rooms: Rooms.Model) -> CheckResult {
    Specification(of: Rooms.self) {
      Start(with: [rooms])
      Subscriptions { _ in [.heard] }
      Laws(.deterministic)
    }.check().exploration()
  }

  @Test func `subscriptions to the first of a set are found, and those to all of it are not`() {
    let found = result(Rooms.Model(choice: .first)).counterexample
    #expect(found?.property == "update and view are deterministic" && found?.steps.count == 0)
    let detail = found?.detail ?? ""
    #expect(detail.hasPrefix("subscriptions differ when the model's sets and dictionaries are in another order: "))
    #expect(result(Rooms.Model(choice: .all)).verdict == .passed)
  }

  @Test func `subscriptions that are others each time are found`() {
    let detail = result(Rooms.Model(choice: .new)).counterexample?.detail ?? ""
    #expect(detail.hasPrefix("subscriptions, run again, differ: "))
  }

  @Test func `sets and dictionaries in existential values are the same in another order`() {
    let result = Specification(of: Keeping.self) { Laws(.deterministic) }.check().exploration()
    #expect(result.verdict == .passed && result.states == 3)
  }

  @Test func `a NaN counts as the same value when it is made again`() {
    let result = Specification(of: Undefined.self) { Laws(.deterministic) }.check().exploration()
    #expect(result.verdict == .passed && result.states == 3)
  }

  @Test func `an update that takes the first of a message's set is found`() {
    // In a set of n elements, all three orders begin with the same element with a chance of 1 in n²: hence 300 elements.
    let result = Specification(of: Picking.self) {
      Messages { _ in [.pick(from: Set(0..<300))] }
      Laws(.deterministic)
    }.check().exploration()
    #expect(
      result.counterexample?.detail?.hasPrefix(
        "update differs when the message's sets and dictionaries are in another order: ") == true)
  }

  private func detail(@SpecificationBuilder<Queue> _ laws: () -> [Declaration<Queue>]) -> String? {
    let declarations = laws()
    return Specification(of: Queue.self) { DeclarationList(declarations: declarations) }.check().outcome(
      CheckSettings(), onProgress: { _ in }
    ).result.counterexample?.detail
  }
}

/// Serves the person whom the set lists first.
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

/// Shows a set in its order.
private enum Listing: Module {
  enum Message: CaseIterable { case nothing }

  struct Model: Hashable { var names: Set<String> = ["Ann", "Bob", "Cem", "Dov", "Eve", "Flo"] }

  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
  static func view(for model: Model) -> [String] { Array(model.names) }
}

/// Listens to the room that a set lists first, to all of its rooms, or to a new one each time.
private enum Rooms: Module {
  enum Message: Hashable { case heard }
  enum Subscription: Hashable { case room(Int) }
  enum Choice: Hashable { case first, all, new }

  struct Model: Hashable {
    var choice: Choice
    var names = Set(0..<6)
  }

  static let count = Atomic<Int>(6)

  static func start(with rooms: Model) -> Model { rooms }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}

  static func subscriptions(for model: Model) -> [Subscription] {
    switch model.choice {
    case .first: model.names.first.map { [Subscription.room($0)] } ?? []
    case .all: model.names.map { .room($0) }
    case .new: [.room(count.add(1, ordering: .relaxed).newValue)]
    }
  }
}

/// A model with sets and dictionaries in existential values, and with a counter.
private enum Keeping: Module {
  enum Message: CaseIterable { case count }
  struct Model {
    var kept: [any Sendable] = [Set(0..<7), [1: Set(0..<7)], 1], key = AnyHashable(Set(0..<7)), count = 0
  }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.count = (model.count + 1) % 3
  }
}

/// A model and a view that contain a NaN.
private enum Undefined: Module {
  enum Message: CaseIterable { case count }
  struct Model { var count = 0, ratio = Double.nan }
  struct View: Equatable { var ratio = Double.nan }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.count = (model.count + 1) % 3
  }
  static func view(for model: Model) -> View { View() }
}

/// Takes the first element of a set in its message.
private enum Picking: Module {
  enum Message { case pick(from: Set<Int>) }
  static func start(with flags: Void) -> Int? { nil }
  static func update(for message: Message, model: inout Int?, perform: (Command) -> Void) {
    if case .pick(let numbers) = message { model = numbers.first }
  }
}

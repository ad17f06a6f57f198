import Testing

@testable import TEACheck
@testable import TEARuntime

/// Values that keep something in an object without `==` are compared by the `==` of the innermost type around the object.
@Suite struct OwnEqualityTests {
  private final class RingStorage {}

  /// A queue that keeps its elements in a buffer, as the collections of libraries do.
  struct Ring<Element: Hashable & Sendable & BitwiseCopyable>: RandomAccessCollection, Hashable, @unchecked Sendable {
    // Replaced by each change and never changed in place, because copies of the queue share it.
    private var buffer: ManagedBufferPointer<Int, Element>

    init(_ elements: [Element] = []) { buffer = Self.buffer(elements) }

    private static func buffer(_ elements: [Element]) -> ManagedBufferPointer<Int, Element> {
      let buffer = ManagedBufferPointer<Int, Element>(
        bufferClass: RingStorage.self, minimumCapacity: elements.count + 1
      ) { _, _ in elements.count }
      buffer.withUnsafeMutablePointerToElements { first in
        for (index, element) in elements.enumerated() { (first + index).initialize(to: element) }
      }
      return buffer
    }

    var startIndex: Int { 0 }
    var endIndex: Int { buffer.header }
    subscript(index: Int) -> Element { buffer.withUnsafeMutablePointerToElements { $0[index] } }

    mutating func change(_ change: (inout [Element]) -> Void) {
      var elements = Array(self)
      change(&elements)
      buffer = Self.buffer(elements)
    }

    static func == (one: Ring, other: Ring) -> Bool { one.elementsEqual(other) }
    func hash(into hasher: inout Hasher) { for element in self { hasher.combine(element) } }
  }

  /// A collection that keeps its elements in an array, beside an object.
  struct Indexed<Element: Hashable>: RandomAccessCollection {
    var index: Storage?
    var elements: ContiguousArray<Element>
    init(_ elements: [Element]) { (index, self.elements) = (Storage([]), ContiguousArray(elements)) }
    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }
    subscript(position: Int) -> Element { elements[position] }
  }

  /// A queue of at most three numbers below three: 1 + 3 + 9 + 27 worlds.
  enum Queue: Module {
    enum Message: Hashable { case add(Int), take }
    struct Model: Hashable { var waiting = Ring<Int>(), size = 3 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let number): if model.waiting.count < model.size { model.waiting.change { $0.append(number) } }
      case .take: if !model.waiting.isEmpty { model.waiting.change { $0.removeFirst() } }
      }
    }

    static var specification: Specification<Queue> {
      Specification(of: Queue.self) {
        Messages { _ in [.add(0), .add(1), .add(2), .take] }
        Laws(.deterministic, .honestEquality)
      }
    }
  }

  @Test(arguments: [1, 2]) func `a collection of the user is told apart by its == and its elements`(workers: Int) {
    let result = Queue.specification.check().exploration(workers: workers)
    #expect(result.counterexample == nil)
    #expect(result.coverage == .completeWithinScope)
    #expect(result.states == 40)
    #expect(result.notes.contains("the model holds an object at waiting.buffer: what changes inside of it is not seen"))
  }

  @Test(arguments: [true, false])
  func `a collection of a library is compared by its elements, in their order if they have one`(areOrdered: Bool) {
    func identity<Elements: Collection>(_ type: Elements.Type) -> ValueIdentity {
      var maker = IdentityMaker(criterion: .stored, knownIdentities: [:])
      let identity = ValueIdentity(type: type, by: .stored)
      guard case .structure(let fields) = TypeShape(of: type) else { fatalError("a collection is a struct") }
      maker.makeByElements(identity, of: type, fields, areOrdered: areOrdered)
      return identity
    }
    func check<Elements: Collection>(_ one: Elements, _ other: Elements, areSame: Bool) {
      let identity = identity(Elements.self)
      #expect(identity.isSame(value: one, and: other) == areSame)
      #expect((identity.hash(ofValue: one) == identity.hash(ofValue: other)) == areSame)
    }
    check(Ring([1, 2, 3]), Ring([1, 2, 3]), areSame: true)
    check(Ring([1, 2, 3]), Ring([1, 2]), areSame: false)
    check(Ring([1, 2, 3]), Ring([3, 2, 1]), areSame: !areOrdered)
    check(Ring([1, 1, 2]), Ring([1, 2, 2]), areSame: false)
    // Elements are compared by all that they store, and not by their `==`.
    check(Ring([Row(number: 1)]), Ring([Row(number: 1, isMarked: true)]), areSame: false)
    check(Indexed([1, 2]), Indexed([1, 2]), areSame: true)
    check(Indexed([1, 2]), Indexed([2, 1]), areSame: !areOrdered)
    check(Indexed([Row(number: 1)]), Indexed([Row(number: 1, isMarked: true)]), areSame: false)
    check([Double.nan], [Double.nan], areSame: true)
    check([0.0], [-0.0], areSame: false)
    #expect(withUnsafePointer(to: [1, Double.nan]) { !identity([Double].self).isEqualToItself($0) })
    let part = withUnsafePointer(to: [{}] as [() -> Void]) { identity([() -> Void].self).firstIncomparable(in: $0) }
    #expect(part?.path == ["[0]"])
  }

  /// A number whose `==` compares bits, so that a NaN is equal to itself.
  struct Temperature: Hashable {
    var degrees = 0.0
    static func == (one: Temperature, other: Temperature) -> Bool {
      one.degrees.bitPattern == other.degrees.bitPattern
    }
    func hash(into hasher: inout Hasher) { hasher.combine(degrees.bitPattern) }
  }

  enum Thermometer: Module {
    enum Message: CaseIterable { case lose, measure }
    struct Model: Hashable { var now = Temperature(), before: Double? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.now.degrees = message == .lose ? .nan : 20
    }
  }

  @Test func `a NaN that is equal to itself by the user's == is no violation`() {
    let result = Specification(of: Thermometer.self) {}.check().exploration()
    #expect(result.counterexample == nil)
    #expect(result.states == 3)
  }

  /// A row whose `==` leaves out the mark.
  struct Row: Hashable, Sendable {
    var number: Int
    var isMarked = false
    static func == (one: Row, other: Row) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  enum Marks: Module {
    enum Message: Hashable { case mark }
    struct Model: Hashable { var rows = Ring([Row(number: 1)]) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.rows.change { $0[0].isMarked.toggle() }
    }
  }

  @Test func `elements of a collection are told apart by all that they store`() {
    let result = Specification(of: Marks.self) { Messages { _ in [.mark] } }.check().exploration()
    #expect(result.states == 2)
    #expect(
      result.notes.contains {
        $0.contains("takes for one what differs (rows[0].isMarked: false → true)")
      },
      "\(result.notes)")
  }

  @Test func `a collection is shown by its elements, and the reference to its buffer by its type`() {
    #expect(literal(Ring([1, 2])) == "[1, 2]")
    #expect(literal(Marks.Model()) == "Model(rows: [Row(number: 1, isMarked: false)])")
    let buffer = ManagedBufferPointer<Int, Int>(bufferClass: RingStorage.self, minimumCapacity: 1) { _, _ in 0 }
    #expect(literal([buffer]) == "[ManagedBufferPointer<Int, Int>()]")
  }

  final class Storage: @unchecked Sendable {
    let numbers: [Int]
    init(_ numbers: [Int]) { self.numbers = numbers }
  }

  /// A struct that gets a new storage at each change of its numbers. Its `==` leaves out the mark.
  struct Basket: Hashable, Sendable {
    var storage = Storage([])
    var isMarked = false
    static func == (one: Basket, other: Basket) -> Bool { one.storage.numbers == other.storage.numbers }
    func hash(into hasher: inout Hasher) { hasher.combine(storage.numbers) }
  }

  enum Baskets: Module {
    enum Message: Hashable { case add(Int), empty, mark }
    struct Model: Hashable { var baskets = [Basket()] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let number):
        let numbers = model.baskets[0].storage.numbers
        if numbers.count < 2 { model.baskets[0].storage = Storage(numbers + [number]) }
      case .empty: model.baskets[0].storage = Storage([])
      case .mark: model.baskets[0].isMarked.toggle()
      }
    }
  }

  @Test(arguments: [1, 2]) func `structs with storage are told apart by their == and by their other parts`(workers: Int)
  {
    let result = Specification(of: Baskets.self) {
      Messages { _ in [.add(0), .add(1), .empty, .mark] }
    }.check().exploration(workers: workers)
    #expect(result.counterexample == nil)
    // 1 + 2 + 4 contents, marked and not.
    #expect(result.states == 14)
    #expect(result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains("the model holds an object at baskets[…].storage: what changes inside of it is not seen"))
  }

  /// A list with a function that gives the identity of a row. Its `==` compares identities, and leaves out the names.
  struct Rows: RandomAccessCollection, Hashable, Sendable {
    struct Row: Hashable, Sendable { var id: Int, name: String }
    var rows: [Row]
    var id: @Sendable (Row) -> Int
    var startIndex: Int { rows.startIndex }
    var endIndex: Int { rows.endIndex }
    subscript(position: Int) -> Row { rows[position] }
    static func == (one: Rows, other: Rows) -> Bool {
      one.map(one.id) == other.map(other.id)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(map(id)) }
  }

  @Test
  func `values with a function are compared by their other parts, and by their == only where the functions differ`() {
    let identifiers = [1, 1, 2].map { factor in { @Sendable (row: Rows.Row) in row.id * factor } }
    let (identifier, equivalent, doubling) = (identifiers[0], identifiers[1], identifiers[2])
    let identity = ValueIdentity.of(Rows.self)
    func isSame(_ first: Rows, _ second: Rows) -> Bool {
      let isSame = identity.isSame(value: first, and: second)
      if isSame { #expect(identity.hash(ofValue: first) == identity.hash(ofValue: second)) }
      return isSame
    }
    let rows = Rows(rows: [.init(id: 1, name: "a")], id: identifier)
    #expect(identity.requiresEquality && !identity.mayHoldIncomparable)
    #expect(isSame(rows, Rows(rows: [.init(id: 1, name: "a")], id: equivalent)))
    #expect(!isSame(rows, Rows(rows: [.init(id: 1, name: "a")], id: doubling)))
    #expect(!isSame(rows, Rows(rows: [.init(id: 1, name: "b")], id: identifier)))
  }

  /// A program whose models differ only in a function, which their `==` calls.
  enum Scaled: Module {
    enum Message: Hashable { case scale(Int) }
    struct Model: Hashable { var rows = [Rows(rows: [.init(id: 1, name: "a")], id: { $0.id })] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .scale(let factor) = message { model.rows[0].id = { $0.id * factor } }
    }
  }

  @Test(arguments: [false, true])
  func `values that differ in a function alone are told apart by their ==, also in a compact search`(
    isCompact: Bool
  ) {
    let result = Specification(of: Scaled.self) { Messages { _ in [.scale(1), .scale(2), .scale(3)] } }.check()
      .exploration { $0.isCompact = isCompact }
    #expect(result.counterexample == nil)
    #expect(result.states == 3)
  }

  /// A book whose models differ in their pages and in a function, which their `==` calls.
  enum ScaledPages: Module {
    enum Message: Hashable { case turn, scale(Int) }
    struct Model: Hashable {
      var page = 0
      var text = "this is what stands on page 0"
      var rows = [Rows(rows: [.init(id: 1, name: "a")], id: { $0.id })]
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turn: (model.page, model.text) = (model.page + 1, "this is what stands on page \(model.page + 1)")
      case .scale(let factor): model.rows[0].id = { $0.id * factor }
      }
    }
  }

  /// A type's own hash may be the same for values that its `==` tells apart, so no such value may be freed and met again.
  @Test func `a compact search tells functions apart by their ==, and keeps its parts`() throws {
    let specification = Specification(of: ScaledPages.self) {
      Messages(of: .model) { ($0.page < 60 ? [.turn] : []) + [.scale(1), .scale(2), .scale(3)] }
    }
    // This limit is so low that even this small search would free parts.
    var explorer = try compactExplorer(of: specification, maxUnfreedPartCount: 20)
    #expect(explorer.exploreAll().progress.states == 3 * 61)
    // The pages alone have 61 texts.
    #expect(explorer.rows.partCount > 61)
  }

  /// A list whose elements and limit are in an object. Its `==` compares both.
  struct Window: RandomAccessCollection, Hashable, Sendable {
    final class Storage: Sendable {
      let numbers: [Int], limit: Int
      init(_ numbers: [Int], limit: Int) { (self.numbers, self.limit) = (numbers, limit) }
    }
    var storage: Storage
    var startIndex: Int { 0 }
    var endIndex: Int { storage.numbers.count }
    subscript(index: Int) -> Int { storage.numbers[index] }
    static func == (one: Window, other: Window) -> Bool {
      (one.storage.numbers, one.storage.limit) == (other.storage.numbers, other.storage.limit)
    }
    func hash(into hasher: inout Hasher) {
      hasher.combine(storage.numbers)
      hasher.combine(storage.limit)
    }
  }

  enum Limited: Module {
    enum Message: Hashable { case limit(Int) }
    struct Model: Hashable { var window = Window(storage: .init([1, 2], limit: 0)) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .limit(let limit) = message { model.window.storage = .init([1, 2], limit: limit) }
    }
  }

  @Test(arguments: [false, true])
  func `collections that differ only beside their elements are told apart by their ==`(isCompact: Bool) {
    let result = Specification(of: Limited.self) { Messages { _ in [.limit(1), .limit(2)] } }.check()
      .exploration { $0.isCompact = isCompact }
    #expect(result.states == 3)
  }

  @Test func `sets and dictionaries with a NaN are the same where they store the same`() {
    func isSame<Value>(_ one: Value, _ other: Value) -> Bool {
      ValueIdentity.of(Value.self).isSame(value: one, and: other)
    }
    #expect(isSame(Set([1, Double.nan]), Set([.nan, 1])))
    #expect(!isSame(Set([1, Double.nan]), Set([2, .nan])))
    let otherNaN = Double(nan: 1, signaling: false)
    #expect(!isSame(Set([.nan, .nan, otherNaN]), Set([.nan, otherNaN, otherNaN])))
    #expect(isSame([Double.nan: 1], [Double.nan: 1]))
    #expect(!isSame([Double.nan: 1], [Double.nan: 2]))
    #expect(isSame([Double.nan: 1] as Any, [Double.nan: 1] as Any))
    // The dictionary has room for the keys that are added, so that all copies place equal keys alike.
    var dictionary = [0.0: 0]
    dictionary.reserveCapacity(20)
    let copies = [[1, 2], [2, 1], [2, 2]].map { numbers in
      var copy = dictionary
      for number in numbers { copy[.nan] = number }
      return copy
    }
    #expect(isSame(copies[0], copies[1]) && !isSame(copies[0], copies[2]))
  }

  /// A value whose `==` never holds, not even for a value and itself.
  struct Unequal: Equatable, Sendable {
    var number = 0
    var function: @Sendable () -> Int
    static func == (one: Unequal, other: Unequal) -> Bool { false }
  }

  /// A list that keeps its numbers in an object, so that only its `==` compares them.
  struct Series: Equatable, Sendable {
    final class Numbers: Sendable {
      let numbers: [Double]
      init(_ numbers: [Double]) { self.numbers = numbers }
    }
    var storage: Numbers
    static func == (one: Series, other: Series) -> Bool { one.storage.numbers == other.storage.numbers }
  }

  @Test func `two lists in objects with a NaN in each are not taken for one`() {
    let identity = ValueIdentity.of(Series.self)
    let lists = [[Double.nan, 1], [.nan, 2]].map { Series(storage: .init($0)) }
    #expect(!identity.isSame(value: lists[0], and: lists[1]))
  }

  @Test func `where an == never holds, the parts other than functions decide`() {
    let identity = ValueIdentity.of(Unequal.self)
    let functions = [1, 2].map { number in { @Sendable in number } }
    #expect(identity.isSame(value: Unequal(function: functions[0]), and: Unequal(function: functions[1])))
    #expect(!identity.isSame(value: Unequal(function: functions[0]), and: Unequal(number: 1, function: functions[1])))
  }

  /// A recursive struct with objects, which the `==` of ``Basket`` compares.
  struct Folder: Hashable { var baskets = [Basket()], folders: [Folder] = [] }

  @Test func `a recursive type has no incomparable part where a type inside of it compares it`() {
    #expect(!ValueIdentity.of(Folder.self).mayHoldIncomparable)
  }

  /// A program whose model has a part with an `==` and no hash.
  enum Unhashed: Module {
    struct Basket: Equatable {
      var storage = Storage([])
      static func == (one: Basket, other: Basket) -> Bool { one.storage.numbers == other.storage.numbers }
    }
    enum Message: Hashable { case add }
    struct Model: Equatable { var baskets = [Basket()] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let numbers = model.baskets[0].storage.numbers
      model.baskets[0].storage = Storage(numbers.count < 4 ? numbers + [1] : [])
    }
  }

  @Test func `a compact search refuses a model with a part that has an == and no hash`() {
    let check = Specification(of: Unhashed.self) { Messages { _ in [.add] } }.check()
    #expect(check.exploration().states == 5)
    #expect(
      check.exploration { $0.isCompact = true }.message
        == "--compact tells worlds apart by hashes, and the model's baskets[…] has an == and no hash; make its type Hashable, "
        + "or leave --compact out")
    #expect(
      Specification(of: Baskets.self) { Messages { _ in [.add(0)] } }.check().exploration { $0.isCompact = true }.states
        == 3)
  }

  /// Two counters, of 10 and of 1 000 values. The first is stored in a part that has an `==` and no hash.
  enum Slow: Module {
    enum Message: CaseIterable { case add, count }
    struct Model: Equatable { var basket = Unhashed.Basket(), count = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let numbers = model.basket.storage.numbers
      switch message {
      case .add: model.basket.storage = Storage(numbers.count < 9 ? numbers + [1] : [])
      case .count: model.count = (model.count + 1) % 1_000
      }
    }
  }

  @Test func `a large search that compares each value with all others says so`() {
    let note =
      "health: the model's basket has an == and no hash, so that each new value is compared with all others; make its "
      + "type Hashable"
    for (states, isSaid) in [(10_000, true), (4_000, true), (3_999, false)] {
      let result = Specification(of: Slow.self) {}.check().exploration { $0.states = states }
      #expect(result.states == states && result.notes.contains(note) == isSaid)
    }
  }

  /// A program whose model is a ``Basket``.
  enum Whole: Module {
    enum Message: Hashable { case add, mark }
    typealias Model = Basket
    static func start(with flags: Void) -> Basket { Basket() }
    static func update(for message: Message, model: inout Basket, perform: (Command) -> Void) {
      switch message {
      case .add: model.storage = Storage(model.storage.numbers.count < 2 ? model.storage.numbers + [1] : [])
      case .mark: model.isMarked.toggle()
      }
    }
  }

  @Test func `a model that is a struct with storage is told apart by its == and by its other parts`() {
    let result = Specification(of: Whole.self) { Messages { _ in [.add, .mark] } }.check().exploration()
    #expect(result.states == 6)
  }

  /// A program whose model is a ``Ring``.
  enum WholeRing: Module {
    enum Message: Hashable { case mark }
    typealias Model = Ring<Row>
    static func start(with flags: Void) -> Model { Ring([Row(number: 1)]) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.change { $0[0].isMarked.toggle() }
    }
  }

  @Test(arguments: [false, true])
  func `a model that is a collection is told apart by all that its elements store`(isCompact: Bool) {
    let result = Specification(of: WholeRing.self) { Messages { _ in [.mark] } }.check()
      .exploration { $0.isCompact = isCompact }
    #expect(result.states == 2)
  }

  @Test func `all lanes of a vector are compared, and its padding is not`() {
    func isSame<Value>(_ one: Value, _ other: Value) -> Bool {
      ValueIdentity.of(Value.self).isSame(value: one, and: other)
    }
    #expect(isSame(SIMD3<Int32>(1, 2, 3), SIMD3<Int32>(1, 2, 3)))
    #expect(!isSame(SIMD3<Int32>(1, 2, 3), SIMD3<Int32>(1, 2, 4)))
    let (one, other) = (SIMD4<Int32>(1, 2, 3, 4) .> 2, SIMD4<Int32>(1, 2, 3, 2) .> 2)
    #expect(isSame(one, one))
    #expect(!isSame(one, other))
    #expect(ValueIdentity.of(SIMD2<Double>.self).mayDifferFromItself)
    #expect(!ValueIdentity.of(SIMD2<Int>.self).mayDifferFromItself)
  }
}

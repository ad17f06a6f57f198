import Testing

@testable import TEACheck
@testable import TEASupport

/// A search that has no end says what grows.
@Suite struct GrowthTests {
  private static func notes<M>(of specification: Specification<M>, states: Int, workers: Int) -> [String] {
    specification.check().exploration(workers: workers) { $0.states = states }.notes.filter { $0.contains("grows") }
  }

  private static func text(_ growing: String) -> String {
    "what grows with the depth: \(growing); where it has no end, no number of worlds is enough: stop it by Messages or "
      + "Precondition, or leave it out by Distinguish"
  }

  /// A desk that gives each ticket the next number, keeps the last two of them, and writes down each second one.
  private enum Desk: Module {
    enum Message: Hashable { case next }
    struct Numbers: Hashable { var next = 1 }
    struct Ticket: Hashable {
      var id: Int
      var isUrgent = false
    }
    enum Counter: Hashable {
      case closed
      case open(Numbers)
    }
    struct Model: Hashable {
      var counter = Counter.closed
      var tickets: [Ticket] = []
      var names: [Int: String] = [:]
      var log: [Ticket] = []
      var text = ""
      var phase = 0
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard case .open(var numbers) = model.counter else {
        model.counter = .open(Numbers())
        return
      }
      model.tickets = model.tickets.suffix(1) + [Ticket(id: numbers.next)]
      model.names = [numbers.next: "ticket"]
      if numbers.next.isMultiple(of: 2) { model.log.append(Ticket(id: numbers.next)) }
      model.text = "\(numbers.next % 10)"
      model.phase = (model.phase + 1) % 4
      numbers.next += 1
      model.counter = .open(numbers)
    }
  }

  /// World 0 is closed, world 1 is open with 1 as the next number, and world 99 has given 98 tickets.
  @Test(arguments: [1, 2, 8]) func `numbers in each kind of part are named with their ranges`(_ workers: Int) {
    #expect(
      Self.notes(of: Specification(of: Desk.self) {}, states: 100, workers: workers) == [
        Self.text("log.count (0 to 49), counter.open.next (1 to 99), tickets[].id (1 to 98), and 1 more")
      ])
  }

  /// World n has given n - 1 tickets. The search ends with the world that is found when the interruption is requested.
  @Test func `a search that is interrupted says what grows`() {
    let interruption = Interruption()
    let result = Specification(of: Desk.self) {}.check().exploration(
      { $0.interruption = interruption }, onProgress: { if $0.states >= 40 { interruption.request() } })
    #expect(result.message == "it was interrupted")
    let tickets = result.states - 2
    let text = Self.text(
      "log.count (0 to \(tickets / 2)), counter.open.next (1 to \(tickets + 1)), tickets[].id (1 to \(tickets)), "
        + "and 1 more")
    #expect(result.notes.filter { $0.contains("grows") } == [text])
  }

  /// Asks and asks, and gets its answers late.
  private enum Impatience: Module {
    enum Message: Hashable { case ask, answered }
    enum Command: Hashable { case load }
    struct Model: Hashable {}
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .ask { perform(.load) }
    }
  }

  @Test func `outstanding commands that grow in number are named, with their bound`() {
    let specification = Specification(of: Impatience.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered] }
    }
    // World n has n outstanding commands.
    let text = Self.text("outstanding commands (0 to 11)") + "; for commands, set a smaller --outstanding"
    #expect(Self.notes(of: specification, states: 12, workers: 1) == [text])
  }

  /// A dance in rounds of three turns.
  private enum Dance: Module {
    enum Message: Hashable { case turn }
    struct Model: Hashable { var turns = 0, rounds = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.turns = (model.turns + 1) % 3
      if model.turns == 0 { model.rounds += 1 }
    }
  }

  @Test(arguments: [1, 2]) func `what grows once in three levels is named`(_ workers: Int) {
    #expect(
      Self.notes(of: Specification(of: Dance.self) {}, states: 14, workers: workers) == [Self.text("rounds (0 to 4)")])
  }

  /// A list with all of its elements, a text, and a number that only falls.
  private enum Diary: Module {
    enum Message: Hashable { case write, erase }
    struct Journal: Hashable { var entries: [Int] = [], text = "" }
    struct Model: Hashable {
      var journal: Journal?
      var balance = 0.5
      var isDirty = false
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      var journal = model.journal ?? Journal()
      switch message {
      case .write:
        journal.entries.append(journal.entries.count)
        journal.text += "é"
        model.balance -= 1
      case .erase: model.isDirty = true
      }
      model.journal = journal
    }
  }

  /// Worlds have a number of entries and the flag, and the first lacks a journal. After n steps there are at most n entries.
  @Test func `a list is named by its count, and a number that falls by its range`() {
    let specification = Specification(of: Diary.self) { Messages { _ in [.write] } }
    #expect(
      Self.notes(of: specification, states: 21, workers: 1) == [
        Self.text("balance (-19.5 to 0.5), journal.entries.count (1 to 20), journal.text.utf8.count (2 to 40)")
      ])
  }

  /// Four digits from 0 to 3.
  private enum Lock: Module {
    enum Message: Hashable { case turn(Int) }
    static func start(with flags: Void) -> [Int] { [0, 0, 0, 0] }
    static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {
      if case .turn(let index) = message { model[index] = min(3, model[index] + 1) }
    }
  }

  @Test func `nothing is said of numbers that have ended, of a shallow search, and of one that has come to its end`() {
    let lock = Specification(of: Lock.self) { Messages { _ in (0..<4).map { .turn($0) } } }
    #expect(Self.notes(of: lock, states: 200, workers: 1) == [])
    #expect(Self.notes(of: lock, states: 300, workers: 1) == [])
    #expect(Self.notes(of: Specification(of: Desk.self) {}, states: 8, workers: 1) == [])
  }

  /// A room in which somebody looks up or down while letters arrive.
  private enum PostRoom: Module {
    enum Message: Hashable { case turn }
    struct Server: Hashable { var letters = 0 }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) { model.toggle() }
  }

  /// One world at the start, and two at each further depth: the letters arrived one by one, and at most one turn was taken.
  @Test(arguments: [1, 2]) func `what grows in the environment is named`(_ workers: Int) {
    let specification = Specification(of: PostRoom.self) {
      Messages { _ in [.turn] }
      Environment(PostRoom.Server(), events: { _, _ in [EnvironmentEvent("a letter arrives") { $0.letters += 1 }] })
    }
    #expect(
      Self.notes(of: specification, states: 21, workers: workers) == [Self.text("server.letters (0 to 10)")])
  }

  private struct Order: Hashable { var discount = 0, di: [Int] = [] }

  @Test func `a property that is not the count of a collection hides no part`() {
    var finder = GrowthFinder()
    for number in 0...8 { finder.add(Order(discount: number, di: [number]), stage: number) }
    #expect(finder.growing(upToStage: 8) == ["discount (0 to 8)", "di[] (0 to 8)"])
  }

  @Test func `nothing is said of what Distinguish leaves out`() {
    let specification = Specification(of: Desk.self) { Distinguish { $0 } }
    #expect(Self.notes(of: specification, states: 20, workers: 1) == [])
  }

  /// A value whose mirror and whose elements must not be asked for.
  private struct Guarded: Hashable, CustomReflectable, Sequence {
    var number = 0
    var customMirror: Mirror { fatalError("asked for a mirror") }
    func makeIterator() -> AnyIterator<Int> { fatalError("asked for elements") }
  }

  @Test func `no function of the program is called to find numbers`() {
    var finder = GrowthFinder()
    for number in 0...8 { finder.add((Guarded(number: number), number), stage: number) }
    #expect(finder.growing(upToStage: 8) == ["1 (0 to 8)"])
  }

  /// The order of a set decides which of its elements are read first, so that a model is read as a whole or not at all.
  @Test func `a model with more than 4 096 parts is left out`() {
    var finder = GrowthFinder()
    for number in 0...8 {
      finder.add((number, Array(repeating: Array(repeating: 0, count: 8 * number), count: 64)), stage: number)
    }
    #expect(finder.growing(upToStage: 8) == ["0 (0 to 7)", "1[].count (0 to 56)"])
  }

  @Test func `of a large collection only the count is read`() {
    var finder = GrowthFinder()
    for number in 0...8 { finder.add([Array(number..<(number + 64)), Array(number..<(number + 65))], stage: number) }
    #expect(finder.growing(upToStage: 8) == ["[][] (0 to 71)"])
  }
}

@testable import TEAStateSpace
@testable import TEASupport
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// Searches that store worlds as rows of numbers find the same worlds as a search that stores the worlds.
@Suite struct WorldRowTests {
  // MARK: Rows of worlds

  enum Ask: Module {
    enum Command: Hashable { case ask(Int), tell(String) }
    enum Message { case go }
    static func start(with flags: Void) -> [Int] { [] }
    static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {}
  }

  @Test func `outstanding commands are written as a bag and in their order`() throws {
    let writer = RowWriter()
    let rows = WorldRows<Ask>(try Rules(Specification(of: Ask.self) { Messages { _ in [.go] } }, scope: 3), writer)
    func row(_ world: World<Ask>) -> [UInt64] {
      var row = [UInt64](repeating: 0, count: (rows.size + RowPacking.slack) / 8 + 1)
      row.withUnsafeMutableBytes { rows.write(world, to: $0.baseAddress!, writer) }
      return row
    }
    func isAlike(_ one: [UInt64], _ other: [UInt64]) -> Bool {
      one.withUnsafeBytes { one in other.withUnsafeBytes { rows.isSameWorld(one.baseAddress!, $0.baseAddress!) } }
    }
    func command(_ number: Int) -> Ask.Command {
      number.isMultiple(of: 3) ? .tell("a text of some length, number \(number)") : .ask(number)
    }
    func world(_ numbers: [Int]) -> World<Ask> { World(model: [1], outstanding: numbers.map(command)) }
    var random = RandomNumbers(seed: 3)
    var outstanding = [4, 2, 4]
    for _ in 0..<5_000 {
      let answered = outstanding.isEmpty ? -1 : Int(random.next(through: UInt64(outstanding.count))) - 1
      let before = outstanding
      if answered >= 0 { outstanding.remove(at: answered) }
      let performed = (0..<Int(random.next(through: UInt64(min(3, 9 - outstanding.count))))).map { _ in
        Int(random.next(through: 40))
      }
      outstanding += performed
      let next = row(world(outstanding))
      #expect(next.withUnsafeBytes { rows.world($0.baseAddress!) }.outstanding == outstanding.map(command))
      // The cached list after the step agrees with the row of the world after the step.
      let after = rows.lists.listAfterStep(
        from: rows.number(of: before.map(command), writer), answering: answered,
        performing: rows.number(of: performed.map(command), writer), writer)
      let numbers = next.withUnsafeBytes { rows.numbers($0.baseAddress!) }
      #expect(after.list == numbers.outstanding && after.bag == numbers.outstandingBag)
      #expect(rows.lists.contentHash(of: after.list) == rows.lists.contentHash(of: numbers.outstandingBag))
      // Worlds with the same outstanding commands are the same, whatever the order of the commands.
      #expect(isAlike(next, row(world(outstanding.shuffled(seed: random.next(through: 99))))))
      #expect(isAlike(next, row(world(before))) == (before.sorted() == outstanding.sorted()))
    }
  }

  @Test func `a range table finds ranges by their keys`() {
    var table = RangeTable()
    defer { table.deallocate() }
    for key in 1...5_000 { table.add(key..<key + key % 7, under: UInt64(key) << 16) }
    for key in 1...5_000 { #expect(table[UInt64(key) << 16] == key..<key + key % 7) }
    #expect(table[5_001 << 16] == nil && table[1] == nil)
  }

  struct Tree { var text = "", branches: [Tree] = [], isOpen = false, count: Int? = 0 }
  /// A name, and a cache that `==` ignores.
  struct Hidden: Hashable {
    var name = "", cache = 0
    static func == (one: Hidden, other: Hidden) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
  struct Everything { var hidden = [Hidden()], byName: [String: Hidden] = [:], numbers: [Double] = [] }

  enum Later { case never, then(() -> Int) }

  @Test func `values are compared by all that they store`() {
    func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
      let identity = ValueIdentity.of(Value.self)
      return withUnsafePointer(to: one) { one in
        withUnsafePointer(to: other) { other in
          let areSame = identity.isSame(one, other)
          #expect(!areSame || identity.hash(one) == identity.hash(other))
          return areSame
        }
      }
    }
    func long() -> String { String(repeating: "long ", count: 5) }
    func tree() -> Tree { Tree(text: long(), branches: [Tree(text: long()), Tree(branches: [Tree(), Tree()])]) }
    #expect(areSame(tree(), tree()))
    var other = tree()
    other.branches[1].branches[0].isOpen = true
    #expect(!areSame(tree(), other))
    // These two forms of one character are equal, but stored differently.
    #expect("\u{E9}" == "e\u{301}" && !areSame("\u{E9}", "e\u{301}"))
    #expect(
      areSame(Everything(byName: ["a": Hidden(), "b": Hidden()]), Everything(byName: ["b": Hidden(), "a": Hidden()])))
    #expect(!areSame(Everything(), Everything(hidden: [Hidden(cache: 1)])))
    #expect(!areSame(Everything(byName: ["a": Hidden()]), Everything(byName: ["a": Hidden(cache: 1)])))
    #expect(!areSame(Everything(numbers: [0]), Everything(numbers: [0, 0])))
    #expect(!areSame(Everything(numbers: [0]), Everything(numbers: [-0.0])))
    #expect(!areSame([Hidden(): 1], [Hidden(cache: 1): 1]))
    // The behaviour of a function cannot be compared, as `TypeContents` states.
    #expect(
      TypeContents.of(Later.self).mayHoldIncomparable
        && !WorldIdentity(of: Later.self, commands: Never.self).comparesAllParts)
    #expect(!areSame(Later.never, Later.then { 1 }))
  }

  // MARK: Searches

  /// A program whose behaviour is given by a table.
  enum Machine: Module {
    struct Reaction: Hashable, Sendable {
      var state: Int
      var commands: [Int]
    }
    struct Table: Hashable, Sendable { var reactions: [[Reaction]] }
    enum Message: Hashable { case a, b, answer(Int) }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable {
      var state = 0
      /// A text that is long enough for the heap, so that equal models have different memory.
      var text = ""
      let table: Table
    }

    static func start(with flags: Table, perform: (Command) -> Void) -> Model {
      perform(.ask(0))
      return Model(text: "this text of state 0 is long enough", table: flags)
    }
    static func column(of message: Message) -> Int {
      switch message {
      case .a: 0
      case .b: 1
      case .answer(let number): 2 + number
      }
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let reaction = model.table.reactions[model.state][column(of: message)]
      model.state = reaction.state
      model.text = "this text of state \(reaction.state) is long enough"
      for command in reaction.commands { perform(.ask(command)) }
    }
    static func offers(_ state: Int) -> [Message] { state % 3 == 2 ? [.b] : [.a, .b] }
    /// The replies to a command: command 3 is never answered, and command 2 in odd states only.
    static func replies(_ command: Command, in state: Int) -> [Message]? {
      guard case .ask(let number) = command else { return nil }
      switch number {
      case 2 where state % 2 == 0: return []
      case 3: return nil
      default: return [.answer(number), .answer(3)]
      }
    }

    /// A random table of six states, with a column for each of `a`, `b` and four answers. Three reactions in five perform
    /// nothing, the others one or two commands.
    static func table(_ random: inout RandomNumbers) -> Table {
      Table(
        reactions: (0..<6).map { _ in
          (0..<6).map { _ in
            Reaction(
              state: Int(random.next(through: 5)),
              commands: (0..<max(0, Int(random.next(through: 4)) - 2)).map { _ in Int(random.next(through: 3)) })
          }
        })
    }
  }

  /// - Parameter cachesReactions: `true` where the offered messages depend on the model alone, so that the search numbers
  ///   models and caches reactions.
  private static func specification(_ table: Machine.Table, cachesReactions: Bool) -> Specification<Machine> {
    Specification(of: Machine.self) {
      Start(with: [table])
      if cachesReactions {
        Messages(of: .model) { Machine.offers($0.state) }
      } else {
        Messages(of: .world) { Machine.offers($0.model.state) }
      }
      Replies { Machine.replies($0, in: $1.state) }
    }
  }

  /// The numbers of worlds and transitions and the depth of a machine, found by an independent search.
  private func counts(_ table: Machine.Table, outstanding limit: Int) -> [Int] {
    struct World: Hashable {
      var state: Int
      var bag: [Int]
    }
    var level = [World(state: 0, bag: [0])]
    var (foundWorlds, transitions, depth) = (Set(level), 0, -1)
    while !level.isEmpty {
      depth += 1
      var next: [World] = []
      for world in level {
        func take(_ message: Machine.Message, answering command: Int?) {
          let reaction = table.reactions[world.state][Machine.column(of: message)]
          var after = World(state: reaction.state, bag: world.bag)
          if let command, let place = after.bag.firstIndex(of: command) { after.bag.remove(at: place) }
          after.bag += reaction.commands.filter { Machine.replies(.ask($0), in: reaction.state) != nil }
          after.bag.sort()
          if after.bag.count > limit { return }
          transitions += 1
          if foundWorlds.insert(after).inserted { next.append(after) }
        }
        for message in Machine.offers(world.state) { take(message, answering: nil) }
        for command in Set(world.bag).sorted() {
          for message in Machine.replies(.ask(command), in: world.state) ?? [] { take(message, answering: command) }
        }
      }
      level = next
    }
    return [foundWorlds.count, transitions, depth]
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>) func `every world and transition is counted`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let table = Machine.table(&random)
    let expected = counts(table, outstanding: 5)
    let check = Self.specification(table, cachesReactions: true).check()
    for (workers, isCompact) in [(1, false), (2, false), (8, false), (1, true), (2, true)] {
      let result = check.exploration(workers: workers) {
        $0.outstanding = 5
        $0.isCompact = isCompact
      }
      #expect([result.states, result.transitions, result.depth] == expected)
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `the counterexample is the same with and without cached reactions`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let table = Machine.table(&random)
    let results = [(true, 1), (true, 2), (true, 8), (false, 1)].map { cachesReactions, workers in
      Specification(of: Machine.self) {
        Self.specification(table, cachesReactions: cachesReactions)
        switch seed % 4 {
        case 0: Always("not five with three to do", of: .world) { $0.model.state != 5 || $0.outstanding.count < 3 }
        case 1: Always("not five") { $0.state != 5 }
        case 2: Always("never shown", of: .view) { $0.state != 4 }
        default: Step("not from four to five") { $0.before.state != 4 || $0.after.state != 5 || $0.answering == nil }
        }
      }.check().exploration(workers: workers) { $0.outstanding = 5 }
    }
    for result in results.dropFirst() {
      #expect(result.counterexample?.steps == results[0].counterexample?.steps)
      #expect(
        [result.states, result.transitions, result.depth]
          == [results[0].states, results[0].transitions, results[0].depth])
    }
  }

  /// A program with many worlds for each model, which counts the calls of `update`.
  enum Busy: Module {
    static let updates = Mutex(0)
    enum Message { case ask, answered(Int) }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var asked = 0, answered = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      updates.withLock { $0 += 1 }
      switch message {
      case .ask:
        perform(.ask(model.asked))
        model.asked += 1
      case .answered: model.answered += 1
      }
    }
  }

  @Test func `update runs about twice for each pair of a model and a message`() {
    Busy.updates.withLock { $0 = 0 }
    let result = Specification(of: Busy.self) {
      Messages(of: .model) { $0.asked < 10 ? [.ask] : [] }
      Replies { command in if case .ask(let number) = command { [.answered(number)] } else { nil } }
    }.check().exploration()
    // After n requests any subset is answered: 1 + 2 + 4 + … + 1 024.
    #expect(result.states == 2_047 && result.isComplete)
    #expect(result.transitions == 10_240)
    // The 55 models that may ask and the 385 pairs of a model and an answer run `update` twice each. The notes of the report
    // run it a few times more.
    let updates = Busy.updates.withLock { $0 }
    #expect(updates >= 2 * (55 + 385) && updates < 1_000)
  }
}

extension Array {
  fileprivate func shuffled(seed: UInt64) -> [Element] {
    var (random, shuffled) = (RandomNumbers(seed: seed), self)
    for last in shuffled.indices.dropFirst().reversed() {
      shuffled.swapAt(last, Int(random.next(through: UInt64(last))))
    }
    return shuffled
  }
}

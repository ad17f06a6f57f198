import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// Searches that store models as rows find the same worlds as a search that keeps the models.
@Suite struct ModelRowTests {
  /// The numbers of worlds and transitions and the depth, found by a breadth-first search that keeps the models.
  private func counts<M: Module>(
    _: M.Type, _ messages: [M.Message]
  ) throws -> [Int] where M.Model: Hashable, M.Flags == Void, M.Command == Never {
    var level = [try M.start(with: (), perform: { _ in })]
    var (foundModels, transitions, depth) = (Set(level), 0, -1)
    var commands: [Never] = []
    while !level.isEmpty {
      depth += 1
      var next: [M.Model] = []
      for model in level {
        for message in messages {
          let after = try Kernel<M>.update(model, for: message, performing: &commands)
          transitions += 1
          if foundModels.insert(after).inserted { next.append(after) }
        }
      }
      level = next
    }
    return [foundModels.count, transitions, depth]
  }

  struct Noted: Hashable {
    var digits = [0, 0, 0]
    var notes: [UInt8] = []

    mutating func increment(_ index: Int) { digits[index] = (digits[index] + 1) % 7 }
  }

  /// Three digits, and a list that grows once their sum exceeds 12.
  enum Growing: Module {
    enum Message: CaseIterable { case a, b, c, note, drop }
    static func start(with flags: Void) -> Noted { Noted() }
    static func update(for message: Message, model: inout Noted, perform: (Command) -> Void) {
      switch message {
      case .a: model.increment(0)
      case .b: model.increment(1)
      case .c: model.increment(2)
      case .note:
        if model.digits.reduce(0, +) > 12, model.notes.count < 2 { model.notes.append(UInt8(model.digits[0])) }
      case .drop: if !model.notes.isEmpty { model.notes.removeLast() }
      }
    }
  }

  @Test(arguments: [1, 2, 8], [false, true]) func `all worlds are found where a list grows during a search`(
    workers: Int, isCompact: Bool
  )
    throws
  {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = workers
    settings.isCompact = isCompact
    let check = Specification(of: Growing.self) { Always("digits") { $0.digits.allSatisfy { $0 < 7 } } }.check()
    let result = check.outcome(settings, onProgress: { _ in }).result
    #expect([result.states, result.transitions, result.depth] == (try counts(Growing.self, Growing.Message.allCases)))
  }

  /// Arrays that mostly keep their length, of elements with texts, sets, arrays and enums.
  struct Match: Hashable {
    enum Mood: Hashable { case calm, cheering(for: String) }
    struct Player: Hashable { var name: String, cards: Set<Int> = [], mood = Mood.calm }
    var players = [Player(name: "a"), Player(name: "a player with a name of more than fifteen bytes")]
    var board: [[Int?]] = [[nil], [nil]]
    var turn = 0
  }

  enum Matches: Module {
    enum Message: CaseIterable { case draw, discard, place, cheer, swap, leave, join }
    static func start(with flags: Void) -> Match { Match() }
    static func update(for message: Message, model: inout Match, perform: (Command) -> Void) {
      let index = model.players.indices.contains(model.turn) ? model.turn : nil
      switch message {
      case .draw: if let index { model.players[index].cards.insert(model.players[index].cards.count) }
      case .discard: if let index { model.players[index].cards.remove(0) }
      case .place:
        guard let row = model.board.firstIndex(where: { $0.contains(nil) }),
          let column = model.board[row].firstIndex(of: nil)
        else { return model.board = Match().board }
        model.board[row][column] = model.turn
      case .cheer: if let index { model.players[index].mood = .cheering(for: model.players[0].name) }
      case .swap: if model.players.count > 1 { model.players.swapAt(0, 1) }
      case .leave: if model.players.count > 1 { model.players.removeLast() }
      case .join: if model.players.count < 2 { model.players.append(Match.Player(name: "late")) }
      }
      for player in model.players.indices where model.players[player].cards.count > 1 {
        model.players[player].cards = []
      }
      model.turn = (model.turn + 1) % 2
    }
  }

  @Test(arguments: [1, 2, 8], [false, true]) func `all worlds are found where elements hold texts and collections`(
    workers: Int, isCompact: Bool
  ) throws {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = workers
    settings.isCompact = isCompact
    let check = Specification(of: Matches.self) { Always("players") { !$0.players.isEmpty } }.check()
    let result = check.outcome(settings, onProgress: { _ in }).result
    #expect([result.states, result.transitions, result.depth] == (try counts(Matches.self, Matches.Message.allCases)))
  }

  /// A program whose list grows in one world only, so that the candidates of other workers still fit the layout of rows.
  enum Rare: Module {
    enum Message: CaseIterable { case a, b, c, note }
    static func start(with flags: Void) -> Noted { Noted() }
    static func update(for message: Message, model: inout Noted, perform: (Command) -> Void) {
      switch message {
      case .a: model.increment(0)
      case .b: model.increment(1)
      case .c: model.increment(2)
      case .note: if model.digits == [3, 3, 3], model.notes.isEmpty { model.notes = [7] }
      }
    }
  }

  @Test(arguments: [1, 2, 8]) func `all worlds are found where a list grows in a single world`(workers: Int)
    throws
  {
    let result = Specification(of: Rare.self) {}.check().exploration(workers: workers)
    #expect([result.states, result.transitions, result.depth] == (try counts(Rare.self, Rare.Message.allCases)))
  }

  @Test(arguments: [1, 2, 8]) func `a known trap is reported where worlds are packed`(workers: Int) throws {
    // Message 1, `b`, traps in the ninth world, which is one of six in its level. Phase 1 of a check makes the starts; phase 2
    // is the search.
    let configuration = TrapWatch.Configuration(
      knownSites: [TrapSite(phase: 2, breadcrumb: Breadcrumb(.step, place: 8, number: 1), cause: .stack)],
      stepTime: .seconds(60),
      stepMemory: 1 << 30, endsProcess: false, report: { _, _ in })
    let specification = Specification(of: Rare.self) {}
    let rules = try Rules(specification, scope: 3, watch: TrapWatch(configuration))
    let exploration = specification.engines.explore(rules, ExplorationBounds(), workers) { _ in }
    guard case .violation(let found) = exploration.end else { throw Unexpected() }
    #expect(found.violation.trap == .stack && found.world == 8)
    #expect(Script(try #require(exploration.trace)).steps == ["b", "c", "b"])
  }

  private struct Unexpected: Error {}

  @Test func `the shortest counterexample with a long list is found`() throws {
    let result = Specification(of: Growing.self) { Always("short") { $0.notes.count < 2 } }.check().exploration(
      workers: 2)
    let counterexample = try #require(result.counterexample)
    // 13 steps make a sum above 12, and two steps add the notes.
    #expect(counterexample.steps.count == 15)
  }

  /// A counter of four digits in base 3. It keeps each model that `update` receives, and each that `update` makes.
  enum Hoarding: Module {
    enum Message: CaseIterable { case up, down }
    struct Model: Hashable { var digits = [0, 0, 0, 0] }
    static let hoard = Mutex<[(model: Model, text: String)]>([])

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let before = model
      for index in model.digits.indices {
        guard model.digits[index] == (message == .up ? 2 : 0) else {
          model.digits[index] += message == .up ? 1 : -1
          break
        }
        model.digits[index] = message == .up ? 0 : 2
      }
      let after = model
      hoard.withLock { $0 += [(before, "\(before.digits)"), (after, "\(after.digits)")] }
    }
  }

  @Test func `models that an update keeps are not changed`() {
    let result = Specification(of: Hoarding.self) {}.check().exploration(workers: 1)
    #expect([result.states, result.transitions] == [81, 162])
    Hoarding.hoard.withLock { hoard in
      // Each of the 162 steps keeps two models.
      #expect(hoard.count > 300)
      #expect(hoard.allSatisfy { "\($0.model.digits)" == $0.text })
    }
  }

  /// A program whose `update` throws after it has changed the model.
  enum Failing: Module {
    struct Full: Error {}
    enum Message: CaseIterable { case add }
    struct Model: Hashable { var digits = [0, 0] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      model.digits[0] += 1
      if model.digits[0] > 3 { throw Full() }
    }
  }

  @Test func `a failing update leaves the model as it was`() throws {
    let result = Specification(of: Failing.self) {}.check().exploration(workers: 1)
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.steps.count == 4)
    #expect("\(counterexample.steps)".contains("[3, 0]") && !"\(counterexample.steps)".contains("[4, 0]"))
  }

  /// A program whose `update` makes lists of different lengths from equal models.
  enum Moody: Module {
    static let count = Atomic<Int>(0)
    enum Message: CaseIterable { case go }
    struct Model: Hashable { var digits = [0, 0] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let number = count.add(1, ordering: .relaxed).newValue
      model.digits[0] = 1
      if number.isMultiple(of: 2) { model.digits.append(number) }
    }
  }

  @Test func `a list with another length in a second call violates determinism`() throws {
    let result = Specification(of: Moody.self) {}.check().exploration(workers: 1)
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "update and view are deterministic")
  }
}

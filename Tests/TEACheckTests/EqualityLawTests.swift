import Foundation
import Testing

@testable import TEACheck

/// Models and commands whose `==` ignores a field.
@Suite struct EqualityLawTests {
  @Test func `an equality of all fields is honest`() throws {
    let result = try specification(Pages<Bool>.self).check().run()
    #expect(result.isComplete)
  }

  @Test(arguments: [1, 2]) func `a field that == ignores is found by the step that changes it alone`(workers: Int) {
    #expect(
      violation(of: specification(Pages<Unseen>.self), workers: workers) == [
        "== is honest",
        "by its ==, the model equals that before the step, and differs: isRead.value: false → true",
        "read",
      ])
  }

  @Test(arguments: [1, 2])
  func `an ignored field that never changes alone is found where two paths lead to equal models`(workers: Int) {
    #expect(
      violation(of: Self.meetingPaths, workers: workers) == [
        "== is honest",
        "by its ==, the model equals that of a world found before, and differs: isRead.value: false → true",
        "turnAndRead",
      ])
  }

  @Test func `a counterexample of two paths is not stored, and a note says why`() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    var settings = CheckSettings()
    settings.store = folder
    let result = Self.meetingPaths.check().outcome(settings, onProgress: { _ in }).result
    #expect(
      result.notes.contains(
        "the counterexample is not stored in \(folder): it takes two ways to one world, and a file holds one"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  /// A download whose `==` forgets a case.
  private enum Download: Module {
    enum Model: Equatable {
      case idle, failed(Int), loaded(Int)
      static func == (one: Model, other: Model) -> Bool {
        switch (one, other) {
        case (.idle, .idle): true
        case (.loaded(let one), .loaded(let other)): one == other
        default: false
        }
      }
    }
    enum Message { case load, fail }
    static func start(with isFailed: Bool) -> Model { isFailed ? .failed(0) : .idle }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model = message == .load ? .loaded(1) : .failed(1)
    }
  }

  @Test(arguments: [1, 2]) func `an == that forgets a case is found where the case is reached, also at the start`(
    workers: Int
  ) {
    for (start, steps, model) in [(false, ["fail"], "failed(1)"), (true, [], "failed(0)")] {
      let specification = Specification(of: Download.self) {
        Start(with: [start])
        Laws(.honestEquality)
      }
      #expect(
        violation(of: specification, workers: workers) == [
          "the model equals itself",
          "\(model) is not equal to itself; is there a NaN in it, or an == that never holds?",
        ] + steps)
    }
  }

  /// A switch that counts its turns up to four. Its `==` ignores the count, and its hash does not.
  private enum Switch: Module {
    struct Model: Hashable {
      /// A part of the hash. It differs in each check of a test, as hash values differ from process to process.
      var salt: Int
      var isOn = false, turns = 0
      static func == (one: Model, other: Model) -> Bool { one.isOn == other.isOn }
    }
    struct Command: Hashable {
      var salt: Int, turns: Int
      static func == (one: Command, other: Command) -> Bool { true }
    }
    enum Message { case turn, report, reported }
    static func start(with salt: Int) -> Model { Model(salt: salt) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turn:
        model.isOn.toggle()
        model.turns = min(model.turns + 1, 4)
      case .report: perform(Command(salt: model.salt, turns: model.turns))
      case .reported: break
      }
    }
  }

  @Test func `an == that a hash contradicts is found whatever the hash values are`() {
    for salt in 0..<20 {
      let specification = Specification(of: Switch.self) {
        Start(with: [salt])
        Messages(of: .model) { _ in [.turn] }
        Laws(.honestEquality)
      }
      #expect(
        violation(of: specification, workers: 1) == [
          "== is honest", "by its ==, the model equals that of a world found before, and differs: turns: 0 → 2",
          "turn", "turn",
        ])
    }
  }

  @Test func `an == of commands that a hash contradicts is found whatever the hash values are`() {
    for salt in 0..<20 {
      let specification = Specification(of: Switch.self) {
        Start(with: [salt])
        Messages(of: .model) { $0.turns == 0 ? [.turn, .report] : $0.turns == 1 ? [.report] : [] }
        Replies { _ in [.reported] }
        Laws(.honestEquality)
      }
      #expect(
        violation(of: specification, workers: 1) == [
          "== is honest", "by its ==, a command equals one that was performed before, and differs: turns: 0 → 1",
          "turn", "report",
        ])
    }
  }

  /// A switch like ``Switch`` whose model and commands are `Equatable`, and not `Hashable`.
  private enum PlainSwitch: Module {
    struct Model: Equatable {
      var isOn = false, turns = 0
      static func == (one: Model, other: Model) -> Bool { one.isOn == other.isOn }
    }
    struct Command: Equatable {
      var turns: Int
      static func == (one: Command, other: Command) -> Bool { true }
    }
    typealias Message = Switch.Message
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turn:
        model.isOn.toggle()
        model.turns = min(model.turns + 1, 4)
      case .report: perform(Command(turns: model.turns))
      case .reported: break
      }
    }
  }

  @Test(arguments: [1, 2]) func `an == without a hash is held to the law as well`(workers: Int) {
    let models = Specification(of: PlainSwitch.self) {
      Messages(of: .model) { _ in [.turn] }
      Laws(.honestEquality)
    }
    #expect(
      violation(of: models, workers: workers) == [
        "== is honest", "by its ==, the model equals that of a world found before, and differs: turns: 0 → 2",
        "turn", "turn",
      ])
    let commands = Specification(of: PlainSwitch.self) {
      Messages(of: .model) { $0.turns == 0 ? [.turn, .report] : $0.turns == 1 ? [.report] : [] }
      Replies { _ in [.reported] }
      Laws(.honestEquality)
    }
    #expect(
      violation(of: commands, workers: workers) == [
        "== is honest", "by its ==, a command equals one that was performed before, and differs: turns: 0 → 1",
        "turn", "report",
      ])
  }

  /// Two paths to the second page; one of them marks it as read.
  private static let meetingPaths = Specification(of: Pages<Unseen>.self) {
    Messages(of: .model) { model in model.number == 0 ? [.turn, .turnAndRead] : [] }
    Laws(.honestEquality)
  }

  @Test func `without the law, the ignored field tells worlds apart, and a note says so`() throws {
    let result = try Specification(of: Pages<Unseen>.self) {
      Messages(of: .model) { _ in [.read, .turn] }
    }.check().run()
    #expect(result.isComplete && result.states == 4)
    #expect(
      result.notes.contains(
        "the model's == takes for one what differs (isRead.value: false → true); worlds are told apart by all that they "
          + "store, and Distinguish says what is to count as one"))
  }

  @Test func `with Distinguish, which tells worlds apart by its key, no note says that the ignored field does`() {
    let result = Specification(of: Pages<Unseen>.self) {
      Messages(of: .model) { _ in [.read, .turn] }
      Distinguish(by: { model in [model.number, model.isRead.value ? 1 : 0] })
    }.check().exploration()
    #expect(result.states == 4)
    #expect(!result.notes.contains { $0.contains("the model's == takes for one") }, "\(result.notes)")
  }

  /// A queue of numbers that is served from its front. Its first index grows without end, so the search reaches its bound.
  private enum Queue: Module {
    struct Model: Hashable { var waiting: ArraySlice<Int> = [0, 0] }
    enum Message { case serve, arrive(Int) }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .serve: model.waiting = model.waiting.dropFirst()
      case .arrive(let number): model.waiting.append(number)
      }
    }
  }

  @Test func `slices that differ only in their first index are noted, though no step leads from one to the other`() {
    let result = Specification(of: Queue.self) {
      Messages(of: .model) { $0.waiting.count < 2 ? [.arrive(0)] : [.serve] }
    }.check(states: 100).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(!result.isComplete && result.states == 100)
    #expect(
      result.notes.contains(
        "the model's == takes for one what differs (waiting.startIndex: 0 → 1); worlds are told apart by all that they "
          + "store, and Distinguish says what is to count as one"), "\(result.notes)")
  }

  /// A price that is stored in two ways, and a position in a text, which remembers the encoding of the text.
  private enum Shop: Module {
    struct Model: Hashable {
      var amount = Decimal(1)
      var cursor = "a".startIndex
    }
    /// The fields that a `Decimal` encodes: the number 1 in a form that is not compact. Arithmetic makes only compact forms.
    private struct Parts: Encodable {
      var exponent = 0, length = 1, isNegative = false, isCompact = false, mantissa = [1, 0, 0, 0, 0, 0, 0, 0]
    }
    enum Message: Hashable { case price, move }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .price:
        let list = try? PropertyListEncoder().encode([Parts()])
        model.amount = list.flatMap { try? PropertyListDecoder().decode([Decimal].self, from: $0) }?.first ?? 2
      case .move: model.cursor = "a".index(before: "a".endIndex)
      }
    }
  }

  @Test(arguments: [(Shop.Message.price, "amount: 1 (Decimal)"), (.move, "cursor: a value of String.Index")])
  private func `a value of the system that is stored in two ways is named, and its private fields are not`(
    _ message: Shop.Message, _ text: String
  ) {
    let result = Specification(of: Shop.self) { Messages { _ in [message] } }.check().exploration()
    #expect(result.states == 2)
    #expect(
      result.notes.contains(
        "the model's == takes for one what differs (\(text) → the same, stored in another way); worlds are told apart by all "
          + "that they store: let update store it in one way, or let Distinguish say what is to count as one"),
      "\(result.notes)")
  }

  /// A model whose `==` leaves out the visits. Its two cursors are equal, and store one position in two ways.
  private enum Visited: Module {
    struct Model: Hashable {
      var visits = 0
      var cursor = "a".startIndex
      static func == (one: Model, other: Model) -> Bool { one.cursor == other.cursor }
      func hash(into hasher: inout Hasher) { hasher.combine(cursor) }
    }
    enum Message: Hashable { case visit }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model = Model(visits: 1, cursor: "a".index(before: "a".endIndex))
    }
  }

  @Test func `update is not blamed for two ways of storing where a field differs as well`() {
    let result = Specification(of: Visited.self) { Messages { _ in [.visit] } }.check().exploration()
    #expect(
      result.notes.contains(
        "the model's == takes for one what differs (visits: 0 → 1, cursor: a value of String.Index → the same, stored in "
          + "another way); worlds are told apart by all that they store, and Distinguish says what is to count as one"),
      "\(result.notes)")
  }

  @Test func `a compact search at its bound compares only the worlds that it still holds`() {
    var settings = CheckSettings()
    settings.isCompact = true
    let slices = Specification(of: Queue.self) {
      Messages(of: .model) { $0.waiting.count < 4 ? [.arrive(0)] : [.serve] }
    }.check(states: 20_000).outcome(settings, onProgress: { _ in }).result
    #expect(slices.states == 20_000)
    // At this bound, the search has released several blocks of rows.
    let grid = Specification(of: Grid.self) {
      Messages { _ in (0..<6).map { .change($0) } }
    }.check(states: 50_000).outcome(settings, onProgress: { _ in }).result
    #expect(grid.states == 50_000)
    #expect(!grid.notes.contains { $0.contains("takes for one what differs") }, "\(grid.notes)")
  }

  /// Six numbers. Models with different numbers are never equal.
  private enum Grid: Module {
    struct Model: Hashable { var numbers = [UInt64](repeating: 0x0123_4567_89AB_CDEF, count: 6) }
    enum Message: Hashable { case change(Int) }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      // The factor is large and odd, so that each number takes all 64 bits of its field in a row.
      case .change(let index): model.numbers[index] &*= 0x9E37_79B9_7F4A_7C15
      }
    }
  }

  @Test func `commands of two starts that are equal by == and differ are found without a step`() {
    let starts = Specification(of: Mail.self) {
      Start(with: [false, true])
      Messages { _ in [] }
      Replies { _ in [.sent] }
      Laws(.honestEquality)
    }
    #expect(
      violation(of: starts, workers: 1) == [
        "== is honest",
        "by its ==, a command equals one that was performed before, and differs: isUrgent.value: false → true",
      ])
  }

  @Test func `a command of a step that equals one of the start by == and differs is found`() {
    let step = Specification(of: Mail.self) {
      Start(with: [false])
      Messages(of: .model) { $0 == 0 ? [.send] : [] }
      Replies { _ in [.sent] }
      Laws(.honestEquality)
    }
    #expect(
      violation(of: step, workers: 1) == [
        "== is honest",
        "by its ==, a command equals one that was performed before, and differs: isUrgent.value: false → true",
        "send",
      ])
  }

  @Test func `models of two starts that are equal by == and differ are found without a step`() {
    let starts = Specification(of: Pages<Unseen>.self) {
      Start(from: [Pages<Unseen>.Model(), .init(isRead: Unseen(true))])
      Messages { _ in [] }
      Laws(.honestEquality)
    }
    #expect(
      violation(of: starts, workers: 1) == [
        "== is honest",
        "by its ==, the model equals that of a world found before, and differs: isRead.value: false → true",
      ])
  }

  @Test func `random runs find a step that changes nothing but an ignored field`() {
    var settings = CheckSettings()
    settings.engine = .sample
    let result = specification(Pages<Unseen>.self).check().outcome(settings, onProgress: { _ in }).result
    #expect(result.counterexample?.property == "== is honest")
    #expect(result.counterexample?.steps.map(\.message) == ["read"])
  }

  @Test func `a compact search refuses the law of honest equality`() {
    var settings = CheckSettings()
    settings.isCompact = true
    let result = specification(Pages<Bool>.self).check().outcome(settings, onProgress: { _ in }).result
    #expect(
      result.message
        == "“== is honest” compares worlds with those that they are taken for, which --compact forgets; leave it out")
  }

  private func specification<Mark: MarkOfPage>(_ module: Pages<Mark>.Type) -> Specification<Pages<Mark>> {
    Specification(of: module) {
      Messages(of: .model) { _ in [.read, .turn] }
      Laws(.honestEquality)
    }
  }

  /// The violated property, its detail, and the messages of the counterexample.
  private func violation<M: Module>(of specification: Specification<M>, workers: Int) -> [String] {
    var settings = CheckSettings()
    settings.workers = workers
    let counterexample = specification.check().outcome(settings, onProgress: { _ in }).result.counterexample
    return [counterexample?.property ?? "", counterexample?.detail ?? ""]
      + (counterexample?.steps.map(\.message) ?? [])
  }
}

private protocol MarkOfPage: Hashable, Sendable {
  init(_ value: Bool)
}

extension Bool: MarkOfPage {}

/// A mark that `==` ignores.
private struct Unseen: MarkOfPage {
  var value: Bool
  init(_ value: Bool) { self.value = value }
  static func == (one: Unseen, other: Unseen) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

private enum Pages<Mark: MarkOfPage>: Module {
  enum Message: Hashable { case turn, read, turnAndRead }

  struct Model: Hashable {
    var number = 0
    var isRead = Mark(false)
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if message != .read { model.number = 1 }
    if message != .turn { model.isRead = Mark(true) }
  }
}

/// Letters, each sent by a command whose `==` ignores its urgency.
private enum Mail: Module {
  enum Message: Hashable { case send, sent }
  struct Command: Hashable { var isUrgent: Unseen }

  static func start(with isUrgent: Bool, perform: (Command) -> Void) -> Int {
    perform(Command(isUrgent: Unseen(isUrgent)))
    return isUrgent ? 1 : 0
  }

  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    guard message == .send else { return }
    model = 2
    perform(Command(isUrgent: Unseen(true)))
  }
}

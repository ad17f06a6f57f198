import Foundation
import TEARuntime
import Testing

/// A child of a parent behaves as on its own, whatever its siblings do.
@Suite struct CompositionTests {
  /// Sends the same random messages to a performer on its own and to a child of a shelf, between messages to the child's
  /// siblings.
  @Test(arguments: [Shelf.Place.main, .sheet, .row(2)])
  func `a child behaves as on its own`(place: Shelf.Place) throws {
    var lineCount = 0
    for seed in 1...50 as ClosedRange<UInt64> {
      var pair = try Pair(place, seed: seed)
      for _ in 0..<60 { lineCount += try pair.takeStep() }
    }
    #expect(lineCount > 1_000, "the messages do something")
  }

  @Test(arguments: [Shelf.Message.sheet(.found("late")), .row(2, .found("late"))])
  func `a message to a child that is gone changes nothing, and the parent hears of it`(message: Shelf.Message) throws {
    var kernel = try Kernel<Shelf>.start(with: ()).kernel
    _ = try kernel.receive(.close)
    _ = try kernel.receive(.remove(2))
    var expected = kernel.model
    _ = try kernel.receive(message)
    expected.lost = 1
    #expect(kernel.model == expected)
  }

  @Test func `a message finds its child wherever it has moved to`() throws {
    var model = Shelf.Model()
    for message in [Shelf.Message.remove(1), .reverse, .add(9), .row(2, .found("a"))] {
      try Shelf.update(for: message, model: &model, perform: { _ in })
    }
    #expect(model.rows.map(\.id) == [9, 3, 2])
    #expect(model.rows.map(\.performer.log) == [[], [], ["a"]])
    #expect(try Shelf.rows.view(2, for: model)?.log == ["a"])
    #expect(try Shelf.rows.view(1, for: model) == nil)
    #expect(try Shelf.rows.views(for: model).map(\.id) == [9, 3, 2])
  }

  @Test(arguments: [Shelf.Place.main, .sheet, .row(2)])
  func `a step of a child that fails changes nothing, even where the parent catches the failure`(
    place: Shelf.Place
  ) throws {
    var model = Failing.Model()
    var commands: [String] = []
    #expect(throws: Failing.Failure.self) {
      switch place {
      case .main: try Failing.main.update(for: (), in: &model, perform: { commands.append($0) })
      case .sheet: try Failing.sheet.update(for: (), in: &model, perform: { commands.append($0) })
      case .row: try Failing.rows.update(1, for: (), in: &model, perform: { commands.append($0) })
      }
    }
    #expect(model == Failing.Model())
    #expect(commands == [])
  }

  @Test func `a child whose start fails performs nothing, even where the parent catches the failure`() {
    var commands: [String] = []
    #expect(throws: Failing.Failure.self) { try Failing.unready.start(perform: { commands.append($0) }) }
    #expect(commands == [])
  }

  @Test func `the report of a missing mapping names the mapping`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let main = Child<Shelf, Performer>(\.main, message: Shelf.Message.main)
      var model = Shelf.Model()
      try main.update(for: .perform([.init(name: "a")]), in: &model, perform: { _ in })
    }
    #expect(
      result.standardError.contains(
        """
        Shelf has a child Performer, but no mapping for its command Command(name: "a", policy: all): give the child \
        'command:' where Shelf declares it
        """))
  }

  @Test(arguments: [Shelf.Place.main, .sheet, .row(2)])
  func `a child is told the command that a message answers, as on its own`(place: Shelf.Place) throws {
    let messages: [Asker.Message] = [.ask, .ask, .answer]
    let alone = try Program(Asker.self, flags: (), time: .manual)
    alone.handleCommands(Handler { _, reply in reply.finish(with: .answer) })
    for message in messages { alone.dispatch(message) }
    #expect(alone.model == ["question 0", "question 1", "nothing"])
    let parent = try Program(AskerParent.self, flags: (), time: .manual)
    parent.handleCommands(
      Handler { command, reply in reply.finish(with: .init(place: command.place, content: .answer)) })
    for message in messages { parent.dispatch(.init(place: place, content: message)) }
    var expected = AskerParent.Model()
    switch place {
    case .main: expected.main = alone.model
    case .sheet: expected.sheet = alone.model
    case .row: expected.rows[1].answered = alone.model
    }
    #expect(parent.model == expected)
  }

  @Test func `the kitchen of the guide counts each timer down and rings`() throws {
    let program = try Program(Kitchen.self, flags: (), time: .manual)
    var rung: [Kitchen.Command] = []
    program.handleCommands(Handler { command, _ in rung.append(command) })
    program.dispatch(.add, .add, .add, .timer(0, .start), .timer(1, .start))
    program.advance(by: .seconds(1))
    program.dispatch(.timer(2, .start), .remove(1))
    program.advance(by: .seconds(9))
    #expect(rung == [.timer(0, .ring), .timer(2, .ring)])
    #expect(program.agenda.entries.isEmpty)
  }

  @Test func `the editor of the guide, when it is closed, saves, and leaves no load and no timer behind`() throws {
    let program = try Program(NoteList.self, flags: (), time: .manual)
    var begun: [NoteList.Command] = []
    var replies: [Reply<NoteList.Message>] = []
    program.handleCommands(
      Handler { command, reply in
        begun.append(command)
        replies.append(reply)
      })
    program.dispatch(.opened(1), .closed, .opened(2))
    #expect(begun == [.editor(.load(1)), .editor(.load(2))])
    replies[0].finish(with: .editor(.loaded("tea")))
    program.receive()
    #expect(program.model.editor == Editor.Model(id: 2))
    #expect(program.droppedMessageCount == 1)
    replies[1].finish(with: .editor(.loaded("milk")))
    program.receive()
    program.dispatch(.editor(.typed("oat milk")))
    #expect(program.model.editor == Editor.Model(id: 2, text: "oat milk", isChanged: true))
    #expect(program.agenda.entries.count == 1)
    program.dispatch(.closed)
    #expect(begun == [.editor(.load(1)), .editor(.load(2)), .editor(.save(2, "oat milk"))])
    #expect(program.agenda.entries.isEmpty)
    program.dispatch(.editor(.typed("late")))
    #expect(program.model == NoteList.Model())
  }

  @Test(arguments: ["CompositionExample", "OptionalChildExample"])
  func `the guide shows what is compiled here`(file: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let example = try String(contentsOf: root.appendingPathComponent("\(file).swift"), encoding: .utf8)
    let guide = root.appendingPathComponent("../../Sources/TEARuntime/TEARuntime.docc/Composition.md")
    #expect(try String(contentsOf: guide, encoding: .utf8).contains("```swift\n\(example)```\n"))
  }
}

/// A parent whose children throw half-way through a step or a start.
private enum Failing: Module {
  struct Failure: Error {}
  typealias Message = Void
  typealias Command = String
  struct Row: Hashable {
    var id = 1
    var value = 0
  }
  struct Model: Hashable { var main = 0, sheet: Int? = 0, rows = [Row()] }

  /// A child that throws after half a step: a change and a command.
  enum Half: Module {
    typealias Message = Void
    typealias Command = String
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Void, model: inout Int, perform: (String) -> Void) throws {
      model += 1
      perform("half")
      throw Failing.Failure()
    }
  }

  /// A child that throws after the first command of its start.
  enum Unready: Module {
    typealias Message = Void
    typealias Command = String
    static func start(with flags: Void, perform: (String) -> Void) throws -> Int {
      perform("half")
      throw Failing.Failure()
    }
    static func update(for message: Void, model: inout Int, perform: (String) -> Void) {}
  }

  static let unready = Child<Failing, Unready>(\.main, message: { $0 }, command: { $0 })
  static let main = Child<Failing, Half>(\.main, message: { $0 }, command: { $0 })
  static let sheet = OptionalChild<Failing, Half>(\.sheet, message: { $0 }, command: { $0 })
  static let rows = Children<Failing, Half, Int>(
    \.rows, id: \.id, model: \.value, message: { $1 }, command: { $1 })

  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Void, model: inout Model, perform: (String) -> Void) throws {}
}

/// A module that asks numbered questions, and notes the question that a message answers.
private enum Asker: Module {
  enum Message: Hashable, Sendable { case ask, answer }
  typealias Command = String

  static func start(with flags: Void) -> [String] { [] }

  static func update(for message: Message, model: inout [String], perform: (String) -> Void) throws {
    try update(for: message, answering: nil, model: &model, perform: perform)
  }

  static func update(
    for message: Message, answering command: String?, model: inout [String], perform: (String) -> Void
  ) throws {
    switch message {
    case .ask: perform("question \(model.count)")
    case .answer: model.append(command ?? "nothing")
    }
  }
}

/// A parent of askers, with children of each kind.
private enum AskerParent: Module {
  struct Message { var place: Shelf.Place, content: Asker.Message }
  struct Command { var place: Shelf.Place, question: String }
  struct Row: Hashable { var id: Int, answered: [String] = [] }
  struct Model: Hashable { var main: [String] = [], sheet: [String]? = [], rows = [Row(id: 1), Row(id: 2)] }

  static let main = Child<AskerParent, Asker>(
    \.main, message: { Message(place: .main, content: $0) }, command: { Command(place: .main, question: $0) })
  static let sheet = OptionalChild<AskerParent, Asker>(
    \.sheet, message: { Message(place: .sheet, content: $0) }, command: { Command(place: .sheet, question: $0) })
  static let rows = Children<AskerParent, Asker, Int>(
    \.rows, id: \.id, model: \.answered, message: { Message(place: .row($0), content: $1) },
    command: { Command(place: .row($0), question: $1) })

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    try update(for: message, answering: nil, model: &model, perform: perform)
  }

  static func update(
    for message: Message, answering command: Command?, model: inout Model, perform: (Command) -> Void
  ) throws {
    let (content, question) = (message.content, command?.question)
    switch message.place {
    case .main: try main.update(for: content, answering: question, in: &model, perform: perform)
    case .sheet: try sheet.update(for: content, answering: question, in: &model, perform: perform)
    case .row(let id): try rows.update(id, for: content, answering: question, in: &model, perform: perform)
    }
  }
}

/// A performer on its own and a performer that is a child; both receive the same messages.
private struct Pair {
  let place: Shelf.Place
  /// A generator of random numbers with a seed. `EffectOrder` is such a generator too; nothing is ordered here.
  var random: EffectOrder
  var shelf: Kernel<Shelf>
  var performer: Kernel<Performer>
  /// The actions of the performer on its own in the last step, and all its effects so far.
  var aloneTrace = (log: [String](), effects: [Kernel<Performer>.Effect]())
  /// The actions of the child in the last step, and all its effects so far.
  var childTrace = (log: [String](), effects: [Kernel<Shelf>.Effect]())

  init(_ place: Shelf.Place, seed: UInt64) throws {
    self.place = place
    random = .random(seed: seed)
    shelf = try Kernel<Shelf>.start(with: ()).kernel
    performer = try Kernel<Performer>.start(with: []).kernel
  }

  /// Takes a random step, and compares the two performers.
  ///
  /// - Returns: The number of lines in the log of the performer on its own.
  mutating func takeStep() throws -> Int {
    (aloneTrace.log, childTrace.log) = ([], [])
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1, 2: receive(randomMessage())
    case 3: disturb()
    case 4: endEffect()
    default: elapse()
    }
    try #require(place.model(in: shelf.model) == performer.model)
    try #require(childTrace.log == aloneTrace.log)
    try #require(childAgenda == aloneAgenda)
    return aloneTrace.log.count
  }

  /// Sends a message to both performers.
  private mutating func receive(_ message: Performer.Message) {
    let (aloneResult, childResult) = (
      Result { try performer.receive(message) }, Result { try shelf.receive(place.message(message)) }
    )
    if case .success(let actions) = aloneResult {
      for action in actions { note(action) }
    } else {
      aloneTrace.log.append("failed")
    }
    if case .success(let actions) = childResult {
      for action in actions { note(action) }
    } else {
      childTrace.log.append("failed")
    }
  }

  /// Sends a random message to the parent or to another child.
  private mutating func disturb() {
    let siblings: [Shelf.Place] = [.main, .sheet, .row(1), .row(2), .row(3), .row(4)].filter { $0 != place }
    let message: Shelf.Message =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .reverse
      case 1: place == .sheet ? .reverse : Bool.random(using: &random) ? .close : .open
      case 2: .remove(Bool.random(using: &random) ? 1 : 3)
      case 3: .add(4)
      default: siblings.randomElement(using: &random)!.message(randomMessage())
      }
    for action in (try? shelf.receive(message)) ?? [] { note(action) }
  }

  private mutating func endEffect() {
    guard let index = aloneTrace.effects.indices.randomElement(using: &random) else { return }
    performer.end(aloneTrace.effects[index])
    shelf.end(childTrace.effects[index])
  }

  private mutating func elapse() {
    guard let next = shelf.agenda.nextDeadline else { return }
    let duration = Bool.random(using: &random) ? next : min(next, .seconds(1))
    shelf.elapse(duration)
    performer.elapse(duration)
    while let due = shelf.agenda.due.first {
      let (message, actions) = shelf.fire(due)
      for action in actions { note(action) }
      if let message, let actions = try? shelf.receive(message) { for action in actions { note(action) } }
    }
    while let due = performer.agenda.due.first {
      let (message, actions) = performer.fire(due)
      for action in actions { note(action) }
      if let message, let actions = try? performer.receive(message) { for action in actions { note(action) } }
    }
  }

  private mutating func randomMessage() -> Performer.Message {
    let ids = ["x", "y"]
    func duration() -> Duration { .milliseconds(500 * Int.random(in: 1...4, using: &random)) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .found("\(Int.random(in: 0..<9, using: &random))")
    case 1: return .fail
    case 2...4:
      let all: [Performer.Subscription] = [.clock(duration()), .alarm(duration()), .news]
      return .follow(Array(all.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))))
    default:
      return .perform(
        (0...Int.random(in: 0...2, using: &random)).map { index in
          let id = ids.randomElement(using: &random)!
          let policies: [EffectPolicy<String>] = [
            .all, .latest(id), .first(id), .cancel(id), .debounce(id, duration()), .throttle(id, duration()),
          ]
          return Performer.Command(name: "\(index)", policy: policies.randomElement(using: &random)!)
        })
    }
  }

  private mutating func note(_ action: Kernel<Performer>.Action) {
    switch action {
    case .unsubscribe(let subscription): aloneTrace.log.append("unsubscribe \(subscription)")
    case .subscribe(let subscription): aloneTrace.log.append("subscribe \(subscription)")
    case .show: break
    case .cancel(let effect): aloneTrace.log.append("cancel \(aloneTrace.effects.firstIndex(of: effect)!)")
    case .perform(let command, let effect):
      aloneTrace.effects.append(effect)
      aloneTrace.log.append("perform \(command)")
    }
  }

  private mutating func note(_ action: Kernel<Shelf>.Action) {
    switch action {
    case .unsubscribe(let subscription):
      if subscription.place == place { childTrace.log.append("unsubscribe \(subscription.subscription)") }
    case .subscribe(let subscription):
      if subscription.place == place { childTrace.log.append("subscribe \(subscription.subscription)") }
    case .show: break
    case .cancel(let effect):
      if let index = childTrace.effects.firstIndex(of: effect) { childTrace.log.append("cancel \(index)") }
    case .perform(let command, let effect):
      guard command.place == place else { return }
      childTrace.effects.append(effect)
      childTrace.log.append("perform \(command.command)")
    }
  }

  private var aloneAgenda: [String] {
    performer.agenda.entries.map { entry in
      switch entry.item {
      case .timer(let subscription): "\(subscription) \(entry.remaining)"
      case .command(let command, let id): "\(command) \(id) \(entry.remaining)"
      case .throttleEnd(let id): "\(id) \(entry.remaining)"
      }
    }
  }

  private var childAgenda: [String] {
    shelf.agenda.entries.compactMap { entry in
      switch entry.item {
      case .timer(let subscription):
        subscription.place == place ? "\(subscription.subscription) \(entry.remaining)" : nil
      case .command(let command, let id):
        command.place == place ? "\(command.command) \(id.id) \(entry.remaining)" : nil
      case .throttleEnd(let id): id.place == place ? "\(id.id) \(entry.remaining)" : nil
      }
    }
  }
}

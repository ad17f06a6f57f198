import TEARuntime
import Testing

@testable import TEACheck

/// Messages of a child that only the world sends are left out one by one: a person still sends the child's other messages.
@Suite struct ChildMessageTests {
  enum Panel {
    enum Message: Hashable { case tapped, loaded }
    struct Model: Hashable { var taps = 0, isLoading = false }
    enum Command: Hashable { case load }
  }

  /// A screen with one panel.
  enum Screen: Module {
    enum Message: Hashable { case panel(Panel.Message), reset }
    typealias Command = Panel.Command

    static func start(with flags: Void) -> Panel.Model { Panel.Model() }

    static func update(for message: Message, model: inout Panel.Model, perform: (Command) -> Void) {
      switch message {
      case .reset:
        if model.isLoading { return }
        model.isLoading = true
        perform(.load)
      case .panel(.tapped): model.taps = min(model.taps + 1, 2)
      case .panel(.loaded): model.isLoading = false
      }
    }
  }

  private static func notes(of result: CheckResult) -> [String] { result.notes.filter { $0.hasPrefix("messages") } }

  @Test func `a person sends the messages of a child that no reply brings`() {
    let result = Specification(of: Screen.self) {
      Replies { _ in [.panel(.loaded)] }
      Always("no taps") { $0.taps == 0 }
      Step("loaded only while it loads") { step in step.message != .panel(.loaded) || step.before.isLoading }
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "no taps")
    #expect(
      Self.notes(of: result) == [
        "messages (derived, any at any time): reset, panel(tapped)",
        "messages that only the world sends: panel.loaded",
      ])
  }

  enum PanelAction: Hashable { case tapped, loaded }
  enum AppAction: Hashable { case panel(PanelAction), reset }

  /// The program of ``Screen``, with message types that are not nested in other types.
  enum App: Module {
    typealias Message = AppAction
    typealias Command = Panel.Command

    static func start(with flags: Void) -> Panel.Model { Panel.Model() }

    static func update(for message: Message, model: inout Panel.Model, perform: (Command) -> Void) {
      switch message {
      case .reset: Screen.update(for: .reset, model: &model, perform: perform)
      case .panel(.tapped): Screen.update(for: .panel(.tapped), model: &model, perform: perform)
      case .panel(.loaded): Screen.update(for: .panel(.loaded), model: &model, perform: perform)
      }
    }
  }

  @Test func `messages of a child may be of a type whose name ends with the last word of the parent's message type`() {
    let result = Specification(of: App.self) {
      Replies { _ in [.panel(.loaded)] }
      Always("no taps") { $0.taps == 0 }
    }.check().exploration()
    #expect(result.counterexample?.property == "no taps")
    #expect(Self.notes(of: result).last == "messages that only the world sends: panel.loaded")
  }

  enum ChatMessage: Hashable { case text, image }

  /// A chat whose payloads are enums and no messages of children: `Bool?`, and `ChatMessage`, whose name ends with `Message`.
  enum Chat: Module {
    enum Message: Hashable { case received(ChatMessage), lent(Bool?), connect }
    typealias Command = Panel.Command
    static func start(with flags: Void) -> Set<Message> { [] }
    static func update(for message: Message, model: inout Set<Message>, perform: (Command) -> Void) {
      if message == .connect { if !model.contains(.connect) { perform(.load) } }
      model.insert(message)
    }
  }

  @Test func `an enum whose name ends with the message type's name, which is one word, is no message of a child`() {
    let result = Specification(of: Chat.self) {
      Replies { _ in [.received(.text), .lent(nil)] }
      Always("nothing that no reply brings") { !$0.contains(.received(.image)) && !$0.contains(.lent(true)) }
    }.check().exploration()
    #expect(result.verdict == .passed)
    #expect(Self.notes(of: result).last == "messages that only the world sends: received, lent")
  }

  /// A screen whose messages are too many to list.
  enum Titled: Module {
    enum Message: Hashable { case panel(Panel.Message), title(String) }
    typealias Command = Panel.Command
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .title = message { perform(.load) }
    }
  }

  @Test func `a replay takes a message of the child that no reply brings, and no other`() throws {
    let screen = try Rules(Specification(of: Screen.self) { Replies { _ in [.panel(.loaded)] } }, scope: 3)
    let titled = try Rules(Specification(of: Titled.self) { Replies { _ in [.panel(.loaded)] } }, scope: 3)
    let impossibleSteps = [
      try screen.replay(Script(steps: ["panel(tapped)"])).impossibleStep,
      try titled.replay(Script(steps: ["panel(tapped)"])).impossibleStep,
    ]
    #expect(impossibleSteps == [nil, nil])
    let impossibleStep = try titled.replay(Script(steps: ["panel(loaded)"])).impossibleStep
    #expect(impossibleStep?.contains("only the world sends it") == true)
  }

  /// A kitchen timer whose ticks come from its subscription.
  enum Timer: Module {
    enum Message: Hashable { case start, stop, tick }
    enum Subscription: Hashable { case seconds }
    struct Model: Hashable { var secondsLeft = 2, isRunning = false }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .start: model.isRunning = true
      case .stop: model.isRunning = false
      case .tick:
        model.secondsLeft -= 1
        if model.secondsLeft == 0 { model = Model() }
      }
    }

    static func subscriptions(for model: Model) -> [Subscription] { model.isRunning ? [.seconds] : [] }

    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }
  }

  /// A kitchen with up to two timers, whose messages have the number of their timer.
  enum Kitchen: Module {
    enum Message: Hashable { case add, timer(Int, Timer.Message) }
    enum Subscription: Hashable { case timer(Int, Timer.Subscription) }
    struct Row: Hashable { var id: Int, timer: Timer.Model }
    struct Model: Hashable { var rows: [Row] = [] }

    static let timers = Children<Kitchen, Timer, Int>(
      \.rows, id: \.id, model: \.timer, message: Message.timer, subscription: Subscription.timer)

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      switch message {
      case .add:
        if model.rows.count == 2 { return }
        model.rows.append(Row(id: model.rows.count, timer: try timers.start(model.rows.count, perform: perform)))
      case .timer(let id, let message): try timers.update(id, for: message, in: &model, perform: perform)
      }
    }

    static func subscriptions(for model: Model) -> [Subscription] { timers.subscriptions(for: model) }

    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      switch subscription {
      case .timer(let id, let subscription): timers.timer(id, for: subscription)
      }
    }
  }

  @Test func `a child that is one of many is started by a person, and its time passes by its timer alone`() {
    let result = Specification(of: Kitchen.self) {
      Step("no tick of a timer that stands still") { step in
        step.after.rows.allSatisfy { after in
          step.before.rows.allSatisfy { before in
            before.id != after.id || before.timer.isRunning || before.timer.secondsLeft == after.timer.secondsLeft
          }
        }
      }
      Always("no timer runs") { $0.rows.allSatisfy { !$0.timer.isRunning } }
    }.check().exploration()
    #expect(result.counterexample?.property == "no timer runs")
    #expect(result.counterexample?.steps.map(\.message) == ["add", "timer(0, start)"])
    #expect(Self.notes(of: result).last == "messages that only the world sends: timer.tick")
  }

  /// A shop whose message type has a generator of its own. Most of its values are `loaded`, which only the world sends.
  enum Shop: Module {
    enum Message: Hashable, Generatable {
      case opened, loaded(Int)
      static var generator: Gen<Message> {
        Gen<Int>.integer(in: 0...1_000).map { $0 == 0 ? .opened : .loaded($0) }
      }
    }
    enum Command: Hashable { case load }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .opened: if model == 0 { perform(.load) }
      case .loaded(let count): model = count
      }
    }
  }

  @Test(arguments: [CheckSettings.Engine.explore, .automatic, .sample])
  func `a registered generator does not send what only the world sends`(_ engine: CheckSettings.Engine) {
    let result = Specification(of: Shop.self) {
      Replies { _ in [.loaded(3)] }
      Always("nothing or three") { $0 == 0 || $0 == 3 }
    }.check(depth: 5, cases: 200).exploration { $0.engine = engine }
    #expect(result.verdict == .passed, "\(result.message ?? "")")
    #expect(result.counterexample == nil)
  }

  /// A module whose messages are a type of the standard library.
  enum Download: Module {
    typealias Message = Result<Int, Oops>
    enum Oops: Error, Hashable { case offline }
    enum Command: Hashable { case load }
    static func start(with flags: Void) -> [Int] { [] }
    static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {
      switch message {
      case .success(let count): model = [count]
      case .failure: if model.isEmpty { perform(.load) }
      }
    }
  }

  @Test(arguments: [CheckSettings.Engine.explore, .sample])
  func `messages of a standard type are left out where only the world sends them`(_ engine: CheckSettings.Engine) {
    let result = Specification(of: Download.self) {
      Replies { _ in [.success(7)] }
      Always("seven") { $0.isEmpty || $0 == [7] }
    }.check(depth: 5, cases: 200).exploration { $0.engine = engine }
    #expect(result.verdict == .passed, "\(result.message ?? "")")
    #expect(result.counterexample == nil)
  }

  indirect enum Nested<Leaf> { case leaf(Leaf), deeper(Nested<[Leaf]>) }
  indirect enum NestedPanel<Leaf> { case panel(Panel.Message), leaf(Leaf), deeper(NestedPanel<[Leaf]>) }
  enum Tree { enum Message { case nested(Nested<Int>), reset } }
  enum Forest { enum Message { case nested(NestedPanel<Int>), reset } }

  @Test func `the cases of a payload that contains ever larger instances of its type are bounded`() async {
    await #expect(processExitsWith: .success) {
      #expect(MessageCases(of: Tree.Message.self)?.names == ["nested", "reset"])
      let names = MessageCases(of: Forest.Message.self)?.names ?? []
      #expect(names.first == "nested.panel.tapped" && names.last == "reset" && names.count < 200)
    }
  }
}

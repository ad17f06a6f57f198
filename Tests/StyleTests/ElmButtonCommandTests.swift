import ElmButtonStyle
import Synchronization
import TEARuntime
import Testing

/// Asks for a title in capitals.
private struct Capitals: CustomCommand {
  var title: String

  func run(_ context: Context<String>) { context.send(title.uppercased()) }
}

/// Counts its runs, and answers nothing.
private struct Ring: CustomCommand {
  static let count = Mutex(0)

  func run(_ context: Context<Never>) { Self.count.withLock { $0 += 1 } }
}

/// Answers with `nil`.
private struct Quiet: CustomCommand {
  func run(_ context: Context<Void?>) { context.send(nil) }
}

/// Answers with its word, and then with `nil`.
private struct Echo: CustomCommand {
  var word: String

  func run(_ context: Context<String?>) {
    context.send(word)
    context.send(nil)
  }
}

extension Command {
  fileprivate static func capitals(of title: String, available: @escaping (String) -> Message) -> Command {
    Command(Capitals(title: title), available: available)
  }

  fileprivate static func log(_ text: String) -> Command { Command { _ in } }

  fileprivate static func again(_ message: Message) -> Command {
    Command { context in context.send(message) }
  }
}

/// A title that is changed by commands which the app defines.
private struct Title: Application, Hashable {
  var title = ""
  var heard: [String?] = []

  enum Message: Hashable { case start(String), ring, echo, again, became(String), echoed(String?) }

  mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .start(let title): return [.capitals(of: title, available: { .became($0) })]
    case .ring: return [Command(Ring())]
    case .echo: return [Command(Echo(word: title), available: { .echoed($0) })]
    case .again: return [.again(.start("again")), .log("again")]
    case .became(let title): self.title = title
    case .echoed(let word): heard.append(word)
    }
    return []
  }

  var initialCommands: [Command<Message>] { [.capitals(of: "first", available: { .became($0) })] }

  var viewController: ViewController<Message> { .viewController(.label(text: title)) }
}

@Suite struct ElmButtonCommandTests {
  private let program = Title().makeProgram(store: MemoryStore(), notifications: NotificationCenter())

  private func send(_ message: Title.Message) {
    program.dispatch(.message(message))
    program.receive()
  }

  @Test func `a custom command in two parts of a program is equal only where its answers become equal messages`() {
    enum Part: Hashable { case left(String), right(String) }
    let command = Command<String>.capitals(of: "a", available: { $0 })
    #expect(command.map(Part.left) == command.map(Part.left))
    #expect(command.map(Part.left) != command.map(Part.right))
    #expect(Command<String?>(Echo(word: "a"), available: { $0 }) == Command(Echo(word: "a"), available: { $0 }))
    #expect(Command<String?>(Echo(word: "a"), available: { $0 }) != Command(Echo(word: "a"), available: { _ in nil }))
  }

  @Test func `custom commands are unequal if they make other messages of a missing answer`() {
    func command(_ word: String, orElse other: String) -> Command<String> {
      Command(Quiet()) { (answer: Void?) in answer == nil ? other : word }
    }
    #expect(command("done", orElse: "nothing") == command("done", orElse: "nothing"))
    #expect(command("done", orElse: "nothing") != command("done", orElse: "failed"))
  }

  @Test func `a custom command is carried out, and its answer reaches update`() {
    send(.start("tea"))
    #expect(program.model.title == "TEA")
    send(.again)
    #expect(program.model.title == "AGAIN")
  }

  @Test func `a program begins with its initial commands`() {
    program.receive()
    #expect(program.model.title == "FIRST")
  }

  @Test func `a custom command may answer more than once, or never`() {
    send(.start("tea"))
    send(.echo)
    #expect(program.model.heard == ["TEA", nil])
    let count = Ring.count.withLock { $0 }
    send(.ring)
    #expect(Ring.count.withLock { $0 } == count + 1)
  }

  @Test func `a custom command can be compared, read and answered as a value`() throws {
    var state = Title()
    let commands = state.update(.start("tea"))
    #expect(commands == [.capitals(of: "tea", available: { .became($0) })])
    #expect(commands != [.capitals(of: "milk", available: { .became($0) })])
    #expect(Set([commands, commands, state.update(.ring)]).count == 2)
    let command = try #require(commands.first)
    #expect(command.value(as: Capitals.self) == Capitals(title: "tea"))
    #expect(command.value(as: Echo.self) == nil)
    #expect(command.messages(answering: Capitals.self) { ["X", $0.title] } == [.became("X"), .became("tea")])
    #expect(command.messages(answering: Echo.self) { _ in [nil] } == nil)
    #expect(Command<Int>.save(value: 1).messages(answering: Echo.self) { _ in [nil] } == nil)
    // An empty list would mean that an answer is not possible yet.
    #expect(state.update(.ring)[0].messages(answering: Ring.self) { _ in [] } == nil)
  }

  @Test func `where answers are optional, a missing answer becomes a message too`() {
    let command = Command<String?>(Echo(word: ""), available: { $0 })
    #expect(command.messages(answering: Echo.self) { _ in ["a", nil] } == ["a", nil])
  }

  @Test func `commands of functions are told apart by the name of the function that makes them`() {
    #expect(Command<Int>.log("a") == .log("b"))
    #expect(Command<Int>.log("a") != .again(1))
    #expect(Command<Int>("log(_:)") { _ in } == .log("a"))
  }

  @Test func `the dump of a command shows its values and no functions`() {
    #expect(dumpText(Command<Int>(Capitals(title: "tea"), available: \.count)).contains("title: \"tea\""))
    #expect(dumpText(Command<Int>.log("a")).contains("log(_:)"))
    let alert = Command<Int>.modalTextAlert(
      title: "t", accept: "a", cancel: "c", placeholder: "p", submit: { $0?.count ?? 0 })
    for command in [alert, .modalAlert(title: "t", accept: "a"), .log("a"), .load(available: { $0 })] {
      #expect(!dumpText(command).contains("Function"))
    }
    #expect(dumpText(alert).contains("placeholder"))
  }

  private func dumpText(_ command: Command<Int>) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test func `custom commands and alerts inside a parent bring the parent's messages`() {
    let command = Command<String>.capitals(of: "tea", available: { $0 }).map(\.count)
    #expect(command == .capitals(of: "tea", available: \.count))
    #expect(command.messages(answering: Capitals.self) { [$0.title] } == [3])
    let alert = Command<Int>.modalTextAlert(title: "", accept: "", cancel: "", placeholder: "") { $0?.count ?? -1 }
    #expect(
      alert.map { "\($0)" }
        == .modalTextAlert(title: "", accept: "", cancel: "", placeholder: "") {
          "\($0?.count ?? -1)"
        })
    #expect(alert != .modalTextAlert(title: "", accept: "", cancel: "", placeholder: "") { $0?.count ?? 0 })
    #expect(Command<Int>.modalAlert(title: "t", accept: "a").map { "\($0)" } == .modalAlert(title: "t", accept: "a"))
    #expect(Command<Int>.modalAlert(title: "t", accept: "a") != .modalAlert(title: "t", accept: "b"))
  }

  @Test func `a parent's context sends the parent's messages`() {
    let box = Box()
    let context = Context<Int> { number in box.numbers.withLock { $0.append(number) } }
    Echo(word: "three").run(context.map { (word: String?) in word?.count ?? 0 })
    #expect(box.numbers.withLock { $0 } == [5, 0])
  }

  private final class Box: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test func `an alert without a screen is a failure that names the alert`() {
    let listener = FailureListener()
    let program = Asking().makeProgram(store: MemoryStore(), notifications: NotificationCenter())
    program.setDelegate(listener)
    program.dispatch(.message(()))
    #expect(
      listener.failures == [
        "nothing shows the alert “why”; start the application with makeScreen(store:notifications:)"
      ])
  }

  @Test func `the failure of an initial command waits for a delegate`() async {
    await #expect(processExitsWith: .success) {
      let listener = FailureListener()
      let program = Asking(initialCommands: [.modalAlert(title: "who", accept: "I")]).makeProgram(
        store: MemoryStore(), notifications: NotificationCenter())
      program.setDelegate(listener)
      #expect(listener.failures.count == 1)
    }
  }

  @Test func `initial commands are carried out after the subscriptions have begun`() {
    let notifications = NotificationCenter()
    let bell = Command<Void>("bell") { _ in notifications.post(NotificationName("bell")) }
    let program = Belfry(initialCommands: [bell]).makeProgram(store: MemoryStore(), notifications: notifications)
    program.receive()
    #expect(program.model.rings == 1)
    let screen = Belfry(initialCommands: [bell]).makeScreen(store: MemoryStore(), notifications: notifications)
    screen.receive()
    #expect(screen.model.state.rings == 1)
  }

  /// Counts the rings of a bell.
  private struct Belfry: Application {
    var initialCommands: [Command<Void>]
    var rings = 0

    mutating func update(_ message: Void) -> [Command<Void>] {
      rings += 1
      return []
    }

    var subscriptions: [Subscription<Void>] { [.notification(name: NotificationName("bell")) { _ in }] }
    var viewController: ViewController<Void> { .viewController(.space()) }
  }

  private struct Asking: Application {
    var initialCommands: [Command<Void>] = []
    mutating func update(_ message: Void) -> [Command<Void>] { [.modalAlert(title: "why", accept: "so")] }
    var viewController: ViewController<Void> { .viewController(.space()) }
  }

  private final class FailureListener: Delegate {
    typealias Module = ApplicationModule<Asking>

    var failures: [String] = []

    func program(_ program: Program<Module>, didUpdate view: Module.View) {}

    func program(_ program: Program<Module>, didFail failure: any Error, performing command: Module.Command) {
      failures.append("\(failure)")
    }
  }
}

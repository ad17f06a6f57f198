import PoppelStyle
import Synchronization
import TEARuntime
import Testing

private enum Message: Hashable { case ask, answered(String), quiet }

private typealias Conversation = Poppel.Module<[String], Message, FunctionCommand<Message>>

/// A program whose model is the list of its questions and answers.
///
/// - Parameters:
///   - first: Makes the first command.
///   - ask: Makes the command of each question.
private func conversation(
  first: @escaping @Sendable () -> Command<Message> = { { _ in } },
  ask: @escaping @Sendable () -> Command<Message>
) -> AppContainer<[String], Message, FunctionCommand<Message>> {
  Poppel.app(
    initial: [],
    command: first(),
    view: { answers in Button(onClick: Message.ask) { Text(answers.joined(separator: " ")) } },
    update: { message, answers in
      switch message {
      case .ask: (answers + ["?"], ask())
      case .answered(let answer): (answers + [answer], { _ in })
      case .quiet: (answers, { _ in })
      }
    })
}

/// Keeps the callbacks of commands, to be called later.
private final class Callbacks: Sendable {
  private let kept = Mutex<[@Sendable (Message) -> Void]>([])

  var command: Command<Message> { { callback in self.kept.withLock { $0.append(callback) } } }
  var count: Int { kept.withLock { $0.count } }

  /// Calls a callback, by its number from 0.
  func call(_ number: Int, with message: Message) { kept.withLock { $0[number] }(message) }
}

@Suite(.timeLimit(.minutes(20))) struct PoppelCommandTests {
  @Test func `the first command is called at each start of a program, and not before`() {
    let calls = Mutex(0)
    let app = conversation(
      first: { { $0(.answered("\(calls.withLock { $0 += 1; return $0 })")) } }, ask: { { _ in } })
    #expect(calls.withLock { $0 } == 0)
    #expect(app.makeProgram().model.state == ["1"])
    #expect(app.makeProgram().model.state == ["2"])
  }

  @Test func `an app needs no first command`() {
    let app = Poppel.app(
      initial: 1, view: { Text<Int>("\($0)") },
      update: { message, count in (count + message, { $0(0) }) })
    #expect(app.makeProgram().view.texts == ["1"])
  }

  @Test func `a command that calls back at once is answered in a step of its own, after the command's step`() {
    let program = conversation(ask: { { $0(.answered("a")) } }).makeProgram()
    var shown: [[String]] = []
    program.log { if case .didUpdate(_, _, let model, _) = $0 { shown.append(model.state) } }
    program.dispatch(.ask, .ask)
    #expect(shown.last?.sorted() == ["?", "?", "a", "a"])
    #expect(shown.first == ["?"])
    #expect(shown.count == 4)
  }

  @Test func `the view of a step is shown before its command is called`() {
    let events = Mutex<[String]>([])
    let program = conversation(ask: { { _ in events.withLock { $0.append("command") } } }).makeProgram()
    let viewer = Viewer<Conversation> { _, view in events.withLock { $0.append(view.texts[0]) } }
    program.setDelegate(viewer)
    program.dispatch(.ask)
    #expect(events.withLock { $0 } == ["", "?", "command"])
  }

  @Test func `a callback may be called late, and again, and in any order`() {
    let callbacks = Callbacks()
    let program = conversation(ask: { callbacks.command }).makeProgram()
    program.dispatch(.ask, .ask)
    #expect(callbacks.count == 2)
    callbacks.call(1, with: .answered("second"))
    callbacks.call(0, with: .answered("first"))
    callbacks.call(1, with: .answered("second again"))
    program.receive()
    #expect(program.model.state == ["?", "?", "second", "first", "second again"])
  }

  @Test func `a callback may be called from many threads, and no call is lost`() async {
    let callbacks = Callbacks()
    let program = conversation(ask: { callbacks.command }).makeProgram()
    program.dispatch(.ask)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask { @concurrent in
          for _ in 0..<100 { callbacks.call(0, with: .answered("\(thread)")) }
        }
      }
    }
    program.receive()
    #expect(program.model.state.count == 801)
  }

  @Test func `a callback from before a stop is dropped and counted, even after the program resumes`() throws {
    let callbacks = Callbacks()
    let program = conversation(ask: { callbacks.command }).makeProgram()
    program.dispatch(.ask)
    program.stop()
    callbacks.call(0, with: .answered("late"))
    #expect(program.model.state == ["?"])
    #expect(program.droppedMessageCount == 1)
    try program.resume()
    callbacks.call(0, with: .answered("later"))
    program.receive()
    #expect(program.model.state == ["?"])
    #expect(program.droppedMessageCount == 2)
  }

  @Test @MainActor func `a program of the main actor takes answers as they come`() async {
    let callbacks = Callbacks()
    let program = conversation(ask: { callbacks.command }).makeProgram()
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    let viewer = Viewer<Conversation> { continuation.yield($1.texts[0]) }
    program.setDelegate(viewer)
    program.dispatch(.ask)
    Task.detached { callbacks.call(0, with: .answered("a")) }
    var shown: [String] = []
    for await text in texts {
      shown.append(text)
      if text.hasSuffix("a") { break }
    }
    #expect(shown == ["", "?", "? a"])
  }

  // MARK: Commands as answers

  @Test func `the answers of a command are what it sends before it returns`() {
    let app = conversation(
      first: { { $0(.answered("hello")) } },
      ask: {
        { callback in
          callback(.answered("a"))
          callback(.quiet)
        }
      }
    ).answering()
    typealias App = Poppel.Module<[String], Message, Answers<Message>>
    var performed: [Answers<Message>] = []
    var model = App.start(with: app) { performed.append($0) }
    #expect(performed.map(\.messages) == [[.answered("hello")]])
    App.update(for: .ask, model: &model) { performed.append($0) }
    #expect(performed.map(\.messages) == [[.answered("hello")], [.answered("a"), .quiet]])
    #expect(Set(performed).count == 2)
  }

  @Test func `answering traps on a command that keeps its callback, whether or not it has sent something`() async {
    func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let silent = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let callbacks = Callbacks()
      let app = conversation(first: { callbacks.command }, ask: { { _ in } }).answering()
      _ = Poppel.Module.start(with: app) { _ in }
    }
    #expect(text(silent).contains("a command of the start keeps its callback, and what it sends later is not"))
    let cached = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let callbacks = Callbacks()
      let app = conversation(ask: {
        { callback in
          callback(.answered("cached"))
          callbacks.command(callback)
        }
      }).answering()
      var model = Poppel.Module.start(with: app) { _ in }
      Poppel.Module.update(for: .ask, model: &model) { _ in }
    }
    #expect(text(cached).contains("a command of ask keeps its callback, and what it sends later is not checked"))
  }

  @Test func `answering leaves out a command that sends nothing`() {
    let app = conversation(ask: { { _ in } }).answering()
    var model = Poppel.Module.start(with: app) { Issue.record("performs \($0)") }
    Poppel.Module.update(for: .ask, model: &model) { Issue.record("performs \($0)") }
    #expect(model.state == ["?"])
  }

  @Test func `a program of answers sends all of them, in order`() {
    let app = conversation(ask: {
      { callback in
        callback(.answered("a"))
        callback(.answered("b"))
      }
    })
    let program = app.answering().makeProgram()
    program.dispatch(.ask)
    #expect(program.model.state == ["?", "a", "b"])
  }
}

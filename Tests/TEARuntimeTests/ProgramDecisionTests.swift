import TEARuntime
import Testing

/// The design decisions of the runtime. Each test fails under the opposite decision.
@Suite struct ProgramDecisionTests {
  let recorder = Recorder()

  // MARK: Order

  @Test func `within a step come subscriptions, the view, and the commands in the order performed`() throws {
    let program = try attached()
    program.dispatch(.follow(["clock"]))
    program.dispatch(.follow(["radio"]))
    program.dispatch(.perform(["b", "a"]))
    #expect(
      recorder.log == [
        "subscribe clock", "show", "perform save",
        "unsubscribe clock", "subscribe radio", "show", "perform save",
        "show", "perform b", "perform a",
      ])
  }

  @Test func `the same command twice in a step is performed twice`() throws {
    let program = try attached()
    program.dispatch(.perform(["ring", "ring"]))
    #expect(recorder.log == ["show", "perform ring", "perform ring"])
  }

  @Test func `what is dispatched while a step runs waits for its end, first in first out`() throws {
    let program = try attached()
    recorder.react = { program, event in
      switch event {
      case "show a": program.dispatch(.write("b"))
      case "perform save a": program.dispatch(.write("c"))
      default: break
      }
    }
    program.dispatch(.write("a"))
    #expect(
      recorder.log == [
        "show a", "perform save a", "show a b", "perform save b", "show a b c", "perform save c",
      ])
  }

  @Test func `update is never entered while it runs`() throws {
    var log: [String] = []
    let program = try Program(Caller.self, flags: ())
    program.dispatch({
      log.append("begin")
      program.dispatch({ log.append("inner") })
      log.append("end")
    })
    #expect(log == ["begin", "end", "inner"])
  }

  @Test func `messages dispatched together are steps of their own, with a view after each`() throws {
    let program = try attached()
    program.dispatch(.write("a"), .write("b"))
    #expect(recorder.log == ["show a", "perform save a", "show a b", "perform save b"])
  }

  @Test func `messages dispatched together stay adjacent in the queue`() throws {
    let program = try attached()
    recorder.react = { program, event in
      if event == "show a" { program.dispatch(.write("c"), .write("d")) }
      if event == "perform save a" { program.dispatch(.write("e")) }
    }
    program.dispatch(.write("a"), .write("b"))
    #expect(recorder.log.last { $0.hasPrefix("show") } == "show a b c d e")
  }

  @Test func `while a command is carried out, the model is that of the command's step, even if messages wait`() throws {
    let program = try attached()
    recorder.react = { program, event in
      if event == "perform save a" { program.dispatch(.perform(["after \(program.model.entries)"])) }
    }
    program.dispatch(.write("a"), .write("b"))
    #expect(program.model.entries == ["a", "b"])
    #expect(recorder.log.suffix(3) == ["perform save b", "show a b", "perform after [\"a\"]"])
  }

  // MARK: Failure

  @Test(arguments: [(Diary.Message.failInUpdate, "update"), (.failInView, "view")])
  func `a step that fails does not happen, and its failure is delivered as a value`(
    message: Diary.Message, failure: String
  ) throws {
    let program = try attached()
    program.dispatch(.write("a"), message, .write("b"))
    #expect(
      recorder.log == [
        "show a", "perform save a", "fail \(failure) for \(message)", "show a b", "perform save b",
      ])
    #expect(program.model == Diary.Model(entries: ["a", "b"], counts: ["a": 1, "b": 1]))
  }

  @Test func `a failure without a delegate is reported with message, model and failure, and traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Diary.self, flags: [])
      program.dispatch(.write("a"), .failInUpdate)
    }
    #expect(
      result.standardError.contains(
        """
        Diary failed, and nobody receives its failures
          message: failInUpdate
          model:   Model(entries: ["a"], counts: ["a": 1], followed: [], isReadable: true)
          failure: update
        Implement program(_:didFail:for:) in the program's delegate, and attach it before dispatching.
        """))
  }

  @Test func `a failure that the delegate does not receive is reported, and traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Diary.self, flags: [])
      let deaf = Deaf()
      program.setDelegate(deaf)
      program.dispatch(.failInView)
      withExtendedLifetime(deaf) {}
    }
    #expect(
      result.standardError.contains(
        """
          message: failInView
          model:   Model(entries: [], counts: [:], followed: [], isReadable: true)
          failure: view
        """))
  }

  @Test func `a subscription that the delegate does not serve is reported, and traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Diary.self, flags: [])
      let deaf = Deaf()
      program.setDelegate(deaf)
      program.dispatch(.follow(["clock"]))
      withExtendedLifetime(deaf) {}
    }
    #expect(
      result.standardError.contains(
        #"Diary subscribes to "clock", and Deaf does not implement program(_:didSubscribe:)"#))
  }

  // MARK: Subscriptions

  @Test func `a subscription that is there before and after a step is untouched`() throws {
    let program = try attached()
    program.dispatch(.follow(["clock", "radio"]), .follow(["radio", "clock"]), .follow(["clock"]))
    #expect(
      recorder.log.filter { $0.contains("subscribe") } == [
        "subscribe clock", "subscribe radio", "unsubscribe radio",
      ])
  }

  // MARK: Stop

  @Test func `messages after stop are dropped and counted, however they come`() throws {
    let program = try attached()
    program.dispatch(.write("a"))
    program.stop()
    program.dispatch(.write("b"), .write("c"))
    program.mailbox.dispatch(.write("d"), .write("e"))
    program.mailbox.dispatch(.write("f"))
    program.receive()
    #expect(program.isStopped)
    #expect(program.droppedMessageCount == 5)
    #expect(program.model.entries == ["a"])
    #expect(recorder.log == ["show a", "perform save a"])
  }

  @Test func `messages that wait when the program stops are dropped and counted`() throws {
    let program = try attached()
    program.mailbox.dispatch(.write("letter"))
    program.stop()
    #expect(program.droppedMessageCount == 1)
  }

  @Test func `messages queued behind the step that stops are dropped and counted`() throws {
    let program = try attached()
    recorder.react = { program, event in
      guard event == "show a" else { return }
      program.dispatch(.write("queued"))
      program.mailbox.dispatch(.write("letter"))
      program.stop()
      program.dispatch(.write("late"))
    }
    program.dispatch(.write("a"), .write("b"), .write("c"))
    #expect(program.droppedMessageCount == 5)
    #expect(program.model.entries == ["a"])
  }

  @Test func `stop ends the live subscriptions, once`() throws {
    let program = try attached()
    program.dispatch(.follow(["clock", "radio"]))
    recorder.log = []
    program.stop()
    program.stop()
    program.dispatch(.write("late"))
    #expect(recorder.log == ["unsubscribe clock", "unsubscribe radio"])
  }

  @Test func `a step that stops the program still ends, and leaves no subscription behind`() throws {
    let program = try attached()
    recorder.react = { program, event in
      if event == "subscribe clock" { program.stop() }
    }
    program.dispatch(.follow(["clock", "radio"]))
    #expect(
      recorder.log == [
        "subscribe clock", "subscribe radio", "show", "perform save",
        "unsubscribe clock", "unsubscribe radio",
      ])
  }

  // MARK: Delegate

  @Test func `a delegate gets the present view when it is attached, and no earlier view`() throws {
    let program = try Program(Diary.self, flags: [])
    program.dispatch(.write("a"))
    program.dispatch(.write("b"))
    let second = Recorder()
    program.setDelegate(recorder)
    program.setDelegate(second)
    #expect(recorder.log.filter { $0.hasPrefix("show") } == ["show a b"])
    #expect(second.log == ["show a b"])
  }

  @Test func `the delegate is held weakly`() throws {
    let program = try Program(Diary.self, flags: [])
    weak var delegate: Recorder?
    do {
      let recorder = Recorder()
      delegate = recorder
      program.setDelegate(recorder)
      withExtendedLifetime(recorder) {}
    }
    #expect(delegate == nil)
    program.dispatch(.write("a"))
    #expect(program.model.entries == ["a"])
  }

  @Test func `subscriptions and commands wait for a delegate`() throws {
    let program = try Program(Diary.self, flags: ["load"])
    program.dispatch(.follow(["clock"]), .write("a"))
    program.setDelegate(recorder)
    #expect(recorder.log == ["subscribe clock", "show a", "perform load", "perform save", "perform save a"])
  }

  @Test func `a detached delegate hears only that its subscriptions end, and the next one takes up the rest`() throws {
    let program = try Program(Diary.self, flags: [])
    program.setDelegate(recorder)
    program.dispatch(.follow(["clock"]))
    recorder.log = []
    program.unsetDelegate()
    program.unsetDelegate()
    #expect(recorder.log == ["unsubscribe clock"])
    program.dispatch(.write("a"))
    #expect(program.view == "a")
    #expect(recorder.log == ["unsubscribe clock"])
    let second = Recorder()
    program.setDelegate(second)
    #expect(second.log == ["subscribe clock", "show a", "perform save a"])
  }

  @Test func `a released program cancels its effects and subscriptions in the order in which they began`() throws {
    var (begun, cancelled) = ([String](), [String]())
    do {
      let program = try Program(Diary.self, flags: [], time: .manual)
      let handler = Handler<String, Diary.Message>.cancellable { name, reply in
        begun.append(name)
        return { withExtendedLifetime(reply) { cancelled.append(name) } }
      }
      program.handleCommands(handler)
      program.handleSubscriptions(handler)
      program.dispatch(.perform(["a", "b", "c"]), .follow(["clock", "radio"]), .perform(["d", "e", "f", "g"]))
    }
    #expect(begun.count == 10)
    #expect(cancelled == begun)
  }

  @Test func `a handler takes up the subscriptions of a delegate that was released`() throws {
    let program = try Program(Diary.self, flags: [])
    do {
      let delegate = Recorder()
      program.setDelegate(delegate)
      program.dispatch(.follow(["clock"]))
      #expect(delegate.log.contains("subscribe clock"))
    }
    var served: [String] = []
    program.handleSubscriptions(Handler { subscription, _ in served.append(subscription) })
    #expect(served == ["clock"])
  }

  @Test func `a delegate that is detached while it is shown a view is not given that step's commands`() throws {
    let program = try attached()
    recorder.react = { program, event in
      if event == "show a" { program.unsetDelegate() }
    }
    program.dispatch(.write("a"))
    #expect(recorder.log == ["show a"])
    recorder.react = { _, _ in }
    program.setDelegate(recorder)
    #expect(recorder.log == ["show a", "show a", "perform save a"])
  }

  @Test func `a program has a view before its delegate is attached and after it is detached`() throws {
    let program = try Program(Diary.self, flags: ["load"])
    #expect(program.view == "")
    program.setDelegate(recorder)
    program.unsetDelegate()
    program.dispatch(.write("a"), .write("b"))
    #expect(program.view == "a b")
  }

  @Test func `a delegate attached later hears nothing of a subscription that has ended`() throws {
    let program = try Program(Diary.self, flags: [])
    program.dispatch(.follow(["clock"]), .follow([]))
    program.setDelegate(recorder)
    #expect(recorder.log == ["show", "perform save", "perform save"])
  }

  @Test func `what the delegate dispatches on attach waits for the commands of the start`() throws {
    let program = try Program(Diary.self, flags: ["load"])
    recorder.react = { program, event in
      if event == "show" { program.dispatch(.write("a")) }
    }
    program.setDelegate(recorder)
    #expect(recorder.log == ["show", "perform load", "show a", "perform save a"])
  }

  @Test func `makeProgram starts a program`() {
    let program = Diary.makeProgram(flags: ["load"])
    program.setDelegate(recorder)
    #expect(recorder.log == ["show", "perform load"])
    #expect(Caller.makeProgram().model == 0)
  }

  @Test func `a start that fails is thrown by init, and reported by makeProgram, which traps`() async {
    #expect(throws: Picky.Failure.negative(-1)) { try Program(Picky.self, flags: -1) }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Picky.makeProgram(flags: -1)
    }
    #expect(result.standardError.contains("Picky failed to start with flags -1: negative(-1)"))
  }

  /// A program that is served by the recorder. The log of the recorder is empty.
  private func attached() throws -> Program<Diary> {
    let program = try Program(Diary.self, flags: [])
    program.setDelegate(recorder)
    recorder.log = []
    return program
  }
}

/// A delegate that records each call.
final class Recorder: Delegate {
  typealias Module = Diary

  var log: [String] = []
  var react: (Program<Diary>, String) -> Void = { _, _ in }

  private func record(_ event: String, _ program: Program<Diary>) {
    log.append(event)
    react(program, event)
  }

  func program(_ program: Program<Diary>, didUpdate view: String) {
    record(view.isEmpty ? "show" : "show \(view)", program)
  }
  func program(_ program: Program<Diary>, didEmit command: String) { record("perform \(command)", program) }
  func program(_ program: Program<Diary>, didSubscribe subscription: String) {
    record("subscribe \(subscription)", program)
  }
  func program(_ program: Program<Diary>, didUnsubscribe subscription: String) {
    record("unsubscribe \(subscription)", program)
  }
  func program(_ program: Program<Diary>, didFail failure: any Error, for message: Diary.Message) {
    record("fail \(failure) for \(message)", program)
  }
}

/// A delegate that receives neither subscriptions nor failures.
private final class Deaf: Delegate {
  func program(_ program: Program<Diary>, didUpdate view: String) {}
  func program(_ program: Program<Diary>, didEmit command: String) {}
}

/// A module whose messages are functions, which `update` calls.
private enum Caller: Module {
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: () -> Void, model: inout Int, perform: (Never) -> Void) { message() }
}

private enum Picky: Module {
  enum Failure: Error, Equatable { case negative(Int) }
  static func start(with flags: Int) throws -> Int {
    guard flags >= 0 else { throw Failure.negative(flags) }
    return flags
  }
  static func update(for message: Int, model: inout Int, perform: (Never) -> Void) {}
}

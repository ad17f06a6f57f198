import TEARuntime
import Testing

/// Calls of a program from within a cancellation, the end of a subscription or a stop.
@Suite struct ReentranceTests {
  private let program: Program<Performer>
  private let attendant = Attendant<Performer>()
  private let second = Attendant<Performer>()
  private let search = { Performer.Message.perform([.init(name: $0, policy: .latest("search"))]) }

  init() throws { program = try Program(Performer.self, flags: [], time: .manual) }

  // MARK: Cancellations

  @Test func `a delegate may be detached as it is told of a cancellation`() {
    program.setDelegate(attendant)
    attendant.react = { event, program in if event.hasPrefix("cancel") { program.unsetDelegate() } }
    program.dispatch(search("a"), search("b"))
    #expect(attendant.events == ["emit a", "cancel a"])
    program.setDelegate(second)
    #expect(second.events == ["emit b"])
  }

  @Test func `a delegate may be replaced as it is told of a cancellation`() {
    program.setDelegate(attendant)
    attendant.react = { [second] event, program in if event.hasPrefix("cancel") { program.setDelegate(second) } }
    program.dispatch(.follow([.news]), search("a"), search("b"))
    #expect(attendant.events == ["subscribe news", "emit a", "cancel a", "unsubscribe news"])
    #expect(second.events == ["subscribe news", "emit b"])
  }

  @Test func `a replaced delegate may dispatch as it is told of an end, and the step comes after the replacement`() {
    program.setDelegate(attendant)
    program.dispatch(.follow([.news]))
    attendant.react = { event, program in if event == "unsubscribe news" { program.dispatch(.follow([])) } }
    program.setDelegate(second)
    #expect(attendant.events == ["subscribe news", "unsubscribe news"])
    #expect(second.events == ["subscribe news", "unsubscribe news"])
  }

  @Test func `a detached delegate may dispatch as it is told of an end, and the step comes after all ends`() throws {
    let program = try Program(Diary.self, flags: [], time: .manual)
    let attendant = Attendant<Diary>()
    program.setDelegate(attendant)
    program.dispatch(.follow(["clock", "radio"]))
    attendant.events = []
    program.log { [attendant] event in if case .didUpdate = event { attendant.events.append("step") } }
    attendant.react = { event, program in if event == "unsubscribe clock" { program.dispatch(.write("a")) } }
    program.unsetDelegate()
    #expect(attendant.events == ["unsubscribe clock", "unsubscribe radio", "step"])
    #expect(program.model.entries == ["a"])
  }

  @Test func `a function that cancels an effect may call the program`() {
    program.handleCommands(
      .cancellable { [program] command, reply in
        {
          program.unsetDelegate()
          program.dispatch(.found("cancelled \(command.name)"))
          reply.finish()
        }
      })
    program.setDelegate(attendant)
    program.dispatch(search("a"), search("b"))
    #expect(program.model.log == ["cancelled a"])
    // Replaces the first handler, which holds the program and would keep it alive.
    program.handleCommands(Handler { _, _ in })
    program.stop()
  }

  @Test func `a function that ends a subscription may call the program`() {
    program.handleSubscriptions(
      .cancellable { [program] _, reply in
        {
          program.unsetDelegate()
          program.dispatch(.found("ended"))
          reply.finish()
        }
      })
    program.setDelegate(attendant)
    program.dispatch(.follow([.news]), .follow([]))
    #expect(program.model.log == ["ended"])
    // Replaces the first handler, which holds the program and would keep it alive.
    program.handleSubscriptions(Handler { _, _ in })
  }

  /// An object that calls a function when it is freed.
  private final class Farewell {
    let say: () -> Void
    init(_ say: @escaping () -> Void) { self.say = say }
    deinit { say() }
  }

  @Test func `an object that an effect held may call the program when the object is freed`() {
    var replies: [Reply<Performer.Message>] = []
    program.handleCommands(
      .cancellable { [weak program] command, reply in
        replies.append(reply)
        let farewell = Farewell {
          program?.unsetDelegate()
          program?.dispatch(.found("freed"))
        }
        return { withExtendedLifetime(farewell) {} }
      })
    program.setDelegate(attendant)
    program.dispatch(search("a"))
    replies[0].finish(with: .found("a"))
    program.receive()
    #expect(Set(program.model.log) == ["a", "freed"])
  }

  // MARK: Resume within a stop

  @Test func `a program that is resumed while it cancels its effects finishes its stop, and then runs again`() throws {
    let program = try Program(Diary.self, flags: [], time: .manual)
    let attendant = Attendant<Diary>()
    program.setDelegate(attendant)
    program.dispatch(.follow(["clock"]))
    attendant.react = { event, program in if event == "cancel save" { try? program.resume() } }
    attendant.events = []
    program.stop()
    #expect(!program.isStopped)
    #expect(attendant.events == ["unsubscribe clock", "cancel save", "subscribe clock"])
    program.dispatch(.write("a"))
    #expect(program.model.entries == ["a"])
  }

  @Test func `if the end of a subscription resumes the program, all subscriptions end before they begin again`() throws
  {
    let program = try Program(Diary.self, flags: [], time: .manual)
    let attendant = Attendant<Diary>()
    program.setDelegate(attendant)
    program.dispatch(.follow(["clock", "radio"]))
    attendant.events = []
    program.log { [attendant] event in
      switch event {
      case .didStop: attendant.events.append("stopped")
      case .didResume: attendant.events.append("resumed")
      default: break
      }
    }
    attendant.react = { event, program in
      switch event {
      case "unsubscribe clock": try? program.resume()
      // This message comes after the stop has dropped the waiting messages.
      case "subscribe radio": program.dispatch(.write("again"))
      default: break
      }
    }
    program.stop()
    #expect(
      attendant.events == [
        "unsubscribe clock", "unsubscribe radio", "cancel save", "stopped",
        "resumed", "subscribe clock", "subscribe radio", "emit save again",
      ])
    #expect(program.model.entries == ["again"])
    #expect(program.droppedMessageCount == 0)
  }

  @Test func `a logger may dispatch when it is told that a program resumed, and subscriptions begin before the step`()
    throws
  {
    program.setDelegate(attendant)
    program.dispatch(.follow([.news]))
    program.stop()
    attendant.events = []
    program.log { [weak program] in if case .didResume = $0 { program?.dispatch(.follow([])) } }
    try program.resume()
    #expect(attendant.events == ["subscribe news", "unsubscribe news"])
  }

  @Test func `a program cannot be resumed in the step in which it is stopped, and the trap says so`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Diary.self, flags: [], time: .manual)
      let attendant = Attendant<Diary>()
      program.setDelegate(attendant)
      attendant.react = { event, program in
        guard event == "emit save a" else { return }
        program.stop()
        try? program.resume()
      }
      program.dispatch(.write("a"))
    }
    let text = result.standardError
    #expect(text.contains("Diary stops when its present step has ended; call resume(from:) after that step"))
    #expect(!text.contains("is running"))
  }

  @Test func `a logger may resume a program that was stopped in a step, when it is told of the stop`() throws {
    let program = try Program(Diary.self, flags: [], time: .manual)
    let attendant = Attendant<Diary>()
    program.setDelegate(attendant)
    program.log { [weak program] in if case .didStop = $0 { try? program?.resume() } }
    attendant.react = { event, program in if event == "emit save a" { program.stop() } }
    program.dispatch(.write("a"))
    #expect(!program.isStopped)
    program.dispatch(.write("b"))
    #expect(program.model.entries == ["a", "b"])
  }

  @Test func `a program that is resumed within a stop can be stopped again there`() throws {
    let program = try Program(Diary.self, flags: [], time: .manual)
    let attendant = Attendant<Diary>()
    program.setDelegate(attendant)
    program.dispatch(.follow(["clock", "radio"]))
    attendant.events = []
    var stopCount = 0
    program.log { if case .didStop = $0 { stopCount += 1 } }
    attendant.react = { event, program in
      if event == "unsubscribe clock", stopCount == 0 { try? program.resume() }
      if event == "subscribe radio" { program.stop() }
    }
    program.stop()
    #expect(program.isStopped)
    #expect(stopCount == 2)
    #expect(attendant.events.suffix(2) == ["unsubscribe clock", "unsubscribe radio"])
    attendant.react = { _, _ in }
    try program.resume()
    #expect(!program.isStopped)
  }
}

/// A delegate that keeps the replies, logs its calls except for views, and reacts to them as a test says.
private final class Attendant<M: Module>: Delegate {
  typealias Module = M

  var events: [String] = []
  var react: (String, Program<M>) -> Void = { _, _ in }
  private var replies: [Reply<M.Message>] = []

  private func note(_ event: String, _ program: Program<M>) {
    events.append(event)
    react(event, program)
  }

  private func name(of command: M.Command) -> String { (command as? Performer.Command)?.name ?? "\(command)" }

  func program(_ program: Program<M>, didUpdate view: M.View) {}
  func program(_ program: Program<M>, didEmit command: M.Command, reply: Reply<M.Message>) {
    replies.append(reply)
    note("emit \(name(of: command))", program)
  }
  func program(_ program: Program<M>, didCancel command: M.Command) { note("cancel \(name(of: command))", program) }
  func program(_ program: Program<M>, didSubscribe subscription: M.Subscription) {
    note("subscribe \(subscription)", program)
  }
  func program(_ program: Program<M>, didUnsubscribe subscription: M.Subscription) {
    note("unsubscribe \(subscription)", program)
  }
}

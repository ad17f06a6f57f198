import TEARuntime
import Testing

/// Timers, deadlines and their order in virtual time.
@Suite struct TimeTests {
  let desk = Desk()
  let program: Program<Performer>

  init() throws {
    program = try Program(Performer.self, flags: [], time: .manual)
    desk.serve(program)
  }

  @Test func `a timer fires after each interval, at its moment`() {
    program.dispatch(.follow([.clock(.seconds(1))]))
    program.advance(by: .milliseconds(999))
    #expect(program.model.log == [])
    program.advance(by: .milliseconds(2_001))
    #expect(program.model.log == ["tick", "tick", "tick"])
  }

  @Test func `time does not pass backwards`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Program(Performer.self, flags: [], time: .manual).advance(by: .seconds(-1))
    }
    #expect(result.standardError.contains("Performer: time cannot pass backwards; advance by zero or more"))
  }

  @Test func `messages that a logger sends at a deadline are processed before the call returns`() {
    program.dispatch(.follow([.clock(.seconds(1))]))
    program.log { [program] event in
      if case .didElapse = event { program.dispatch(.found("noted")) }
    }
    program.advance(by: .seconds(2))
    #expect(program.model.log == ["tick", "noted", "tick", "noted"])
  }

  @Test func `an alarm fires once, and again when it is set anew`() {
    program.dispatch(.follow([.alarm(.seconds(1))]))
    program.advance(by: .seconds(9))
    #expect(program.model.log == ["ring"])
    program.dispatch(.follow([]), .follow([.alarm(.seconds(1))]))
    program.advance(by: .seconds(9))
    #expect(program.model.log == ["ring", "ring"])
  }

  @Test func `a timer that is listed before and after goes on, and one that is not listed any more stops`() {
    program.dispatch(.follow([.clock(.seconds(2))]))
    program.advance(by: .seconds(1))
    program.dispatch(.follow([.alarm(.seconds(5)), .clock(.seconds(2))]))
    program.advance(by: .seconds(1))
    #expect(program.model.log == ["tick"])
    program.dispatch(.follow([]))
    program.advance(by: .seconds(9))
    #expect(program.model.log == ["tick"])
  }

  @Test func `deadlines are met in their order, and those of one moment in the order in which they began`() {
    program.dispatch(.follow([.clock(.seconds(2)), .alarm(.seconds(2)), .alarm(.seconds(1))]))
    program.advance(by: .seconds(4))
    #expect(program.model.log == ["ring", "tick", "ring", "tick"])
  }

  @Test func `timers of one moment fire in the order in which they began, however often one has fired before`() {
    var timers: [Performer.Subscription] = []
    program.log { if case .willUpdate(_, _, .subscription(let timer)) = $0 { timers.append(timer) } }
    let (fast, slow) = (Performer.Subscription.clock(.seconds(1)), Performer.Subscription.clock(.seconds(2)))
    program.dispatch(.follow([fast, slow]))
    program.advance(by: .seconds(4))
    #expect(timers == [fast, fast, slow, fast, fast, slow])
  }

  @Test func `the handler of subscriptions is not called for timers`() {
    program.dispatch(.follow([.news, .clock(.seconds(1))]))
    program.dispatch(.follow([]))
    #expect(desk.log == ["subscribe news", "unsubscribe news"])
  }

  @Test func `a message of a subscription that has ended is dropped, and counted`() {
    program.dispatch(.follow([.news]))
    desk.reply("news", .found("early"))
    program.dispatch(.follow([]))
    desk.reply("news", .found("late"))
    #expect(program.model.log == ["early"])
    #expect(program.droppedMessageCount == 1)
  }

  @Test func `a failing step leaves the timers running`() throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    let watcher = Watcher()
    program.setDelegate(watcher)
    program.dispatch(.follow([.clock(.seconds(1))]), .fail)
    program.advance(by: .seconds(2))
    #expect(program.model.log == ["tick", "tick"])
    #expect(watcher.failures == ["fail: Failure()"])
  }

  @Test func `a clock wakes a program in an actor's domain`() async throws {
    let home = Home()
    #expect(try await home.ticks(3) == ["tick", "tick", "tick"])
  }

  @Test func `advance(by:) traps for a program with a clock`() async {
    await #expect(processExitsWith: .failure) {
      try Program(Performer.self, flags: []).advance(by: .seconds(1))
    }
  }
}

/// Stop and resume, the effects that run meanwhile, and loggers.
@Suite struct LifeCycleTests {
  let desk = Desk()
  let program: Program<Performer>

  init() throws {
    program = try Program(Performer.self, flags: [], time: .manual)
    desk.serve(program)
  }

  @Test func `stop ends subscriptions, cancels effects, and drops what they send`() {
    program.dispatch(.follow([.news, .clock(.seconds(1))]), .perform([.init(name: "a")]))
    program.stop()
    desk.reply("a")
    desk.reply("news", .found("late"))
    program.advance(by: .seconds(5))
    #expect(program.model.log == [])
    #expect(desk.log == ["subscribe news", "begin a", "unsubscribe news", "cancel a"])
    #expect(program.droppedMessageCount == 2)
  }

  @Test func `resume begins the subscriptions and the timers of the model anew`() throws {
    program.dispatch(.follow([.news, .clock(.seconds(2))]))
    program.advance(by: .seconds(1))
    program.stop()
    try program.resume()
    program.advance(by: .seconds(1))
    #expect(program.model.log == [])
    program.advance(by: .seconds(1))
    #expect(program.model.log == ["tick"])
    #expect(desk.log == ["subscribe news", "unsubscribe news", "subscribe news"])
  }

  @Test func `resume takes another model, and what ran before stays cancelled`() throws {
    program.dispatch(.perform([.init(name: "a")]))
    program.stop()
    try program.resume(from: Performer.Model(log: ["new"]))
    desk.reply("a")
    #expect(program.model.log == ["new"])
    program.dispatch(.found("b"))
    #expect(program.model.log == ["new", "b"])
  }

  @Test func `an effect ends when nobody can reply any more`() {
    let load = Performer.Command(name: "a", policy: .first("load"))
    program.dispatch(.perform([load]))
    desk.forget("a")
    program.dispatch(.perform([load]))
    #expect(desk.log == ["begin a", "begin a"])
  }

  @Test func `commands wait for a handler, unless they are cancelled before it comes`() throws {
    let program = try Program(
      Performer.self,
      flags: [.init(name: "a", policy: .latest("x")), .init(name: "b", policy: .latest("x")), .init(name: "c")],
      time: .manual)
    let desk = Desk()
    desk.serve(program)
    #expect(desk.log == ["begin b", "begin c"])
  }

  @Test func `what a handler throws becomes a message`() async throws {
    #expect(try await Home().failures(onFailure: { .failed("\($0.name) \($1)") }) == ["failed: a Failure()"])
  }

  @Test func `the delegate receives the error of a handler without onFailure`() async throws {
    #expect(try await Home().failures(onFailure: nil) == ["a: Failure()"])
  }

  @Test func `a failure of an effect that nobody receives is reported, and traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let program = try Program(Performer.self, flags: [.init(name: "a")], time: .manual)
      program.handleCommands(Handler { _, reply in reply.fail(Performer.Failure()) })
      program.receive()
    }
    #expect(
      result.standardError.contains(
        """
        An effect of Performer failed, and nobody receives its failure
          command: Command(name: "a", policy: all)
          failure: Failure()
        Make it a message with onFailure, or implement program(_:didFail:performing:) in the program's delegate.
        """))
  }

  @Test func `loggers are told of each step, and of where its message came from`() {
    var log: [String] = []
    program.log { event in
      switch event {
      case .willUpdate(_, _, .dispatch): log.append("a person")
      case .willUpdate(let message, _, .reply(let command)): log.append("\(command.name) replies \(message)")
      case .willUpdate(let message, _, .subscription): log.append("a subscription sends \(message)")
      case .didUpdate(_, _, let model, let commands): log.append("\(model.log.count) \(commands.map(\.name))")
      case .didDrop(let message): log.append("drop \(message)")
      case .didElapse(let duration): log.append("after \(duration)")
      case .didSkipTicks(let subscription, let count): log.append("\(subscription) misses \(count)")
      case .didDebounce(let command): log.append("now \(command.name)")
      case .didFail, .didStop, .didResume: log.append("?")
      }
    }
    program.dispatch(.perform([.init(name: "a", policy: .latest("x"))]))
    desk.reply("a")
    program.dispatch(.perform([.init(name: "b", policy: .debounce("x", .seconds(1)))]), .follow([.alarm(.seconds(2))]))
    desk.reply("a")
    program.advance(by: .seconds(2))
    #expect(
      log == [
        "a person", #"0 ["a"]"#, #"a replies found("a")"#, "1 []", "a person", "1 []", "a person", "1 []",
        #"drop found("a")"#, "after 1.0 seconds", "now b", "after 1.0 seconds", "a subscription sends ring", "2 []",
      ])
  }

  @Test func `a delegate that follows another begins its subscriptions`() throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    let (first, second) = (Watcher(), Watcher())
    program.setDelegate(first)
    program.dispatch(.follow([.news]))
    program.setDelegate(second)
    program.setDelegate(second)
    #expect(first.subscriptions == ["+news", "-news"])
    #expect(second.subscriptions == ["+news"])
  }
}

/// A delegate that notes failures, and subscriptions with `+` where they begin and `-` where they end.
private final class Watcher: Delegate {
  private(set) var failures: [String] = []
  /// Called when an effect has failed.
  var onFailure: () -> Void = {}
  private(set) var subscriptions: [String] = []
  func program(_ program: Program<Performer>, didUpdate view: Performer.Model) {}
  func program(_ program: Program<Performer>, didEmit command: Performer.Command) {}
  func program(_ program: Program<Performer>, didSubscribe subscription: Performer.Subscription) {
    subscriptions.append("+\(subscription)")
  }
  func program(_ program: Program<Performer>, didUnsubscribe subscription: Performer.Subscription) {
    subscriptions.append("-\(subscription)")
  }
  func program(_ program: Program<Performer>, didFail failure: any Error, for message: Performer.Message) {
    failures.append("\(message): \(failure)")
  }
  func program(_ program: Program<Performer>, didFail failure: any Error, performing command: Performer.Command) {
    failures.append("\(command.name): \(failure)")
    onFailure()
  }
}

/// An actor whose program runs in its domain.
private actor Home {
  /// The log of a program after a number of ticks of its timer.
  func ticks(_ count: Int) async throws -> [String] {
    let clock = ManualClock()
    let program = try Program(Performer.self, flags: [], time: .clock(clock))
    program.dispatch(.follow([.clock(.seconds(1))]))
    for _ in 1...count {
      await clock.waitForSleeper()
      await nextStep(of: program) { clock.advance(by: .seconds(1)) }
    }
    return program.model.log
  }

  /// The log of a program whose only effect throws, and the failures that its delegate was told of.
  func failures(
    onFailure: (@Sendable (Performer.Command, any Error) -> Performer.Message?)?
  ) async throws -> [String] {
    let program = try Program(Performer.self, flags: [.init(name: "a")], time: .manual)
    let watcher = Watcher()
    await nextStep(of: program, watcher) {
      program.handleCommands(.async({ _, _ in throw Performer.Failure() }, onFailure: onFailure))
      program.setDelegate(watcher)
    }
    return program.model.log + watcher.failures
  }

  /// Calls a function, and waits for the step or the failure of an effect that follows from it.
  private func nextStep(of program: Program<Performer>, _ watcher: Watcher? = nil, after begin: () -> Void) async {
    let event = AwaitedEvent()
    program.log { if case .didUpdate = $0 { event.occur() } }
    watcher?.onFailure = event.occur
    begin()
    if event.hasOccurred { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in event.wait(continuation) }
  }
}

/// An event that is awaited once.
private final class AwaitedEvent {
  private(set) var hasOccurred = false
  private var continuation: CheckedContinuation<Void, Never>?

  func wait(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  func occur() {
    hasOccurred = true
    continuation?.resume()
    continuation = nil
  }
}

import TEARuntime
import Testing

/// Programs that come to their deadlines late: because the clock jumps, or because their delegates are slower than their
/// timers.
@Suite struct LateClockTests {
  let clock = ManualClock()
  let desk = Desk()
  let program: Program<Performer>

  init() throws {
    program = try Program(Performer.self, flags: [], time: .clock(clock))
    desk.serve(program)
  }

  @Test func `a timer sends one message for all the deadlines it missed, and says how many`() {
    var skips: [String] = []
    program.log { if case .didSkipTicks(let timer, let count) = $0 { skips.append("\(timer) misses \(count)") } }
    program.dispatch(.follow([.clock(.milliseconds(100))]))
    pass(.seconds(8 * 3_600))
    #expect(program.model.log == ["tick"])
    #expect(skips == ["clock(0.1 seconds) misses 287999"])
    // A timer that is on time has missed nothing.
    pass(.milliseconds(100))
    #expect(program.model.log == ["tick", "tick"])
    #expect(skips.count == 1)
  }

  @Test func `a timer that was late keeps to its grid`() {
    program.dispatch(.follow([.clock(.seconds(2))]))
    pass(.milliseconds(6_500))
    #expect(program.agenda.nextDeadline == .milliseconds(1_500))
    pass(.milliseconds(1_499))
    #expect(program.model.log == ["tick"])
    pass(.milliseconds(1))
    #expect(program.model.log == ["tick", "tick"])
  }

  @Test(arguments: [1, 2, 3, 1_000] as [Int64])
  func `a deadline that is met exactly is not met again`(intervals: Int64) {
    program.dispatch(.follow([.clock(.seconds(2))]))
    pass(.seconds(2 * intervals))
    #expect(program.model.log == ["tick"])
    #expect(program.agenda.nextDeadline == .seconds(2))
  }

  @Test func `the time to two deadlines of one moment is logged once, even if time passes between their messages`() {
    var durations: [Duration] = []
    program.log { if case .didElapse(let duration) = $0 { durations.append(duration) } }
    slowDown(.ring, by: .milliseconds(5))
    program.dispatch(.follow([.alarm(.seconds(1)), .clock(.seconds(1))]))
    pass(.seconds(1))
    #expect(program.model.log == ["ring", "tick"])
    #expect(durations == [.seconds(1)])
    #expect(program.agenda.entries.map(\.remaining) == [.milliseconds(995)])
  }

  @Test func `what is overdue comes in the order of its deadlines, each once`() {
    program.dispatch(.follow([.clock(.seconds(3)), .alarm(.seconds(2)), .clock(.seconds(2))]))
    program.dispatch(.perform([.init(name: "a", policy: .debounce("x", .seconds(1)))]))
    pass(.seconds(60))
    // The command comes first, and then the alarm before the clock of 2 s, which began after the alarm.
    #expect(desk.log == ["begin a"])
    #expect(program.model.log == ["ring", "tick", "tick"])
  }

  @Test func `a timer that an overdue deadline ends does not fire, even if it is overdue itself`() throws {
    let program = try Program(Bell.self, flags: .stopping, time: .clock(clock))
    clock.advance(by: .seconds(10))
    program.receive()
    #expect(program.model.rings == ["quick"])
  }

  @Test func `an alarm that an overdue deadline sets begins at the time of the clock`() throws {
    let program = try Program(Bell.self, flags: .chain, time: .clock(clock))
    clock.advance(by: .seconds(8 * 3_600))
    program.receive()
    #expect(program.model.rings == ["0"])
    #expect(program.agenda.nextDeadline == .seconds(1))
  }

  @Test func `a throttle that should have opened long ago is open, and closes for its whole duration`() {
    let save = { Performer.Message.perform([.init(name: $0, policy: .throttle("x", .seconds(1)))]) }
    program.dispatch(save("a"))
    pass(.seconds(100))
    program.dispatch(save("b"), save("c"))
    #expect(desk.log == ["begin a", "begin b"])
    #expect(program.agenda.nextDeadline == .seconds(1))
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
  func `a program sleeps at most a year at once, however far its deadlines are`(duration: Duration) async throws {
    let year = Duration.seconds(365 * 86_400)
    clock.advance(by: .seconds(1))
    program.dispatch(.follow([.alarm(duration), .clock(duration)]))
    program.dispatch(.perform([.init(name: "a", policy: .throttle("x", duration))]))
    await clock.waitForSleeper()
    #expect(clock.longestSleep == year)
    pass(.seconds(5 * 365 * 86_400))
    await clock.waitForSleeper()
    #expect(program.model.log == [])
    #expect(program.agenda.nextDeadline == duration - year * 5)
  }

  @Test func `an alarm after several years rings at its moment`() {
    let years = Duration.seconds(3 * 365 * 86_400)
    program.dispatch(.follow([.alarm(years)]))
    pass(years - .seconds(1))
    #expect(program.model.log == [])
    pass(.seconds(1))
    #expect(program.model.log == ["ring"])
  }

  @Test func `a timer of a huge interval does not end a program on the clock of the system`() async {
    await #expect(processExitsWith: .success) { try await LongSleeper().run() }
  }

  @Test func `waiting messages come after all overdue deadlines, even where a deadline begins a subscription`() throws {
    for delegate in [Crier(), CrierWithoutReplies()] {
      let program = try Program(Bell.self, flags: .herald, time: .clock(clock))
      program.setDelegate(delegate)
      program.mailbox.dispatch(.ring("waiting"))
      clock.advance(by: .seconds(2))
      program.receive()
      #expect(program.model.rings == ["quick", "slow", "waiting"], "\(type(of: delegate))")
      #expect(delegate.subscriptions == [.news])
    }
  }

  // MARK: Slow steps

  /// Lets time pass in each step of `message`, like a delegate that is slow to show a view.
  private func slowDown(_ message: Performer.Message, by duration: Duration) {
    program.log { [clock] in if case .didUpdate(message, _, _, _) = $0 { clock.advance(by: duration) } }
  }

  @Test func `a pause and an alarm that begin after a slow step last their whole time`() {
    slowDown(.found("slow"), by: .milliseconds(503))
    let search = Performer.Command(name: "a", policy: .debounce("x", .milliseconds(400)))
    program.dispatch(.found("slow"), .perform([search]), .follow([.alarm(.milliseconds(400))]))
    program.receive()
    #expect(program.agenda.entries.map(\.remaining) == [.milliseconds(400), .milliseconds(400)])
    pass(.milliseconds(399))
    #expect(desk.log == [])
    pass(.milliseconds(1))
    #expect(desk.log == ["begin a"])
    #expect(program.model.log == ["slow", "ring"])
  }

  @Test func `a throttle that closes after a slow step is closed for its whole time`() {
    let save = { Performer.Message.perform([.init(name: $0, policy: .throttle("x", .milliseconds(400)))]) }
    slowDown(.found("slow"), by: .milliseconds(503))
    program.dispatch(.found("slow"), save("a"))
    program.dispatch(save("b"))
    #expect(desk.log == ["begin a"])
    pass(.milliseconds(399))
    program.dispatch(save("c"))
    #expect(desk.log == ["begin a"])
  }

  @Test func `a throttle that should have opened during a slow step is open after it`() {
    let save = { Performer.Message.perform([.init(name: $0, policy: .throttle("x", .milliseconds(400)))]) }
    slowDown(.found("slow"), by: .milliseconds(503))
    program.dispatch(save("a"), .found("slow"), save("b"), save("c"))
    #expect(desk.log == ["begin a", "begin b"])
  }

  @Test func `deadlines that pass during a slow step come before the next message, in their order, each once`() {
    var skippedCounts: [Int] = []
    program.log { if case .didSkipTicks(_, let count) = $0 { skippedCounts.append(count) } }
    slowDown(.found("slow"), by: .milliseconds(503))
    program.dispatch(.follow([.alarm(.milliseconds(250)), .clock(.milliseconds(100))]))
    program.dispatch(.found("slow"), .found("next"))
    #expect(program.model.log == ["slow", "tick", "ring", "next"])
    #expect(skippedCounts == [4])
    #expect(program.agenda.entries.map(\.remaining) == [.milliseconds(97)])
  }

  @Test func `the pause of a command that a slow deadline leads to begins at the time of the clock`() {
    slowDown(.ring, by: .seconds(5))
    let search = Performer.Command(name: "a", policy: .debounce("x", .seconds(9)))
    var hasAsked = false
    program.log { [program] in
      guard case .didUpdate(.ring, _, _, _) = $0, !hasAsked else { return }
      hasAsked = true
      program.dispatch(.perform([search]))
    }
    program.dispatch(.follow([.alarm(.seconds(1)), .alarm(.seconds(2))]))
    pass(.seconds(60))
    program.receive()
    // The pause of 9 s begins when the first ring ends, at 65 s. The second ring ends at 70 s.
    #expect(program.model.log == ["ring", "ring"])
    #expect(program.agenda.nextDeadline == .seconds(4))
  }

  @Test func `an alarm that a late timer sets after a slow step begins at the time of the clock`() throws {
    let program = try Program(Bell.self, flags: .relay, time: .clock(clock))
    var isFirst = true
    program.log { [clock] in
      guard case .didUpdate = $0, isFirst else { return }
      isFirst = false
      clock.advance(by: .seconds(5))
    }
    clock.advance(by: .seconds(10))
    program.receive()
    program.receive()
    #expect(program.model.rings == ["quick", "slow", "quick"])
    #expect(program.agenda.entries.map(\.remaining) == [.seconds(1), .seconds(1), .seconds(1)])
  }

  @Test func `receive() takes one tick of a timer, even where its work exceeds the interval and sends messages`() {
    program.log { [program, clock] in
      guard case .didUpdate(.tick, _, let model, _) = $0, model.log.count < 100 else { return }
      clock.advance(by: .milliseconds(2_500))
      program.dispatch(.found("shown"))
    }
    program.dispatch(.follow([.clock(.seconds(1))]))
    pass(.seconds(1))
    #expect(program.model.log == ["tick", "shown"])
    program.receive()
    #expect(program.model.log == ["tick", "shown", "tick", "shown"])
  }

  @Test func `a timer shorter than a message's work does not keep messages out`() {
    for name in ["a", "b", "c"] { slowDown(.found(name), by: .milliseconds(2_500)) }
    program.dispatch(.follow([.clock(.seconds(1))]))
    program.dispatch(.found("a"), .found("b"), .found("c"))
    #expect(program.model.log == ["a", "tick", "b", "tick", "c", "tick"])
  }

  @Test func `with manual time, each deadline is met at its moment, however many there are`() throws {
    let program = try Program(Performer.self, flags: [], time: .manual)
    program.dispatch(.follow([.clock(.seconds(1))]))
    program.advance(by: .seconds(1_000))
    #expect(program.model.log.count == 1_000)
  }

  @Test func `a timer shorter than its delegate's work sends one message a turn`() async throws {
    let (ticks, skips) = try await Slow().ticks(5)
    #expect(ticks == ["tick", "tick", "tick", "tick", "tick"])
    // The turns are at 1, 3.5, 6, 8.5 and 11 s. Each later turn ticks once for the two or three deadlines that have passed.
    #expect(skips == [1, 2, 1, 2])
  }

  private func pass(_ duration: Duration) {
    clock.advance(by: duration)
    program.receive()
  }
}

/// Alarms that set and end each other.
private enum Bell: Module {
  enum Flags {
    /// Each alarm sets the next one.
    case chain
    /// The first ring ends all timers.
    case stopping
    /// The slow ring sets an alarm.
    case relay
    /// The quick ring begins a subscription that is no timer.
    case herald
  }
  enum Message: Hashable, Sendable { case ring(String) }

  enum Subscription: Hashable {
    case alarm(Int)
    case quick, slow, news
  }

  struct Model {
    var kind: Flags
    var rings: [String] = []
  }

  static func start(with flags: Flags) -> Model { Model(kind: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .ring(let name): model.rings.append(name)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    switch model.kind {
    case .chain: [.alarm(model.rings.count)]
    case .stopping: model.rings.isEmpty ? [.slow, .quick] : []
    case .relay: [.slow, .quick] + (model.rings.contains("slow") ? [.alarm(0)] : [])
    case .herald: [.quick, .slow] + (model.rings.contains("quick") ? [.news] : [])
    }
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .alarm(let number): .after(.seconds(1), .ring("\(number)"))
    case .quick: .every(.seconds(1), .ring("quick"))
    case .slow: .every(.seconds(2), .ring("slow"))
    case .news: nil
    }
  }
}

/// A delegate that keeps the replies of its subscriptions.
private class Crier: Delegate {
  fileprivate var subscriptions: [Bell.Subscription] = []
  private var replies: [Reply<Bell.Message>] = []

  func program(_ program: Program<Bell>, didUpdate view: Bell.Model) {}

  func program(
    _ program: Program<Bell>, didSubscribe subscription: Bell.Subscription, reply: Reply<Bell.Message>
  ) {
    subscriptions.append(subscription)
    replies.append(reply)
  }
}

/// A delegate that releases the reply of each subscription at once, as the default of the protocol does.
private final class CrierWithoutReplies: Crier {
  override func program(
    _ program: Program<Bell>, didSubscribe subscription: Bell.Subscription, reply: Reply<Bell.Message>
  ) {
    subscriptions.append(subscription)
  }
}

/// An actor whose program is slower than its timer.
private actor Slow {
  private let clock = ManualClock()

  /// The log of a program after a number of ticks, and the number of deadlines that each late tick had missed.
  func ticks(_ count: Int) async throws -> (log: [String], skips: [Int]) {
    let clock = clock
    let program = try Program(Performer.self, flags: [], time: .clock(clock))
    var skips: [Int] = []
    let (turns, turnContinuation) = AsyncStream.makeStream(of: Int.self)
    program.log { event in
      switch event {
      case .didSkipTicks(_, let count): skips.append(count)
      case .didUpdate(_, _, let model, _) where !model.log.isEmpty:
        // The delegate's work: two and a half intervals.
        if model.log.count < count { clock.advance(by: .milliseconds(2_500)) }
        turnContinuation.yield(model.log.count)
      default: break
      }
    }
    program.dispatch(.follow([.clock(.seconds(1))]))
    await clock.waitForSleeper()
    clock.advance(by: .seconds(1))
    for await number in turns where number == count { break }
    return (program.model.log, skips)
  }
}

/// An actor whose program has a deadline that no clock reaches.
private actor LongSleeper {
  func run() async throws {
    let program = try Program(Performer.self, flags: [])
    program.dispatch(.follow([.clock(.seconds(Int64.max))]))
    // Gives way to the task that sleeps until the program's next deadline.
    for _ in 0..<100 { await Task.yield() }
    program.dispatch(.follow([.alarm(Duration(attoseconds: .max))]))
    for _ in 0..<100 { await Task.yield() }
  }
}

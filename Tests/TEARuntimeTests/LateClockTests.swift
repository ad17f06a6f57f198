import TEARuntime
import Testing

/// Programs that come to their deadlines late: because the clock jumps, or because their delegates are slower than their
/// timers.
@Suite struct LateClockTests {
  let clock = ManualClock()
  let desk = Desk()
  let program: Program<Searcher>

  init() throws {
    program = try Program(Searcher.self, flags: [], time: .clock(clock))
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

  @Test func `what is overdue comes in the order of its deadlines, each once`() {
    program.dispatch(.follow([.clock(.seconds(3)), .alarm(.seconds(2)), .clock(.seconds(2))]))
    program.dispatch(.perform([.init(name: "a", policy: .debounce("x", .seconds(1)))]))
    pass(.seconds(60))
    // The command first, and then the alarm before the timer that began after it.
    #expect(desk.log == ["begin a"])
    #expect(program.model.log == ["ring", "tick", "tick"])
  }

  @Test func `what an overdue deadline ends is not overdue any more`() throws {
    let program = try Program(Bell.self, flags: .stopping, time: .clock(clock))
    clock.advance(by: .seconds(10))
    program.receive()
    #expect(program.model.rings == ["quick"])
  }

  @Test func `what begins late begins at the time of the clock`() throws {
    // Each alarm sets the next one.
    let program = try Program(Bell.self, flags: .chain, time: .clock(clock))
    clock.advance(by: .seconds(8 * 3_600))
    program.receive()
    #expect(program.model.rings == ["0"])
    #expect(program.agenda.nextDeadline == .seconds(1))
  }

  @Test func `a throttle that should have opened long ago is open, and closes for its whole duration`() {
    let save = { Searcher.Message.perform([.init(name: $0, policy: .throttle("x", .seconds(1)))]) }
    program.dispatch(save("a"))
    pass(.seconds(100))
    program.dispatch(save("b"), save("c"))
    #expect(desk.log == ["begin a", "begin b"])
    #expect(program.agenda.nextDeadline == .seconds(1))
  }

  @Test func `with manual time, each deadline is met at its moment, however many there are`() throws {
    let program = try Program(Searcher.self, flags: [], time: .manual)
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
  }
  enum Message: Hashable, Sendable { case ring(String) }

  enum Subscription: Hashable {
    case alarm(Int)
    case quick, slow
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
    }
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .alarm(let number): .after(.seconds(1), .ring("\(number)"))
    case .quick: .every(.seconds(1), .ring("quick"))
    case .slow: .every(.seconds(2), .ring("slow"))
    }
  }
}

/// An actor whose program is slower than its timer.
private actor Slow {
  private let clock = ManualClock()

  /// The log of a program after a number of ticks, and the number of deadlines that each late tick had missed.
  func ticks(_ count: Int) async throws -> (log: [String], skips: [Int]) {
    let clock = clock
    let program = try Program(Searcher.self, flags: [], time: .clock(clock))
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

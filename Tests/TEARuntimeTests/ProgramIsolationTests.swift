import TEARuntime
import Testing

/// Messages may come from any thread; steps, views and commands happen in one isolation domain.
@Suite(.timeLimit(.minutes(20))) struct ProgramIsolationTests {
  @Test func `letters from many threads become steps in the program's actor`() async throws {
    let entries = try await Home().entries(sentBy: 8, each: 50)
    #expect(entries.count == 400)
    for sender in 0..<8 {
      let own = entries.filter { $0.hasPrefix("\(sender).") }
      #expect(own == (0..<50).map { "\(sender).\($0)" }, "one thread's letters keep their order")
    }
  }

  @Test func `letters sent together stay adjacent`() async throws {
    let entries = try await Home().entries(sentBy: 8, each: 50, inPairs: true)
    #expect(entries.count == 400)
    for index in stride(from: 0, to: entries.count, by: 2) {
      #expect(entries[index].split(separator: ".").first == entries[index + 1].split(separator: ".").first)
    }
  }

  @Test @MainActor func `a program of the main actor is served on the main actor`() async throws {
    let program = try Program(Diary.self, flags: [])
    let watcher = Watcher(home: MainActor.shared)
    program.setDelegate(watcher)
    let mailbox = program.mailbox
    Task.detached { mailbox.dispatch(.write("a")) }
    var views = watcher.views.makeAsyncIterator()
    while let view = await views.next(isolation: MainActor.shared), view != "a" {}
    #expect(program.model.entries == ["a"])
  }

  @Test func `outside of an actor, letters wait for receive()`() async throws {
    let program = try Program(Diary.self, flags: [])
    let mailbox = program.mailbox
    await Task.detached { mailbox.dispatch(.write("a"), .write("b")) }.value
    #expect(program.model.entries == [])
    program.receive()
    #expect(program.model.entries == ["a", "b"])
  }

  @Test func `outside of an actor, letters are taken before what is dispatched after them`() throws {
    let program = try Program(Diary.self, flags: [])
    program.mailbox.dispatch(.write("letter"))
    program.dispatch(.write("a"))
    #expect(program.model.entries == ["letter", "a"])
  }

  @Test func `receive() while a step runs only queues`() throws {
    let program = try Program(Diary.self, flags: [])
    let recorder = Recorder()
    program.setDelegate(recorder)
    recorder.log = []
    recorder.react = { program, event in
      guard event == "show a" else { return }
      program.mailbox.dispatch(.write("letter"))
      program.receive()
    }
    program.dispatch(.write("a"))
    #expect(recorder.log == ["show a", "perform save a", "show a letter", "perform save letter"])
  }

  @Test func `a program that has received a letter is released when nobody holds it`() async throws {
    let isReleased = try await Home().releasesItsProgram()
    #expect(isReleased)
  }

  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `an actor that owns a program is released, and the program's effect and timer are cancelled`(
    hasReceived: Bool
  ) async throws {
    let (ends, continuation) = AsyncStream.makeStream(of: String.self)
    try await Owner.use(hasReceived: hasReceived) { continuation.yield($0) }
    var ended: Set<String> = []
    for await end in ends.prefix(3) { ended.insert(end) }
    #expect(ended == ["actor", "effect", "timer"])
  }
}

/// An actor that owns a program, with an effect and a timer that end only when they are cancelled.
private actor Owner {
  private let onEnd: @Sendable (String) -> Void
  private var program: Program<Performer>?

  /// - Parameter onEnd: Receives `actor`, `effect` and `timer`, each when it has ended.
  init(onEnd: @escaping @Sendable (String) -> Void) { self.onEnd = onEnd }

  deinit { onEnd("actor") }

  /// - Parameter hasReceived: `true` if the program receives a letter before its actor is released.
  static func use(hasReceived: Bool, onEnd: @escaping @Sendable (String) -> Void) async throws {
    try await Owner(onEnd: onEnd).run(hasReceived: hasReceived)
  }

  private func run(hasReceived: Bool) async throws {
    let clock = StoppedClock { [onEnd] in onEnd("timer") }
    let program = try Program(Performer.self, flags: [.init(name: "endless")], time: .clock(clock))
    self.program = program
    let (steps, stepContinuation) = AsyncStream.makeStream(of: Void.self)
    program.log { if case .didUpdate = $0 { stepContinuation.yield() } }
    program.handleCommands(
      .async { [onEnd] _, _ in
        await waitForCancellation()
        onEnd("effect")
      })
    program.dispatch(.follow([.clock(.seconds(3_600))]))
    guard hasReceived else { return }
    program.mailbox.dispatch(.found("a"))
    // The steps of `follow` and `found`.
    var arrived = steps.makeAsyncIterator()
    for _ in 0..<2 { await arrived.next(isolation: self) }
  }
}

/// A clock whose time never passes. A task that sleeps on it wakes only when it is cancelled.
private struct StoppedClock: Clock {
  typealias Instant = ManualClock.Instant

  /// Called when a task has woken.
  let onWake: @Sendable () -> Void

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async {
    await waitForCancellation()
    onWake()
  }
}

private func waitForCancellation() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
  for await _ in stream {}
  // Keeps the continuation until here, because a stream also ends when its continuation is released.
  continuation.finish()
}

/// An isolation domain in which programs are made.
private actor Home {
  /// The entries of a program after tasks outside of this actor have sent messages and all of them have arrived.
  func entries(sentBy senders: Int, each count: Int, inPairs: Bool = false) async throws -> [String] {
    let program = try Program(Diary.self, flags: [])
    let watcher = Watcher(home: self)
    program.setDelegate(watcher)
    let mailbox = program.mailbox
    for sender in 0..<senders {
      Task.detached {
        for index in stride(from: 0, to: count, by: inPairs ? 2 : 1) {
          if inPairs {
            mailbox.dispatch(.write("\(sender).\(index)"), .write("\(sender).\(index + 1)"))
          } else {
            mailbox.dispatch(.write("\(sender).\(index)"))
          }
        }
      }
    }
    for await _ in watcher.views where program.model.entries.count == senders * count { break }
    return program.model.entries
  }

  private weak var lastProgram: Program<Diary>?

  func releasesItsProgram() async throws -> Bool {
    try await useProgram()
    return lastProgram == nil
  }

  private func useProgram() async throws {
    let program = try Program(Diary.self, flags: [])
    lastProgram = program
    let watcher = Watcher(home: self)
    program.setDelegate(watcher)
    program.mailbox.dispatch(.write("a"))
    for await view in watcher.views where view == "a" { break }
  }
}

/// A delegate that yields each view to a stream, and traps outside of its isolation domain.
private final class Watcher: Delegate {
  typealias Module = Diary

  let home: any Actor
  let views: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init(home: any Actor) {
    self.home = home
    (views, continuation) = AsyncStream.makeStream()
  }

  func program(_ program: Program<Diary>, didUpdate view: String) {
    home.preconditionIsolated()
    continuation.yield(view)
  }
  func program(_ program: Program<Diary>, didEmit command: String) { home.preconditionIsolated() }
}

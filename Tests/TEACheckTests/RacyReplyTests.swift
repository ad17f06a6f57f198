import TEARuntime
import Testing

@testable import TEACheck

/// Replies of cancelled effects that arrive late.
@Suite struct RacyReplyTests {
  /// A download that can be cancelled, and replies in one of two ways.
  enum Download: Module {
    enum Message: Hashable { case start, cancel, loaded, failed }
    enum Command: Hashable { case fetch, stop }
    struct Model: Hashable {
      var isStarted = false, isRunning = false, isCancelled = false, isLoaded = false, isFailed = false
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.isRunning = message == .start
      switch message {
      case .start:
        model.isStarted = true
        perform(.fetch)
      case .cancel:
        model.isCancelled = true
        perform(.stop)
      case .loaded: model.isLoaded = true
      case .failed: model.isFailed = true
      }
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { command == .fetch ? .latest(0) : .cancel(0) }
  }

  private func check(@SpecificationBuilder<Download> _ parts: () -> [Declaration<Download>]) -> CheckResult {
    let parts = parts()
    return Specification(of: Download.self) {
      Messages(of: .model) { $0.isStarted ? $0.isRunning ? [.cancel] : [] : [.start] }
      RacyCancellation()
      DeclarationList(declarations: parts)
    }.check().exploration()
  }

  @Test func `of the last replies of a cancelled effect, one arrives`() {
    let result = check {
      Replies { $0 == .fetch ? [.loaded, .failed] : nil }
      Always("one reply") { !$0.isLoaded || !$0.isFailed }
    }
    #expect(result.verdict == .passed && result.coverage == .complete)
    // The start; the running download, and each of its two replies; the cancelled download, and each of its two late replies.
    #expect(result.states == 7)
    #expect(result.transitions == 6)
  }

  @Test func `each interim message of a cancelled effect may arrive before its last reply`() {
    let result = check {
      Replies { $0 == .fetch ? [.loaded] : nil }
      InterimReplies { $0 == .fetch ? [.failed] : [] }
      Always("one message after a cancellation") { !$0.isLoaded || !$0.isFailed || !$0.isCancelled }
    }
    #expect(
      result.counterexample?.steps.map(\.label).suffix(2).sorted() == [
        "late reply: fetch replies failed", "late reply: fetch replies loaded",
      ])
  }

  @Test func `an environment without delays makes a late reply when it arrives`() {
    let result = check {
      Environment(
        false, replies: { _, command in command == .fetch ? [.loaded] : nil },
        replying: { isDelivered, _, _ in isDelivered = true }
      ).atOnce
      Always("what is loaded was delivered", of: .modelAndEnvironment(Bool.self)) { !$0.isLoaded || $1 }
    }
    #expect(result.verdict == .passed && result.coverage == .complete)
    // The start; the running download, and its reply; the cancelled download, and its late reply.
    #expect(result.states == 5)
  }

  /// A server from which the download loads something, until another device has deleted it.
  private struct Server: Hashable {
    var isEmpty = false
    /// The download was cancelled before the deletion.
    var wasCancelledInTime = false
    var hasToldWrong = false
  }

  @Test func `a late reply of an environment without delays is one that is possible when it arrives`() {
    let result = check {
      Environment(
        Server(),
        cancelling: { server, _ in server.wasCancelledInTime = !server.isEmpty },
        replies: { server, command in command == .fetch ? [server.isEmpty ? .failed : .loaded] : nil },
        replying: { server, _, reply in if (reply == .failed) != server.isEmpty { server.hasToldWrong = true } },
        events: { server, _ in server.isEmpty ? [] : [EnvironmentEvent("a device deletes") { $0.isEmpty = true }] }
      ).atOnce
      Always("the server tells what it has", of: .environment(Server.self)) { !$0.hasToldWrong }
      Sometimes("the deletion comes between the cancellation and the reply", of: .modelAndEnvironment(Server.self)) {
        $0.isFailed && $1.wasCancelledInTime
      }
    }
    #expect(result.verdict == .passed && result.coverage == .complete, "\(result)")
  }

  @Test func `an environment with delays has made a late reply before the cancellation`() {
    let result = check {
      Environment(
        0, replies: { _, command in command == .fetch ? [.loaded] : nil },
        replying: { deliveries, _, _ in deliveries += 1 })
      Always("delivered once", of: .modelAndEnvironment(Int.self)) { $0.isLoaded ? $1 == 1 : $1 < 2 }
    }
    #expect(result.verdict == .passed && result.coverage == .complete)
  }

  /// A download from one of two servers, whose replies are listed in different orders.
  enum Servers: Module {
    enum Message: Hashable { case start(isSecond: Bool), cancel, loaded, failed }
    enum Command: Hashable { case fetch, stop }
    enum Model: Hashable { case idle, running(isSecond: Bool), cancelled, late }
    static func start(with flags: Void) -> Model { .idle }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .start(let isSecond):
        model = .running(isSecond: isSecond)
        perform(.fetch)
      case .cancel:
        model = .cancelled
        perform(.stop)
      case .loaded, .failed: model = .late
      }
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { command == .fetch ? .latest(0) : .cancel(0) }
  }

  @Test(arguments: [1, 2])
  func `the order in which possible last replies are listed tells no worlds apart`(workers: Int) {
    let check = Specification(of: Servers.self) {
      Messages(of: .model) { model in
        switch model {
        case .idle: [.start(isSecond: false), .start(isSecond: true)]
        case .running: [.cancel]
        case .cancelled, .late: []
        }
      }
      Replies { (command: Servers.Command, model: Servers.Model) in
        if command == .stop { return nil }
        return model == .running(isSecond: true) ? [.failed, .loaded] : [.loaded, .failed]
      }
      RacyCancellation()
    }.check()
    let result = check.exploration(workers: workers)
    #expect(result.verdict == .passed)
    // The start, two downloads, the world after a reply, and one world for the cancellations of both downloads.
    #expect(result.states == 5)
    #expect(check.exploration(workers: workers) { $0.isCompact = true }.states == result.states)
  }

  @Test func `worlds are equal whatever the order of their possible last replies`() {
    func world(_ messages: [Servers.Message]) -> World<Servers> {
      var state = Surroundings<Servers>.State()
      state.lateMessages = [LateMessage(oneOf: messages, .reply(.fetch, isMade: true))]
      var world = World<Servers>(model: .cancelled)
      world.surroundings = Surroundings(state)
      return world
    }
    #expect(world([.loaded, .failed]) == world([.failed, .loaded]))
    #expect(world([.loaded, .failed]).hashValue == world([.failed, .loaded]).hashValue)
    #expect(world([.loaded, .failed]) != world([.loaded, .loaded]))
    #expect(world([.loaded, .failed]) != world([.loaded]))
  }
}

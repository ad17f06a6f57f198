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
    #expect(result.states == 5)
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
}

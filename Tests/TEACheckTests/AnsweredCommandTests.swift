@testable import TEAResults
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// A replay calls `update` with the command that each message answers.
@Suite struct AnsweredCommandTests {
  enum Asker: Module {
    enum Message: Hashable { case ask, answer }
    enum Command: Hashable { case question }
    /// The number of answers that came to `update` without a command.
    static let unansweredCount = Mutex(0)

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}

    static func update(
      for message: Message, answering command: Command?, model: inout Int, perform: (Command) -> Void
    ) {
      switch message {
      case .ask: perform(.question)
      case .answer:
        if command == nil { unansweredCount.withLock { $0 += 1 } }
        model += 1
      }
    }
  }

  @Test func `a replay calls update with the command that a message answers`() throws {
    let specification = Specification(of: Asker.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answer] }
    }
    let script = Script(start: nil, steps: ["ask", "question replies answer"])
    let replay = try Rules(specification, scope: 3).replay(script)
    #expect(replay.trace.lastWorld.model == 1)
    #expect(Asker.unansweredCount.withLock { $0 } == 0)
  }
}

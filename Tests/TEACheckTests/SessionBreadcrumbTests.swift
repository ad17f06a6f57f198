@testable import TEAResults
@testable import TEASupport
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// A breadcrumb is the position of a thread in a check, from which a trap is reported. A replay of a session also sets
/// breadcrumbs for the steps that it only tries.
@Suite(.serialized) struct SessionBreadcrumbTests {
  /// A call of the user's code in a replay.
  private struct Call: Hashable {
    var part: String
    /// The number of steps to the world of the call, as the breadcrumb says.
    var stepCount: Int
    var model: Int
  }

  /// A program whose command `save` is throttled.
  private enum Saver: Module {
    enum Message: Hashable, Sendable { case save, saved }
    enum Command: Hashable, Sendable { case save(Int) }
    static let calls = Mutex<Set<Call>>([])

    static func note(_ function: String, _ model: Int) {
      guard let breadcrumb = Platform.slotOfThread.map({ BreadcrumbSlot(words: $0).breadcrumb }) else { return }
      let part = breadcrumb.part.map(\.name) ?? "nothing"
      let call = Call(part: "\(function) under \(part)", stepCount: breadcrumb.place, model: model)
      calls.withLock { _ = $0.insert(call) }
    }

    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .save { note("update", model) }
      model += 1
      if message == .save { perform(.save(model)) }
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { .throttle(0, .seconds(1)) }
  }

  private static let specification = Specification(of: Saver.self) {
    Messages(of: .model) { model in
      Saver.note("offer", model)
      return [.save]
    }
    Replies { _ in [.saved] }
  }

  /// A session in which a throttle opens between the second and the third line.
  private func session() throws -> Session {
    var text = ""
    let program = try Program(Saver.self, flags: (), time: .manual)
    _ = SessionRecorder(of: program) { text += $0 }
    var reply: Reply<Saver.Message>?
    program.handleCommands(Handler { reply = $1 })
    program.dispatch(.save)
    reply?.finish(with: .saved)
    program.receive()
    program.advance(by: .seconds(1))
    program.dispatch(.save)
    return try Session(parsing: text)
  }

  @Test func `a step that is tried has the breadcrumbs of the world in which it is tried`() throws {
    let session = try session()
    let rules = try Rules(Self.specification, scope: 3)
    Saver.calls.withLock { $0.removeAll() }
    let replay = try rules.replay(session.script, of: session)
    #expect(replay.violation == nil && replay.trace.steps.count == 4)
    // The third line is tried after two steps, before the throttle opens, and again after three steps.
    let expected: Set = [
      Call(part: "offer under Messages", stepCount: 0, model: 0),
      Call(part: "update under update", stepCount: 0, model: 0),
      Call(part: "offer under Messages", stepCount: 1, model: 1),
      Call(part: "offer under Messages", stepCount: 2, model: 2),
      Call(part: "update under update", stepCount: 2, model: 2),
      Call(part: "offer under Messages", stepCount: 3, model: 2),
      Call(part: "update under update", stepCount: 3, model: 2),
    ]
    #expect(Saver.calls.withLock { $0 } == expected)
  }

  @Test func `a replay stops before a tried step that is known to trap, after the steps that lead there`() throws {
    let session = try session()
    let rules = try Rules(Self.specification, scope: 3)
    for (part, count, steps) in [(TrapPart.update, 3, 4), (.offer, 3, 3), (.update, 2, 3)] {
      let breadcrumb = Breadcrumb(.replay, place: count, number: part.number)
      let site = TrapSite(phase: 0, breadcrumb: breadcrumb, cause: .stack, part: part)
      Saver.calls.withLock { $0.removeAll() }
      let replay = try rules.replay(session.script, of: session, upTo: [site])
      #expect(replay.violation?.trap == .stack)
      #expect(replay.trace.count == steps)
      let calls = Saver.calls.withLock { $0 }
      #expect(!calls.contains { $0.stepCount == count && $0.part.hasSuffix("under \(part.name)") }, "\(calls)")
    }
  }

  @Test func `the steps that lead to a trap include those that are tried before a line`() throws {
    let watch = ReplayWatch(try Rules(Self.specification, scope: 3), Script(steps: ["a", "b"]), [])
    defer { watch.phase.end() }
    let steps = { (count: Int) in
      watch.phase.scriptToTrap?(Breadcrumb(.replay, place: count, number: TrapPart.update.number))
    }
    watch.noteInserted("x", after: 0)
    watch.noteTried(["y", "z"], after: 2)
    #expect(steps(4) == ["x", "a", "y", "z", "b"])
    watch.noteTried([], after: 2)
    #expect(steps(2) == ["x", "a", "b"])
  }
}

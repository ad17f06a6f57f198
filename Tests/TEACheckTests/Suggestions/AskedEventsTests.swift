import Synchronization
import Testing

@testable import TEACheck

/// Suggestions ask an environment for its events once for all worlds with the same surroundings, and not for each world.
@Suite(.serialized) struct AskedEventsTests {
  private enum Counter: Module {
    enum Message: Hashable { case next }
    struct Model: Hashable { var number = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.number += 1 }
  }

  private static let calls = Atomic(0)

  private static let check = Specification(of: Counter.self) {
    Messages(of: .model) { $0.number < 300 ? [.next] : [] }
    Environment(
      0,
      events: { number, _ in
        calls.add(1, ordering: .relaxed)
        return number == 0 ? [EnvironmentEvent("switches") { $0 = 1 }] : []
      })
  }.check()

  private func calls(_ engine: CheckSettings.Engine) -> Int {
    Self.calls.store(0, ordering: .relaxed)
    var settings = CheckSettings()
    settings.engine = engine
    #expect(Self.check.outcome(settings, onProgress: { _ in }).result.states == 602)
    return Self.calls.load(ordering: .relaxed)
  }

  @Test func `suggestions ask for the events of each surroundings once`() {
    // To ask anew in each of the 602 worlds would take 602 calls more than an exploration.
    #expect(calls(.suggest) < calls(.explore) + 100)
  }
}

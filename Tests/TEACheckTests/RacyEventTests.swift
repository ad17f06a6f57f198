import TEARuntime
import Testing

@testable import TEACheck

/// Messages of an environment for a subscription, which arrive after its end.
@Suite struct RacyEventTests {
  /// A map that follows a phone while it is open.
  enum Map: Module {
    enum Message: Hashable { case close, moved(Int) }
    enum Subscription: Hashable { case heading, location }
    struct Model: Hashable { var isOpen = true, place = 0, hasMovedWhileClosed = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .close: model.isOpen = false
      case .moved(let place):
        model.place = place
        model.hasMovedWhileClosed = !model.isOpen
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { model.isOpen ? [.heading, .location] : [] }
  }

  private func check(@SpecificationBuilder<Map> _ parts: () -> [Declaration<Map>]) -> Check {
    let parts = parts()
    return Specification(of: Map.self) {
      Messages(of: .model) { $0.isOpen ? [.close] : [] }
      Environment(
        0,
        events: { place, live in
          live.contains(.location) && place < 2
            ? [EnvironmentEvent("moves", sends: .moved(place + 1)) { $0 += 1 }] : []
        })
      RacyCancellation()
      DeclarationList(declarations: parts)
    }.check()
  }

  /// With stale views, a search takes its steps in values.
  @Test(arguments: [false, true])
  func `a message of the environment for an ended subscription may still arrive`(inValues: Bool) throws {
    let check = check {
      if inValues { StaleViews() }
      Always("a closed map stays where it is") { !$0.hasMovedWhileClosed }
    }
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.result.verdict == .violated)
    #expect(outcome.result.finding?.hasPrefix("only through racy cancellation · ") == true)
    #expect(outcome.script?.steps == ["close", "late signal: location sends moved(1)"])
    let again = check.replayRecording(.script(try #require(outcome.script), property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
  }

  @Test(arguments: [false, true]) func `a late message of the environment changes it as its event does`(inValues: Bool)
  {
    let result = check {
      if inValues { StaleViews() }
      Always("the map shows where the phone is", of: .modelAndEnvironment(Int.self)) { $0.place == $1 }
    }.exploration()
    #expect(result.verdict == .passed && result.coverage == .complete)
    // With stale views, a late tap on close is possible too.
    if !inValues { #expect(result.states == 8) }
  }
}

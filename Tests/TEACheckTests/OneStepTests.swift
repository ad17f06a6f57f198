import Testing

@testable import TEACheck

/// A wait of any length counts as one step, and so does a reply that several declarations list.
@Suite struct OneStepTests {
  @Test func `a wait is one step of a shortest counterexample, however long it is`() {
    let result = Kitchen.specification.check().exploration()
    #expect(result.counterexample?.steps.count == 3)
    #expect(result.finding?.contains("3 steps · shortest · ") == true)
  }

  @Test func `a reply that several declarations list is one step`() {
    let oneDeclaration = Specification(of: Question.self) {
      Replies { _ in [.yes, .no] }
    }.check().exploration()
    let severalDeclarations = Specification(of: Question.self) {
      Replies { _ in [.yes] }
      Failures { _ in [.no] }
      Replies { _ in [.yes, .no] }
    }.check().exploration()
    let withEnvironment = Specification(of: Question.self) {
      Replies { _ in [.yes, .no] }
      Environment(0, replies: { _, _ in [.no] }).atOnce
    }.check().exploration()
    #expect(oneDeclaration.isComplete && oneDeclaration.transitions > 0)
    #expect(severalDeclarations.transitions == oneDeclaration.transitions)
    #expect(withEnvironment.transitions == oneDeclaration.transitions)
  }
}

/// An alarm rings ten seconds after cooking begins. The clock, which ticks until cooking begins, makes the unit of waits a
/// second, so the ten seconds could be ten steps.
private enum Kitchen: Module {
  enum Message: Hashable { case begin, press, tick, ring }
  enum Subscription: Hashable { case clock, alarm }

  struct Model: Hashable {
    var hasBegun = false
    var presses = 0
    var hasRung = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .begin: model.hasBegun = true
    case .press: model.presses += 1
    case .tick: break
    case .ring: model.hasRung = true
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.hasBegun ? [.alarm] : [.clock] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    subscription == .clock ? .every(.seconds(1), .tick) : .after(.seconds(10), .ring)
  }

  static var specification: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0.hasBegun ? [.press] : [.begin] }
      Always("neither pressed three times nor rung") { $0.presses < 3 && !$0.hasRung }
    }
  }
}

/// Asks a question if the first message is `ask`, and remembers the first two messages.
private enum Question: Module {
  enum Message: Hashable { case ask, yes, no }
  enum Command: Hashable { case ask }
  static func start(with flags: Void) -> [Message] { [] }
  static func update(for message: Message, model: inout [Message], perform: (Command) -> Void) {
    if model.count < 2 { model.append(message) }
    if model == [.ask] { perform(.ask) }
  }
}

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

  /// `StaleViews` makes a search compute with values, and not with the numbers that otherwise stand for them.
  @Test(arguments: [false, true])
  func `a message of the environment for an ended subscription may still arrive`(inValues: Bool) throws {
    let check = check {
      if inValues { StaleViews() }
      Always("a closed map stays where it is") { !$0.hasMovedWhileClosed }
    }
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.result.verdict == .violated)
    #expect(outcome.result.finding?.hasPrefix("only through racy cancellation · ") == true)
    #expect(outcome.script?.steps == ["close", "late signal: location sends moved(1) (moves)"])
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

  /// A customer who waits until a number is called.
  enum Customer: Module {
    enum Message: Hashable { case called }
    enum Subscription: Hashable { case display }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
    static func subscriptions(for model: Int) -> [Subscription] { model == 0 ? [.display] : [] }
  }

  @Test func `an event whose message ends its subscription does not send the message again`() {
    let result = Specification(of: Customer.self) {
      Messages(of: .model) { _ in [] }
      Environment(
        0,
        events: { calls, live in
          live.isEmpty || calls > 0 ? [] : [EnvironmentEvent("the number is called", sends: .called) { $0 += 1 }]
        })
      RacyCancellation()
      Always("called once") { $0 < 2 }
    }.check().exploration()
    #expect(result.verdict == .passed && result.states == 2, "\(result)")
  }

  /// A reader whose stream begins anew for each page.
  enum Reader: Module {
    enum Message: Hashable { case turn, moved(Int) }
    enum Subscription: Hashable { case stream(page: Int) }
    struct Model: Hashable { var page = 0, place = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turn: model.page = 1
      case .moved(let place): model.place = place
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { [.stream(page: model.page)] }
  }

  @Test func `a late message changes the environment also where another subscription has the same event`() {
    let result = Specification(of: Reader.self) {
      Messages(of: .model) { $0.page == 0 ? [.turn] : [] }
      Environment(
        0,
        events: { place, live in
          live.isEmpty || place > 0 ? [] : [EnvironmentEvent("moves", sends: .moved(place + 1)) { $0 += 1 }]
        })
      RacyCancellation()
      Always("the reader is where the stream is", of: .modelAndEnvironment(Int.self)) { $0.place == $1 }
    }.check().exploration()
    #expect(result.verdict == .passed && result.coverage == .complete, "\(result)")
  }

  /// A watch whose battery and clock send the same message.
  enum Watch: Module {
    enum Message: Hashable { case stop, changed }
    enum Subscription: Hashable { case battery, clock }
    struct Model: Hashable { var isOn = true, hasChangedLate = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .stop: model.isOn = false
      case .changed: if !model.isOn { model.hasChangedLate = true }
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { model.isOn ? [.battery, .clock] : [.clock] }
  }

  private typealias WatchEvent = EnvironmentEvent<Int, Watch.Message>

  private func watch(
    _ events: @escaping @Sendable (Int, [Watch.Subscription]) -> [EnvironmentEvent<Int, Watch.Message>],
    @SpecificationBuilder<Watch> requiring parts: () -> [Declaration<Watch>]
  ) -> Check {
    let parts = parts()
    return Specification(of: Watch.self) {
      Messages(of: .model) { $0.isOn ? [.stop] : [] }
      Environment(0, events: events)
      RacyCancellation()
      DeclarationList(declarations: parts)
    }.check()
  }

  /// The clock has the second event where `isOfClock` is `true`.
  @Test(arguments: [false, true], [false, true])
  func `events that send one message arrive late as different messages`(isOfClock: Bool, inValues: Bool) throws {
    let check = watch { state, live in
      guard state == 0 else { return [] }
      let first = WatchEvent("unplugged", sends: .changed) { $0 = 1 }
      let second = WatchEvent("full", sends: .changed) { $0 = 2 }
      return (live.contains(isOfClock ? .clock : .battery) ? [first] : []) + (live.contains(.battery) ? [second] : [])
    } requiring: {
      if inValues { StaleViews() }
      Always("a stopped watch does not learn that it is full", of: .modelAndEnvironment(Int.self)) {
        !($0.hasChangedLate && $1 == 2)
      }
    }
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.result.verdict == .violated)
    #expect(outcome.script?.steps == ["stop", "late signal: battery sends changed (full)"])
    let again = check.replayRecording(.script(try #require(outcome.script), property: nil), CheckSettings())
    #expect(again.result.verdict == .violated)
  }

  @Test(arguments: [false, true])
  func `a declared message of a subscription arrives late without the event that sends the same`(inValues: Bool) {
    let check = watch { state, live in
      state == 0 && live.contains(.battery) ? [WatchEvent("full", sends: .changed) { $0 = 2 }] : []
    } requiring: {
      if inValues { StaleViews() }
      Subscriptions { $0 == .battery ? [.changed] : [] }
      Always("nothing changes late without an event", of: .modelAndEnvironment(Int.self)) {
        !($0.hasChangedLate && $1 == 0)
      }
    }
    let outcome = check.outcome(CheckSettings(), onProgress: { _ in })
    #expect(outcome.script?.steps == ["stop", "late signal: battery sends changed"])
  }

  @Test(arguments: [false, true])
  func `the message of an event that can no longer happen does not arrive`(inValues: Bool) {
    let result = watch { state, live in
      guard state == 0 else { return [] }
      let event = WatchEvent("unplugged", sends: .changed) { $0 = 1 }
      return [WatchEvent("reset") { $0 = 5 }] + (live.contains(.battery) ? [event] : [])
    } requiring: {
      if inValues { StaleViews() }
      Always("nothing changes after the reset", of: .modelAndEnvironment(Int.self)) {
        !($0.hasChangedLate && $1 == 5)
      }
    }.exploration()
    #expect(result.verdict == .passed && result.coverage == .complete, "\(result)")
  }
}

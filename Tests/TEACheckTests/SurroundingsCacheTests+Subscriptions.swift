import TEARuntime
import Testing

@testable import TEACheck

extension SurroundingsCacheTests {
  @Test func `what a subscription sends may depend on the model`() throws {
    let specification = Specification(of: Radio.self) {
      Messages(of: .model) { _ in [.toggle] }
      Subscriptions { _, model in model.number < 3 ? [.heard(model.number + 1)] : [] }
    }
    let racy = Specification(of: Radio.self) {
      specification
      RacyCancellation()
    }
    let expectedOfRacy = try search(racy, .none)
    #expect(expectedOfRacy[0] > 8)
    for (room, workers) in [(Room.none, 1), (.plenty, 1), (.little, 1), (.plenty, 2)] {
      // Each number from 0 to 3 is met with the radio on and off, and the next number is heard while it is on.
      #expect(try search(specification, room, workers: workers) == [8, 8 + 3, 4])
      #expect(try search(racy, room, workers: workers) == expectedOfRacy, "\(room)")
    }
  }
}

/// A radio that is switched on and off, and hears numbers while it is on.
private enum Radio: Module {
  enum Message: Hashable { case toggle, heard(Int) }
  enum Subscription: Hashable { case station }
  struct Model: Hashable { var isOn = true, number = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .toggle: model.isOn.toggle()
    case .heard(let number): model.number = number
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isOn ? [.station] : [] }
}

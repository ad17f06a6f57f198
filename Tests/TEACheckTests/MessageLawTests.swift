import Foundation
import Testing

@testable import TEACheck

/// Laws about chosen messages and about models, each once kept and once broken.
@Suite struct MessageLawTests {
  @Test func `laws that are kept hold in every world`() throws {
    let result = try Specification(of: Volume.self) {
      Idempotent(.mute, .set(2))
      Commute(.mute, .unlock)
      Inverse(of: .unlock, .lock, when: \.isLocked)
      RoundTrip { try JSONDecoder().decode(Volume.Model.self, from: JSONEncoder().encode($0)) }
      Messages(of: .model) { _ in [.up, .down, .unlock] }
    }.check().run()
    #expect(result.isComplete)
  }

  @Test func `laws hold of messages whose payload is one tuple`() throws {
    enum Range: Module {
      enum Message: Hashable {
        case set((low: Int, high: Int)), swap

        static func == (one: Message, other: Message) -> Bool {
          switch (one, other) {
          case (.set(let one), .set(let other)): one == other
          case (.swap, .swap): true
          default: false
          }
        }

        func hash(into hasher: inout Hasher) {
          if case .set(let bounds) = self { hasher.combine(bounds.low) }
        }
      }
      struct Model: Hashable { var low = 0, high = 0 }
      static func start(with flags: Void) -> Model { Model() }
      static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .set(let bounds): (model.low, model.high) = bounds
        case .swap: (model.low, model.high) = (model.high, model.low)
        }
      }
    }
    let result = try Specification(of: Range.self) {
      Idempotent(.set((low: 1, high: 2)))
      Idempotent(.set((low: 1, high: 2)), .set((low: 2, high: 2)))
      Commute(.set((low: 2, high: 2)), .swap)
      Inverse(of: .swap, .set((low: 1, high: 1))) { $0.low == 1 && $0.high == 1 }
      Messages(of: .model) { _ in [.swap, .set((low: 1, high: 2))] }
    }.check().run()
    #expect(result.isComplete && result.states == 3)
  }

  @Test func `a message that counts twice is not idempotent`() {
    #expect(
      violation { Idempotent(.up) } == [
        "up is idempotent", "after up, up instead of up: level: 1 → 2", "",
      ])
  }

  @Test func `messages that depend on each other do not commute`() {
    #expect(
      violation { Commute(.set(2), .up) } == [
        "set(2) and up commute", "after up, set(2) instead of set(2), up: level: 3 → 2", "",
      ])
  }

  @Test func `a message at the limit is not taken back by its inverse`() {
    #expect(
      violation { Inverse(of: .up, .down) } == [
        "down takes back up", "after up, down instead of nothing: level: 3 → 2", "up, up, up",
      ])
  }

  @Test func `a field that a round trip changes is found`() {
    let found = violation {
      RoundTrip { model in
        var model = model
        model.isLocked = true
        return model
      }
    }
    #expect(found == ["the model survives its round trip", "it comes back with isLocked: false → true", "unlock"])
  }

  @Test func `a message whose update throws is idempotent`() throws {
    let result = try Specification(of: Volume.self) {
      Idempotent(.jam)
      Messages(of: .model) { _ in [.up] }
    }.check().run()
    #expect(result.isComplete)
  }

  /// The name of the violated property, the detail, and the messages of the counterexample.
  private func violation(@SpecificationBuilder<Volume> _ law: () -> [Declaration<Volume>]) -> [String] {
    let declarations = law()
    let result = Specification(of: Volume.self) {
      DeclarationList(declarations: declarations)
      Messages(of: .model) { _ in [.up, .down, .unlock] }
    }.check().outcome(CheckSettings(), onProgress: { _ in }).result
    let counterexample = result.counterexample
    return [
      counterexample?.property ?? "", counterexample?.detail ?? "",
      counterexample?.steps.map(\.message).joined(separator: ", ") ?? "none",
    ]
  }
}

/// A volume from 0 to 3 with a lock.
private enum Volume: Module {
  enum Message: Hashable { case up, down, mute, set(Int), lock, unlock, jam }

  struct Model: Hashable, Codable {
    var level = 0
    var isLocked = true
  }

  enum Failure: Error { case jammed }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .up: model.level = min(3, model.level + 1)
    case .down: model.level = max(0, model.level - 1)
    case .mute: model.level = 0
    case .set(let level): model.level = level
    case .lock: model.isLocked = true
    case .unlock: model.isLocked = false
    case .jam: throw Failure.jammed
    }
  }
}

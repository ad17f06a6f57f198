import TEASupport
import Testing

@testable import TEACheck

/// Random values that equal earlier ones: two independent texts of some length never do.
@Suite struct RepeatedValueTests {
  /// A form whose button is enabled by the password of the last change but one.
  enum Enrolment: Module {
    enum Message { case email(String), password(String), confirmation(String) }
    struct Model: Hashable {
      var email = ""
      var password = ""
      var confirmation = ""
      var isValid = false
      var isComplete: Bool { email.contains("@") && password.count >= 8 && password == confirmation }
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .email(let text): model.email = text
      case .password(let text): return model.password = text
      case .confirmation(let text): model.confirmation = text
      }
      model.isValid = model.isComplete
    }
  }

  /// Items with identifiers that the outside world makes.
  enum Basket: Module {
    struct Item: Hashable {
      var name: String
      var price: UInt64
    }
    enum Message { case add(Item), remove(Item?) }
    struct Model: Hashable {
      var items: [Item] = []
      var count = 0
    }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let item):
        if item.name.count > 4 { model.items.append(item) }
        model.count = model.items.count
      case .remove(let item): model.items.removeAll { $0 == item }
      }
    }
  }

  private func messages<M>(_ specification: Specification<M>, seed: UInt64) -> [String]? {
    var settings = CheckSettings()
    settings.seed = seed
    return specification.check().outcome(settings, onProgress: { _ in }).result.counterexample?.steps.map(\.message)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `a rule on two equal texts is broken by random runs`(_ seed: UInt64) {
    let specification = Specification(of: Enrolment.self) {
      Always("enabled exactly if complete") { $0.isValid == $0.isComplete }
    }
    #expect(
      messages(specification, seed: seed)
        == ["email(\"@\")", "confirmation(\"aaaaaaaa\")", "password(\"aaaaaaaa\")"])
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `a removal names an element that was added`(_ seed: UInt64) {
    let specification = Specification(of: Basket.self) { Always("counted") { $0.count == $0.items.count } }
    let item = "Item(name: \"aaaaa\", price: 0)"
    #expect(messages(specification, seed: seed) == ["add(\(item))", "remove(\(item))"])
  }
}

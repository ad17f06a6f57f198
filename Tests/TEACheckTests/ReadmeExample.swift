import TEACheck
import Testing

enum Till: Module {
  enum Message { case increment, decrement }
  struct Model: Hashable { var count = 0 }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.count += message == .increment ? 1 : -1
  }
}

func checkTill() throws {
  try check(Till.self) { Always("never below zero") { $0.count >= 0 } }
}

import ElmStyle

struct CounterModule: Elm.Module {

  struct Flags {}

  enum Message {
    case increment
    case decrement
  }

  struct Model {
    var count: Int
  }

  struct View {
    let count: String
  }

  enum Command {}
  enum Failure {}

  static func start(with flags: Flags) throws -> Model {
    return Model(count: 0)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .increment: model.count += 1
    case .decrement: model.count -= 1
    }
  }

  static func view(for model: Model) throws -> View {
    let count = String(model.count)
    return View(count: count)
  }

}

import TEACheck

/// Screens on top of each other, wrong on purpose: back fails on the lowest screen.
enum Stack: Module {
  enum Screen { case album, song }

  enum Message: Hashable {
    case open(Screen)
    case back
  }

  struct Model: Hashable { var path: [Screen] = [] }

  struct View {
    var title: String
    var buttons: [Message]
  }

  struct Failure: Error {}

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .open(let screen): model.path.append(screen)
    case .back: if model.path.popLast() == nil { throw Failure() }
    }
  }

  static func view(for model: Model) -> View {
    switch model.path.last {
    case nil: View(title: "Albums", buttons: [.open(.album)])
    case .album: View(title: "Album", buttons: [.back, .open(.song)])
    case .song: View(title: "Song", buttons: [.back])
    }
  }
}

/// The same screens, where back does nothing on the lowest screen.
enum FixedStack: Module {
  typealias Message = Stack.Message
  typealias Model = Stack.Model
  typealias View = Stack.View
  typealias Failure = Stack.Failure

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    if message == .back, model.path.isEmpty { return }
    try Stack.update(for: message, model: &model, perform: perform)
  }

  static func view(for model: Model) -> View { Stack.view(for: model) }
}

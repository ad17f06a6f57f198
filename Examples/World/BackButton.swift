import TEACheck

/// Screens on a stack, wrong on purpose: back fails on the lowest screen.
enum BackButton: Module {
  struct View: Hashable {
    var title: String
    var canOpen: Bool
    var canGoBack: Bool
  }

  struct Model: Hashable {
    var screens = ["home"]
  }

  enum Message: Hashable { case open, back }

  struct Failure: Error, Hashable {}

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .open: model.screens.append("screen \(model.screens.count)")
    case .back:
      guard model.screens.count > 1 else { throw Failure() }
      model.screens.removeLast()
    }
  }

  static func view(for model: Model) -> View {
    View(title: model.screens.last ?? "", canOpen: model.screens.count < 3, canGoBack: model.screens.count > 1)
  }
}

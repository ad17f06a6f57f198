import TEACheck

/// A screen that opens and loads a second screen, wrong on purpose: a load also fills a screen that was closed meanwhile.
enum NavigateAndLoad: Module {
  enum Message {
    case open
    case back
    case loaded
    case increment
  }

  struct Model: Hashable {
    /// `true` while the second screen is open.
    var isOpen = false
    /// The contents of the second screen; `nil` until they are loaded.
    var counter: Int?
  }

  enum Command: Hashable { case load }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open:
      model.isOpen = true
      if model.counter == nil { perform(.load) }
    case .back: model = Model()
    case .loaded: model.counter = 0
    case .increment: model.counter? += 1
    }
  }
}

/// The same screens, where a reply to a load is ignored while the second screen is closed.
enum FixedNavigateAndLoad: Module {
  typealias Message = NavigateAndLoad.Message
  typealias Model = NavigateAndLoad.Model
  typealias Command = NavigateAndLoad.Command

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if case .loaded = message, !model.isOpen { return }
    NavigateAndLoad.update(for: message, model: &model, perform: perform)
  }
}

import TEACheck

/// A stack of screens, some of which hold the screen below them.
enum Screens: Module {
  enum Screen: Hashable {
    case list
    case detail(name: String, stars: Int)
    indirect case sheet(over: Screen, draft: String)
    indirect case alert(Screen?, isUrgent: Bool)
  }

  struct Model: Hashable { var starLimit: Int, screen = Screen.list, stars = 0 }
  enum Message { case open(String), star, sheet, type(String), alert, clear, close }

  static func start(with starLimit: Int) -> Model { Model(starLimit: starLimit) }

  static func offers(_ model: Model) -> [Message] {
    switch model.screen {
    case .list: [.open("Tea"), .open("A name that is longer than fifteen bytes"), .star, .alert]
    case .detail: [.star, .sheet, .alert, .close]
    case .sheet(_, let draft):
      [.type("x"), .type("A draft that is longer than fifteen bytes"), .close] + (draft == "x" ? [.alert] : [])
    case .alert: [.clear, .close]
    }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch (message, model.screen) {
    case (.open(let name), _): model.screen = .detail(name: name, stars: model.stars)
    case (.star, .detail(let name, let stars)): model.screen = .detail(name: name, stars: (stars + 1) % model.starLimit)
    case (.star, _): model.stars = (model.stars + 1) % model.starLimit
    case (.sheet, let screen): model.screen = .sheet(over: screen, draft: "")
    case (.type(let draft), .sheet(let screen, _)): model.screen = .sheet(over: screen, draft: draft)
    case (.alert, let screen): model.screen = .alert(screen, isUrgent: model.stars > 1)
    case (.clear, .alert(_, let isUrgent)): model.screen = .alert(nil, isUrgent: isUrgent)
    case (.close, .sheet(let screen, _)), (.close, .alert(let screen?, _)): model.screen = screen
    default: model.screen = .list
    }
  }

  /// - Parameter starLimit: The stars go from 0 to one below this number, and then begin again.
  static func specification(_ starLimit: Int) -> Specification<Screens> {
    Specification(of: Screens.self) {
      Start(with: [starLimit])
      Messages(of: .model) { offers($0) }
      Always("fewer stars than the limit") { model in model.stars < model.starLimit }
    }
  }
}

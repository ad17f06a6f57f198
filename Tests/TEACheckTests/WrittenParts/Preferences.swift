import TEACheck

/// Preferences by their names, each of a type of its own, as they come from a file.
enum Preferences: Module {
  enum Theme { case light, dark }

  struct Model: Hashable {
    var values: [String: AnyHashable] = [:]
    var isOpen = false
    /// The number of font sizes.
    let sizes: Int
  }

  enum Message { case set(String, AnyHashable), reset(String), toggleWindow }

  static func start(with sizes: Int) -> Model { Model(sizes: sizes) }

  static func offers(_ model: Model) -> [Message] {
    guard model.isOpen else { return [.toggleWindow] }
    let languages = ["en", "de", "a language without a code of its own"]
    return [.toggleWindow, .set("theme", Theme.light), .set("theme", Theme.dark)]
      + (0..<model.sizes).map { .set("size of the editor's font", 10 + $0) }
      + languages.map { .set("language", $0) } + [true, false].map { .set("sounds", $0) }
      + [0.5, 0.75, 1].map { .set("opacity of the side bar", $0) } + model.values.keys.map { .reset($0) }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .set(let name, let value): model.values[name] = value
    case .reset(let name): model.values[name] = nil
    case .toggleWindow: model.isOpen.toggle()
    }
  }

  static func specification(_ sizes: Int) -> Specification<Preferences> {
    Specification(of: Preferences.self) {
      Start(with: [sizes])
      Messages(of: .model) { offers($0) }
      Always("no name that nobody has set") { $0.values.count <= 5 }
    }
  }
}

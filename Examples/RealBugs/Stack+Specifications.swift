import TEACheck

/// An app whose screen still takes taps on the buttons of its previous view.
enum SlowScreen<App: Module>: Module
where
  App.Flags == Void, App.Message == Stack.Message, App.Model == Stack.Model, App.View == Stack.View,
  App.Failure == Stack.Failure
{
  typealias Failure = App.Failure

  struct Model: Hashable {
    var app: Stack.Model
    /// The buttons that were shown before the last tap.
    var buttonsBefore: [Stack.Message] = []
  }

  enum Message: Hashable { case tap(Stack.Message) }

  static func start(with flags: Void) throws -> Model { Model(app: try App.start(with: ())) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    let buttons = try App.view(for: model.app).buttons
    switch message {
    case .tap(let message): try App.update(for: message, model: &model.app, perform: { _ in })
    }
    model.buttonsBefore = buttons
  }

  /// The person taps buttons that are shown or were shown before the last tap, and opens at most four screens above the lowest.
  static var tapping: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        let buttons = try App.view(for: model.app).buttons
        let allButtons = buttons + model.buttonsBefore.filter { !buttons.contains($0) }
        return allButtons.filter { $0 == .back || model.app.path.count < 4 }.map { .tap($0) }
      }
      Laws(.updateNeverFails)
      Step("back leaves the upper screen") { step in
        step.message != .tap(.back) || step.after.app.path == step.before.app.path.dropLast()
      }
    }
  }
}

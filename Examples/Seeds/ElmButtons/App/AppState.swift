public import ElmButtonStyle

public struct AppState {

  // MODEL
  public var value: Int

  // UPDATE
  public enum Message {
    case increment
    case decrement
    case save
    case load
    case loaded(Int)
  }

  public mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .increment:
      value = value + 1
      return []
    case .decrement:
      value = value - 1
      return []
    case .save:
      return [.save(value: value)]
    case .load:
      return [.load(available: { .loaded($0) })]
    case .loaded(let value):
      self.value = value
      return []
    }
  }

  // SUBSCRIPTIONS
  public var subscriptions: [Subscription<Message>] {
    return [
      .notification(
        name: UIApplication.didBecomeActiveNotification,
        { notification -> Message in
          return .load
        })
    ]
  }

  // VIEW
  public var viewController: ViewController<Message> {
    return ._viewController(
      .stackView(
        views: [
          .button(text: "-", onTap: .decrement),
          .label(text: "\(value)"),
          .button(text: "+", onTap: .increment),
          .button(text: "save", onTap: .save),
          .button(text: "load", onTap: .load),
        ],
        axis: .vertical,
        distriburtion: .fillEqually
      )
    )
  }
}

// The runtime and the checks also need these conformances and a public initializer.
extension AppState: Application {
  public init() { value = 0 }
}
extension AppState: Hashable {}
extension AppState.Message: Hashable, Sendable {}

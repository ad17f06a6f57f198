public import TEARuntime

/// An application and its screen as one module: an alert hides the view until the alert is answered.
///
/// An alert that the application asks for by a command becomes part of the screen's model. So the answers of a person
/// are messages like others, and a check finds these messages in the view.
public enum ScreenModule<State: Application>: Module {
  public typealias Model = Screen<State>
  public typealias Message = ScreenEvent<State.Message>
  public typealias Command = ElmButtonStyle.Command<State.Message>

  public static func start(with state: State, perform: (Command) -> Void) -> Screen<State> {
    var alerts: [Alert<State.Message>] = []
    let firstState = ApplicationModule<State>.start(with: state) { route($0, into: &alerts, perform) }
    return Screen(state: firstState, alerts: alerts)
  }

  public static func update(for event: Message, model: inout Screen<State>, perform: (Command) -> Void) {
    switch event {
    case .application(let event): updateApplication(for: event, &model, perform)
    case .typed(let text): if !model.alerts.isEmpty { model.alerts[0].text = text }
    case .accepted(let text): answer(text, &model, perform)
    case .cancelled: answer(nil, &model, perform)
    }
  }

  /// The text is `nil` if the person cancels.
  private static func answer(_ text: String?, _ model: inout Screen<State>, _ perform: (Command) -> Void) {
    guard !model.alerts.isEmpty else { return }
    let alert = model.alerts.removeFirst()
    guard let message = alert.message(for: text) else { return }
    updateApplication(for: .message(message), &model, perform)
  }

  private static func updateApplication(
    for event: ApplicationEvent<State.Message>, _ model: inout Screen<State>, _ perform: (Command) -> Void
  ) {
    var alerts: [Alert<State.Message>] = []
    ApplicationModule<State>.update(for: event, model: &model.state) { route($0, into: &alerts, perform) }
    model.alerts += alerts
  }

  private static func route(
    _ command: Command, into alerts: inout [Alert<State.Message>], _ perform: (Command) -> Void
  ) {
    if let alert = Alert(command) { alerts.append(alert) } else { perform(command) }
  }

  public static func subscriptions(for model: Screen<State>) -> [NotificationName] {
    ApplicationModule.subscriptions(for: model.state)
  }

  public static func view(for model: Screen<State>) -> ViewTree<Message> {
    model.alerts.first?.tree() ?? ApplicationModule.view(for: model.state).map { .application($0) }
  }
}

/// An application and the alerts that wait for an answer.
public struct Screen<State: Application> {
  /// The application.
  public var state: State
  /// The alerts that wait for an answer, in order; the first one is shown.
  public internal(set) var alerts: [Alert<State.Message>]
}

extension Screen: Equatable where State: Equatable, State.Message: Equatable {
  public static func == (one: Screen, other: Screen) -> Bool { one.state == other.state && one.alerts == other.alerts }
}

extension Screen: Hashable where State: Hashable, State.Message: Equatable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(alerts.count)
  }
}

/// An event of an application's screen.
public enum ScreenEvent<Message> {
  /// An event of the application.
  case application(ApplicationEvent<Message>)
  /// The text of the alert that is shown has changed.
  case typed(String)
  /// The alert that is shown was accepted, with the text of its field; empty for an alert without a field.
  case accepted(String)
  /// The alert that is shown was cancelled.
  case cancelled
}

extension ScreenEvent: Equatable where Message: Equatable {}
extension ScreenEvent: Hashable where Message: Hashable {}
extension ScreenEvent: Sendable where Message: Sendable {}

extension ScreenEvent: TextMessage {
  public func carrying(_ text: String) -> ScreenEvent {
    switch self {
    case .application(let event): .application(event.carrying(text))
    case .typed: .typed(text)
    case .accepted: .accepted(text)
    case .cancelled: self
    }
  }
}

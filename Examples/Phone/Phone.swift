package import TEACheck

/// A notification of the phone, for the apps that subscribe to it.
package enum Notification: Sendable {
  case didBecomeActive
  case willResignActive
}

/// An app with buttons that can run on the simulated phone.
package protocol PhoneApp: Module
where
  Flags == Void, Model: Hashable, Message: Hashable, Command: Hashable, Subscription == Notification
{
  static var increment: Message { get }
  static var load: Message { get }
  /// The value that the app shows.
  static func value(of model: Model) -> Int
  /// The message that a notification becomes.
  static func message(on notification: Notification) -> Message

  /// The value that a command writes to the store; `nil` if the command does not write.
  static func written(by command: Command) -> Int?

  /// The message that answers a command with the stored value; `nil` if the command does not read.
  static func reply(to command: Command, stored: Int) -> Message?
}

/// A message or a command, marked by its cause: a tap or a notification.
package enum Caused<Value: Hashable>: Hashable {
  case tapped(Value)
  case notified(Value)

  /// Another value with the same cause.
  package func replacing<Other>(with other: Other) -> Caused<Other> {
    switch self {
    case .tapped: .tapped(other)
    case .notified: .notified(other)
    }
  }

  package var value: Value {
    switch self {
    case .tapped(let value), .notified(let value): value
    }
  }
}

/// An app on a phone, with its queue of events, its store, and its way to the background and back.
///
/// The app's own functions run unchanged; the phone is a module around them, so the checker explores all
/// that can happen to the app.
package enum Phone<App: PhoneApp>: Module {
  package struct Flags {
    /// The maximum number of taps.
    package var taps: Int
    /// The maximum number of times that the app goes to the background.
    package var backgroundings: Int
  }

  package struct Model: Hashable {
    package var app: App.Model
    /// The events that wait for the app.
    package var queue: [Caused<App.Message>] = []
    /// The value in the store.
    package var stored = 0
    package var isActive = true
    /// The value that the person expects: the stored value at the last load by hand, or 0 before any. Each tap on + that
    /// waited in the queue at that load, or came later, adds one.
    package var expected = 0
    package var tapsLeft: Int
    package var backgroundingsLeft: Int
  }

  package enum Message {
    /// The person taps the button of a message.
    case tap(App.Message)
    /// The app goes to the background.
    case resign
    /// The app comes back to the foreground.
    case becomeActive
    /// The app takes the next event from its queue.
    case run
    /// The store replies to a command; the reply has the cause of the command.
    case storeReplied(Caused<App.Message>)
  }

  package typealias Command = Caused<App.Command>

  package static func start(with flags: Flags) throws -> Model {
    Model(app: try App.start(with: ()), tapsLeft: flags.taps, backgroundingsLeft: flags.backgroundings)
  }

  package static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .tap(let message):
      model.tapsLeft -= 1
      if message == App.increment { model.expected += 1 }
      model.queue.append(.tapped(message))
    case .resign:
      model.isActive = false
      model.backgroundingsLeft -= 1
      notify(.willResignActive, &model)
    case .becomeActive:
      model.isActive = true
      notify(.didBecomeActive, &model)
    case .run:
      try pass(model.queue.removeFirst(), to: &model, perform)
    case .storeReplied(let reply):
      try pass(reply, to: &model, perform)
      // A person who loads by hand expects the stored value and the taps that the app has not handled yet.
      if case .tapped = reply {
        model.expected = model.stored + model.queue.count { $0 == .tapped(App.increment) }
      }
    }
  }

  /// Puts the message of a notification into the queue, if the app subscribes to the notification.
  private static func notify(_ notification: Notification, _ model: inout Model) {
    guard App.subscriptions(for: model.app).contains(notification) else { return }
    model.queue.append(.notified(App.message(on: notification)))
  }

  /// Updates the app for an event, and carries out the writes of the app's commands at once.
  private static func pass(
    _ event: Caused<App.Message>, to model: inout Model, _ perform: (Command) -> Void
  ) throws {
    var stored = model.stored
    try App.update(for: event.value, model: &model.app) { command in
      if let value = App.written(by: command) { stored = value }
      perform(event.replacing(with: command))
    }
    model.stored = stored
  }
}

/// A subscription to the notifications of one name, and the message that a notification becomes.
public struct Subscription<Message> {
  /// The name of the notifications.
  public let name: NotificationName
  let message: (AppNotification) -> Message

  /// The message that a notification becomes.
  public func message(for notification: AppNotification) -> Message { message(notification) }

  /// Subscribes to the notifications of one name.
  public static func notification(
    name: NotificationName, _ message: @escaping (AppNotification) -> Message
  ) -> Subscription {
    Subscription(name: name, message: message)
  }

  /// The same subscription inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> Subscription<Parent> {
    Subscription<Parent>(name: name, message: { transform(message($0)) })
  }
}

/// The name of a notification, as the system writes it.
public struct NotificationName: Hashable, Sendable, CustomStringConvertible {
  /// The text that the system uses as the name.
  public let rawValue: String

  /// Makes a name from the text that the system uses.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public var description: String { rawValue }
}

/// A notification that the system sends to an application.
public struct AppNotification: Hashable, Sendable {
  /// The name of the notification.
  public let name: NotificationName
  /// The object that UIKit sends with the notification: the sender, or the subject of the notification; `nil` for none.
  public let object: (any Hashable & Sendable)?

  /// Makes a notification.
  public init(name: NotificationName, object: (any Hashable & Sendable)? = nil) {
    self.name = name
    self.object = object
  }

  public static func == (one: AppNotification, other: AppNotification) -> Bool {
    one.name == other.name && one.object.map { AnyHashable($0) } == other.object.map { AnyHashable($0) }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(object.map { AnyHashable($0) })
  }
}

#if canImport(UIKit)
  public import Foundation

  extension Subscription {
    /// Subscribes to the notifications of one of the system's names, which the app forwards to its ``NotificationCenter``.
    public static func notification(
      name: Notification.Name, _ message: @escaping (AppNotification) -> Message
    ) -> Subscription {
      .notification(name: NotificationName(name.rawValue), message)
    }
  }
#else
  /// The names of UIKit's notifications, for platforms without UIKit.
  public enum UIApplication {
    /// The notification that the application has become active.
    public static let didBecomeActiveNotification = NotificationName("UIApplicationDidBecomeActiveNotification")
    /// The notification that the application is about to become inactive.
    public static let willResignActiveNotification = NotificationName("UIApplicationWillResignActiveNotification")
  }
#endif

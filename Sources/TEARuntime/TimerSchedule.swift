/// The times at which a timer sends its message.
public enum TimerSchedule<Message> {
  /// At the end of each interval since the subscription began; an interval of zero or less traps.
  case every(Duration, Message)
  /// Once, when the duration has passed since the subscription began.
  case after(Duration, Message)

  /// The message that the timer sends.
  public var message: Message {
    switch self {
    case .every(_, let message), .after(_, let message): message
    }
  }

  /// The time from the beginning of the subscription to its first message.
  public var duration: Duration {
    switch self {
    case .every(let duration, _), .after(let duration, _): duration
    }
  }

  /// The same schedule with a transformed message.
  public func map<Other>(_ transform: (Message) -> Other) -> TimerSchedule<Other> {
    switch self {
    case .every(let interval, let message): .every(interval, transform(message))
    case .after(let duration, let message): .after(duration, transform(message))
    }
  }
}

extension TimerSchedule: Equatable where Message: Equatable {}
extension TimerSchedule: Hashable where Message: Hashable {}
extension TimerSchedule: Sendable where Message: Sendable {}

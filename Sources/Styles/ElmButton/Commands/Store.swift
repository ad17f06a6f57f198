public import TEARuntime

/// The storage of saved values.
public protocol Store {
  /// Saves a value in place of the last one.
  func save(_ value: Int) throws

  /// The value that was saved last; 0 when there is none.
  func load() throws -> Int
}

/// A store in memory, whose value is lost with it.
public final class MemoryStore: Store {
  private var value = 0

  /// Makes a store without a value.
  public init() {}

  public func save(_ value: Int) { self.value = value }
  public func load() -> Int { value }
}

extension Handler {
  /// Saves to and loads from a store, and runs custom commands, one command after the other.
  ///
  /// An error that the store throws reaches the program's delegate, as does that of an alert, which needs a screen.
  public static func store<AppMessage: Sendable>(
    _ store: some Store
  ) -> Handler where Input == Command<AppMessage>, Message == ApplicationEvent<AppMessage> {
    carryingOut(with: store) { .message($0) }
  }

  static func carryingOut<AppMessage: Sendable>(
    with store: some Store, _ event: @escaping @Sendable (AppMessage) -> Message
  ) -> Handler where Input == Command<AppMessage>, Message: Sendable {
    Handler { command, reply in
      do {
        switch command {
        case .save(let value): try store.save(value)
        case .load(let available): reply(event(available(try store.load())))
        case .own(let own): own.run(Context { reply(event($0)) })
        case .modalAlert(let title, _), .modalTextAlert(let title, _, _, _, _):
          reply.fail(MissingScreenError(title: title))
        }
      } catch {
        reply.fail(error)
      }
    }
  }
}

/// The error of an alert without a screen that shows it.
struct MissingScreenError: Error, CustomStringConvertible {
  let title: String

  var description: String {
    "nothing shows the alert “\(title)”; start the application with makeScreen(store:notifications:)"
  }
}

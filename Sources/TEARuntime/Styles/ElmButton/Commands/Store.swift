public import TEARuntime

/// The storage of the value that was saved last.
public protocol Store {
  /// Saves a value in place of the last one.
  func save(_ value: Int) throws

  /// The value that was saved last; 0 where none was saved.
  func load() throws -> Int
}

/// A store that keeps its value in memory.
public final class MemoryStore: Store {
  private var value = 0

  /// Makes a store without a value.
  public init() {}

  public func save(_ value: Int) { self.value = value }
  public func load() -> Int { value }
}

extension Handler {
  /// A handler that saves to and loads from a store, and runs custom commands.
  ///
  /// The program's delegate receives the errors that the store throws, and an error for each alert, because an alert
  /// needs a screen.
  public static func store<AppMessage: Sendable>(
    _ store: some Store
  ) -> Handler where Input == Command<AppMessage>, Message == ApplicationEvent<AppMessage> {
    carryingOut(with: store) { .message($0) }
  }

  static func carryingOut<AppMessage: Sendable>(
    with store: some Store, _ makeEvent: @escaping @Sendable (AppMessage) -> Message
  ) -> Handler where Input == Command<AppMessage>, Message: Sendable {
    Handler { command, reply in
      do {
        switch command {
        case .save(let value): try store.save(value)
        case .load(let available): reply(makeEvent(available(try store.load())))
        case .own(let own): own.run(Context { reply(makeEvent($0)) })
        case .modalAlert(let title, _), .modalTextAlert(let title, _, _, _, _):
          reply.fail(MissingScreenError(title: title))
        }
      } catch {
        reply.fail(error)
      }
    }
  }
}

struct MissingScreenError: Error, CustomStringConvertible {
  let title: String

  var description: String {
    "nothing shows the alert “\(title)”; start the application with makeScreen(store:notifications:)"
  }
}

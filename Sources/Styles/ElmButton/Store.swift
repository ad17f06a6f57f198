public import TEARuntime

/// The storage of saved values.
public protocol Store {
  /// Keeps a value instead of the last one.
  func save(_ value: Int) throws

  /// The value that was last kept; 0 when there is none.
  func load() throws -> Int
}

extension Handler {
  /// Carries out the commands of an application with a store, one after the other.
  ///
  /// An error that the store throws reaches the program's delegate.
  public static func store<AppMessage: Sendable>(
    _ store: some Store
  ) -> Handler where Input == Command<AppMessage>, Message == ApplicationEvent<AppMessage> {
    Handler { command, reply in
      do {
        switch command {
        case .save(let value): try store.save(value)
        case .load(let available): reply(.message(available(try store.load())))
        }
      } catch {
        reply.fail(error)
      }
    }
  }
}

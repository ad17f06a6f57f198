import TEARuntime
import Synchronization

/// A command as a value: the messages that a function sends before it returns.
public struct Answers<Message> {
  /// The messages, in the order in which they were sent.
  public let messages: [Message]
}

extension Answers: Equatable where Message: Equatable {}
extension Answers: Hashable where Message: Hashable {}
extension Answers: Sendable where Message: Sendable {}

extension AppContainer where Message: Sendable, Command == FunctionCommand<Message> {
  /// The same program for checks and tests: each command is called at once, and replaced by the messages that it
  /// sends before it returns.
  ///
  /// Functions cannot be compared, but messages can. So give the program commands that call back at once with every
  /// possible answer, and let the specification choose among the answers:
  ///
  /// ```swift
  /// Specification(of: Poppel.Module<Model, Message, Answers<Message>>.self) {
  ///   Start(with: [app(load: { $0(.loaded("a")); $0(.failed) }).answering()])
  ///   Replies { $0.messages }
  /// }
  /// ```
  ///
  /// A command that sends nothing is left out. One that keeps its callback, to send something later, traps.
  public func answering() -> AppContainer<Model, Message, Answers<Message>> {
    let (start, update) = (start, update)
    return AppContainer<Model, Message, Answers<Message>>(
      start: {
        let (model, commands) = start()
        return (model, commands.compactMap { $0.answers(performedBy: "the start") })
      },
      view: view,
      update: { message, model in
        let (nextModel, commands) = update(message, model)
        return (nextModel, commands.compactMap { $0.answers(performedBy: literal(message)) })
      },
      handler: { Handler { answers, reply in for message in answers.messages { reply(message) } } })
  }
}

extension FunctionCommand where Message: Sendable {
  /// The messages that the function sends before it returns; `nil` where it sends none. Traps where it keeps the callback.
  fileprivate func answers(performedBy cause: @autoclosure () -> String) -> Answers<Message>? {
    var collector = SentMessages<Message>()
    call(collectingIn: collector)
    guard isKnownUniquelyReferenced(&collector) else {
      fatalError(
        "a command of \(cause()) keeps its callback, and what it sends later is not checked; for answering(), give the program "
          + "commands that call back at once, with every possible answer")
    }
    return collector.messages.isEmpty ? nil : Answers(messages: collector.messages)
  }

  /// Never inlined, so that nothing but the function itself holds the callback afterwards.
  @inline(never) private func call(collectingIn collector: SentMessages<Message>) { self { collector.append($0) } }
}

private final class SentMessages<Message: Sendable>: Sendable {
  private let lockedMessages = Mutex<[Message]>([])

  var messages: [Message] { lockedMessages.withLock { $0 } }

  func append(_ message: Message) { lockedMessages.withLock { $0.append(message) } }
}

internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Returns a function that finds the messages that a list has before.
  ///
  /// Each of them is a step of its own.
  static var repetitions: ([M.Message]) -> [M.Message] {
    guard let type = M.Message.self as? any Hashable.Type else { return { repetitions(in: $0) } }
    func open<Message: Hashable>(_ type: Message.Type) -> ([M.Message]) -> [M.Message] {
      { messages in
        // They are of the same type.
        let values = unsafeBitCast(messages, to: [Message].self)
        return hasRepetition(values) ? repetitions(in: messages) : []
      }
    }
    return open(type)
  }

  /// The same by all that the messages store: an `==` may leave something out.
  private static func repetitions(in messages: [M.Message]) -> [M.Message] {
    var keys: Set<AnyHashable> = []
    return messages.filter { !keys.insert(recognitionKey(of: $0)).inserted }
  }

  private static func hasRepetition<Message: Hashable>(_ messages: [Message]) -> Bool {
    // For so few, comparing them is faster than hashing.
    guard messages.count > 4 else {
      return messages.indices.contains { index in messages[..<index].contains(messages[index]) }
    }
    return Set(messages).count < messages.count
  }
}

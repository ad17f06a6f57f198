internal import Synchronization
internal import TEARuntime

/// Sorts lists of messages into an order that depends on the messages alone: by case, and then by text.
///
/// The sorter keeps the texts, because making a text takes longer than most steps. For a type whose unequal messages may
/// have equal hashes, each text is made anew.
final class MessageSorter<Message>: Sendable {
  private let texts = Mutex<[UInt64: [UInt8]]>([:])
  private let keepsTexts = TypeContents.of(Message.self).isHashedByContent

  /// The largest number of texts; then all are forgotten, to bound the memory.
  private static var maxTexts: Int { 1 << 16 }

  func sorted(_ messages: [Message]) -> [Message] {
    if messages.count < 2 { return messages }
    return canonicalOrder(ofCases: messages.map { enumCase(of: $0) ?? 0 }) { text(of: messages[$0]) }.map {
      messages[$0]
    }
  }

  /// If texts are kept, messages with equal hashes of 64 bits share a text.
  func text(of message: Message) -> [UInt8] {
    func makeText() -> [UInt8] { Array(structuralLiteral(message).utf8) }
    guard keepsTexts else { return makeText() }
    let hash = withUnsafePointer(to: message) { ValueIdentity.of(Message.self).hash($0, isFingerprint: true) }
    if let text = texts.withLock({ $0[hash] }) { return text }
    let text = makeText()
    texts.withLock { texts in
      if texts.count == Self.maxTexts { texts.removeAll() }
      texts[hash] = text
    }
    return text
  }
}

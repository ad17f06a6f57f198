internal import Synchronization
internal import TEARuntime

/// Sorts lists of messages into an order that depends on the messages alone: by case, and then by text.
///
/// The sorter keeps the texts, because making a text takes longer than most steps. Where unequal messages may have equal
/// hashes, each text is made anew.
final class MessageSorter<Message>: Sendable {
  private let texts = Mutex<[UInt64: [UInt8]]>([:])
  private let contents = TypeContents.of(Message.self)

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
    guard let hash = withUnsafePointer(to: message, { hash($0) }) else { return makeText() }
    if let text = texts.withLock({ $0[hash] }) { return text }
    let text = makeText()
    texts.withLock { texts in
      if texts.count == Self.maxTexts { texts.removeAll() }
      texts[hash] = text
    }
    return text
  }
  /// A hash that unequal messages share only by a collision; `nil` for a message without such a hash.
  private func hash(_ message: UnsafeRawPointer) -> UInt64? {
    guard contents.isHashedByContentAsFarAsKnown else { return nil }
    let identity = ValueIdentity.of(Message.self)
    if contents.isHashedByContent { return identity.hash(message, isFingerprint: true) }
    return identity.fingerprint(of: message) { TypeContents.of($0).isHashedByContentAsFarAsKnown }
  }
}

internal import TEAGenerators
internal import TEARuntime

/// Finds choices that make a given message again in another world, where the recorded choices make a different message.
struct MessageRegenerator<Message> {
  private let generator: Gen<Message>

  init(_ generator: Gen<Message>) { self.generator = generator }

  /// Finds a message that matches a given one, and the choices that make it.
  ///
  /// With ``MessageMatch/sameCase``, this is the message with the most equal associated values of all messages that were tried.
  ///
  /// - Parameter record: The choices that made the message in the original world.
  /// - Returns: `nil` where no matching message was found.
  func remake(
    _ message: Message, from record: [UInt64], match: MessageMatch
  ) -> (message: Message, record: [UInt64])? {
    let wanted = ComparableMessage(message).adapted(to: match)
    var (best, tries) = (attempt(record, wanted), 0)
    // Only choices with few alternatives are changed, one after the other: they select the case of the message and elements of
    // lists.
    var index = 0
    while let current = best, !current.isExact, index < current.choices.record.count, tries < Self.maxTries {
      let bound = current.choices.bounds[index]
      if (1...Self.largestChangedBound).contains(bound) {
        for alternative in 0...bound where alternative != current.choices.record[index] {
          var changedRecord = current.choices.record
          changedRecord[index] = alternative
          tries += 1
          if let changedAttempt = attempt(changedRecord, wanted), changedAttempt.likeness > best?.likeness ?? 0 {
            best = changedAttempt
          }
        }
      }
      index += 1
    }
    guard let best, best.isExact || match == .sameCase && best.likeness > 0 else { return nil }
    return (best.message, best.choices.record)
  }

  /// The number of tries after which no further choice is changed.
  private static var maxTries: Int { 256 }
  /// The largest bound of a choice that counts as one with few alternatives.
  private static var largestChangedBound: UInt64 { 64 }

  private struct Attempt {
    var message: Message
    var choices: Choices
    /// 0 for another case; otherwise 1 plus the number of equal associated values.
    var likeness: Int
    var isExact: Bool
  }

  /// `nil` where the record makes no message.
  private func attempt(_ record: [UInt64], _ wanted: ComparableMessage) -> Attempt? {
    var choices = Choices(.recorded(record))
    guard let message = try? generator.generate(&choices) else { return nil }
    let made = ComparableMessage(message)
    return Attempt(message: message, choices: choices, likeness: wanted.likeness(to: made), isExact: made == wanted)
  }

  /// A message as its case and the texts of its associated values; a message that is not an enum has one text.
  private struct ComparableMessage: Equatable {
    private let tag: Int?
    private var values: [String]

    init(_ message: Message) {
      tag = enumCase(of: message)
      guard let payload = Mirror(reflecting: message).children.first, tag != nil else {
        values = tag == nil ? [literal(message)] : []
        return
      }
      let parts = Mirror(reflecting: payload.value)
      values = parts.displayStyle == .tuple ? parts.children.map { literal($0.value) } : [literal(payload.value)]
    }

    /// The message that is wanted: with ``MessageMatch/renumbered(from:)``, each integer from `first` on is one less.
    func adapted(to match: MessageMatch) -> ComparableMessage {
      guard case .renumbered(let first) = match else { return self }
      var adapted = self
      adapted.values = values.map { text in Int(text).map { $0 >= first ? "\($0 - 1)" : text } ?? text }
      return adapted
    }

    func likeness(to other: ComparableMessage) -> Int {
      tag == other.tag ? 1 + zip(values, other.values).count { $0 == $1 } : 0
    }
  }
}

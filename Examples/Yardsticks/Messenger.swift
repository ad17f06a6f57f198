import TEACheck

/// A messenger, as an app developer writes it: conversations by name, and letters whose delivery may fail.
enum Messenger: Module {
  enum Delivery: Hashable {
    case sending, sent, received
    case failed(reason: String)
  }

  struct Letter: Hashable {
    var text: String
    var delivery: Delivery
  }

  struct Conversation: Hashable {
    var letters: [Letter] = []
    /// The number of unread letters.
    var unread = 0
  }

  struct Model: Hashable {
    var conversations: [String: Conversation] = [:]
    /// The name of the conversation that is open; `nil` for none.
    var open: String?
    var draft = ""
  }

  enum Message {
    case open(String), close
    case type(String), send
    /// The name of a conversation, and the index of a letter in it.
    case delivered(String, Int), undelivered(String, Int), retry(String, Int)
    case receive(String)
  }

  static let people = ["Ada Lovelace", "Grace Brewster Murray Hopper"]
  static let texts = ["Hello", "See you at the station"]
  /// The largest number of letters in a conversation.
  static let limit = 2

  static func start(with flags: Void) -> Model {
    Model(conversations: Dictionary(uniqueKeysWithValues: people.map { ($0, Conversation()) }))
  }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if let name = model.open {
      messages.append(.close)
      messages += texts.map { .type($0) }
      if !model.draft.isEmpty, model.conversations[name]!.letters.count < limit { messages.append(.send) }
      for (index, letter) in model.conversations[name]!.letters.enumerated() {
        if case .failed = letter.delivery { messages.append(.retry(name, index)) }
      }
    } else {
      messages += people.map { .open($0) }
    }
    for name in people {
      let letters = model.conversations[name]!.letters
      for (index, letter) in letters.enumerated() where letter.delivery == .sending {
        messages += [.delivered(name, index), .undelivered(name, index)]
      }
      if letters.count < limit { messages.append(.receive(name)) }
    }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open(let name):
      model.open = name
      model.conversations[name]!.unread = 0
    case .close: model.open = nil
    case .type(let text): model.draft = text
    case .send:
      guard let name = model.open else { return }
      model.conversations[name]!.letters.append(Letter(text: model.draft, delivery: .sending))
      model.draft = ""
    case .delivered(let name, let index): model.conversations[name]!.letters[index].delivery = .sent
    case .undelivered(let name, let index):
      model.conversations[name]!.letters[index].delivery = .failed(reason: "no network")
    case .retry(let name, let index): model.conversations[name]!.letters[index].delivery = .sending
    case .receive(let name):
      model.conversations[name]!.letters.append(Letter(text: "Hi", delivery: .received))
      if model.open != name { model.conversations[name]!.unread += 1 }
    }
  }

  static var specification: Specification<Messenger> {
    Specification(of: Messenger.self) {
      Messages(of: .model) { offers($0) }
      Always("what is open is read") { model in model.open.map { model.conversations[$0]!.unread == 0 } ?? true }
    }
  }
}

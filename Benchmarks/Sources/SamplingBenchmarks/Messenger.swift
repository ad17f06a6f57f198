import TEACheck

/// A messenger, as an app developer writes it: 200 contacts in a dictionary, each with texts, optionals and enums.
enum Messenger: Module {
  enum Message {
    case select(Contact.ID?), typed(String), send
    case received(from: Contact.ID, String), read(Contact.ID)
    case became(Contact.ID, Contact.Presence), connected, lost(reason: String)
  }

  struct Contact: Hashable, Identifiable {
    enum Presence: Hashable { case offline, online(device: String), away(since: Int) }

    let id: Int
    var name: String
    var nickname: String?
    var presence = Presence.offline
    var unread = 0
    var draft = ""
    var texts: [Text] = []
  }

  struct Text: Hashable {
    enum Author: Hashable { case me, contact(Int) }

    var author: Author
    var body: String
    var isRead = false
  }

  enum Connection: Hashable { case connecting(attempt: Int), connected, lost(reason: String) }

  struct Model: Hashable {
    var contacts: [Contact.ID: Contact]
    var selected: Contact.ID?
    var connection = Connection.connecting(attempt: 1)
    var unsent: [Text] = []
  }

  static let contactCount = 200

  static func start(with flags: Void) -> Model {
    let contacts = (0..<contactCount).map { number in
      Contact(
        id: number, name: "A contact by the name of \(number)", nickname: number % 3 == 0 ? "number \(number)" : nil,
        texts: (0..<number % 5).map { Text(author: .contact(number), body: "The text number \($0) of \(number)") })
    }
    return Model(contacts: Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0) }))
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .select(let id): model.selected = id
    case .typed(let text):
      guard let selected = model.selected else { return }
      model.contacts[selected]?.draft = text
    case .send:
      guard let selected = model.selected, let draft = model.contacts[selected]?.draft, !draft.isEmpty else { return }
      let text = Text(author: .me, body: draft)
      model.contacts[selected]?.draft = ""
      if model.connection == .connected {
        model.contacts[selected]?.texts.append(text)
      } else {
        model.unsent.append(text)
      }
    case .received(let sender, let body):
      guard model.connection == .connected else { return }
      model.contacts[sender]?.texts.append(Text(author: .contact(sender), body: body))
      if sender != model.selected { model.contacts[sender]?.unread += 1 }
    case .read(let id): model.contacts[id]?.unread = 0
    case .became(let id, let presence): model.contacts[id]?.presence = presence
    case .connected:
      model.connection = .connected
      model.unsent = []
    case .lost(let reason): model.connection = .lost(reason: reason)
    }
  }

  /// The property of the measured checks, which always holds: no contact is lost, and the selected contact's count of unread
  /// texts is not negative.
  static func isInOrder(_ model: Model) -> Bool {
    guard model.contacts.count == contactCount else { return false }
    guard let selected = model.selected else { return true }
    return model.contacts[selected]?.unread ?? -1 >= 0
  }

  /// The messages that are sent at random; they name five of the contacts.
  static let messages: [Message] =
    [.select(nil), .typed("hello"), .typed("a somewhat longer text"), .send, .connected, .lost(reason: "no network")]
    + [3, 50, 111, 160, 199].flatMap { (id: Int) -> [Message] in
      [
        .select(id), .received(from: id, "an answer of some length"), .read(id), .became(id, .offline),
        .became(id, .online(device: "telephone")), .became(id, .away(since: id)),
      ]
    }

  static func measure() throws {
    let specification = Specification(of: Messenger.self) {
      Messages { _ in messages }
      Always("in order") { isInOrder($0) }
    }
    try Runs.measureSteps("messenger", specification)
    Measure.reportRate("messenger-plain-loop-steps", "steps/s") { plainLoop(runs: Measure.runs, length: 50) }
    // Every run begins with a copy of all contacts, so the number of steps that share the copy matters.
    guard
      Measure.isAnyWanted("messenger-runs-mean-length", "messenger-plain-loop-of-sampled-length-steps")
    else { return }
    let (runs, steps) = try Runs.counts(of: specification.sample(cases: Measure.runs))
    Measure.report("messenger-runs-mean-length", Double(steps) / Double(runs), "steps")
    Measure.reportRate("messenger-plain-loop-of-sampled-length-steps", "steps/s") {
      plainLoop(runs: Measure.runs, length: max(1, steps / runs))
    }
  }

  /// Makes the choices, steps and property evaluations of a check with runs of a given length, and records nothing.
  ///
  /// - Returns: The number of steps.
  private static func plainLoop(runs: Int, length: Int) -> Int {
    let startModel = start(with: ())
    var random = PlainRandom()
    for _ in 0..<runs {
      var model = startModel
      for _ in 0..<length {
        update(for: messages[random.next(below: messages.count)], model: &model, perform: { _ in })
        precondition(isInOrder(model))
      }
    }
    return runs * length
  }
}

/// A linear congruential generator with the constants of Knuth's MMIX: cheap, so that a loop's rate is that of its steps.
struct PlainRandom {
  private var state: UInt64 = 1

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

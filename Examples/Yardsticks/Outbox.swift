import TEACheck

/// Notes that are saved on a server while more notes are written, as an app developer writes such a program.
enum Outbox: Module {
  enum Status: Hashable {
    case editing, saving, saved
    case failed(reason: String)
  }

  struct Note: Hashable {
    var title: String
    var status = Status.editing
  }

  struct Model: Hashable {
    var notes: [Note] = []
    /// The reason of the last failed save, until it is dismissed; `nil` for none.
    var banner: String?
  }

  enum Command: Hashable { case save(title: String, index: Int) }

  enum Message {
    /// An integer is the index of a note, and a string without a label is its title.
    case write(String), rename(Int, String), save(Int)
    case saved(Int), failed(Int, reason: String)
    case dismiss
  }

  static let titles = ["Milk", "Bread", "Call the dentist about Thursday"]
  /// The largest number of notes.
  static let limit = 4

  static func start(with flags: Void) -> Model { Model() }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = model.notes.count < limit ? titles.map { .write($0) } : []
    for (index, note) in model.notes.enumerated() where note.status != .saving {
      messages += titles.filter { $0 != note.title }.map { .rename(index, $0) }
      if note.status != .saved { messages.append(.save(index)) }
    }
    if model.banner != nil { messages.append(.dismiss) }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .write(let title): model.notes.append(Note(title: title))
    case .rename(let index, let title): model.notes[index] = Note(title: title)
    case .save(let index):
      model.notes[index].status = .saving
      perform(.save(title: model.notes[index].title, index: index))
    case .saved(let index): model.notes[index].status = .saved
    case .failed(let index, let reason):
      model.notes[index].status = .failed(reason: reason)
      model.banner = reason
    case .dismiss: model.banner = nil
    }
  }

  static var specification: Specification<Outbox> {
    Specification(of: Outbox.self) {
      Messages(of: .model) { offers($0) }
      Replies { command in
        switch command {
        case .save(_, let index): [.saved(index), .failed(index, reason: "The server cannot be reached")]
        }
      }
      Always("there are few notes") { $0.notes.count <= limit }
    }
  }
}

import TEACheck

/// A large model, like that of an app: its rows are on the heap, as strings and arrays in a dictionary.
enum Fat: Module {
  struct Row: Hashable {
    var id: Int
    var title: String
    var tags: [String]
    var isDone = false
    var revision = 0
  }

  /// The number of rows, and the number of positions of the cursor.
  struct Flags { var rows: Int, cursors: Int }
  enum Message { case moveCursor, toggle(Int) }

  struct Model: Hashable {
    var rows: [String: Row]
    var cursor = 0
    /// The number of positions of the cursor.
    var cursors: Int
    /// No message changes `blob` or `note`, so most of the model is the same in all worlds.
    var blob = Array(0..<256)
    var note = String(repeating: "n", count: 200)
  }

  static func start(with flags: Flags) -> Model {
    let rows = (0..<flags.rows).map { index in
      let tags = ["tag-a-\(index)", "tag-b-\(index)", "tag-c-\(index)"]
      return ("row-\(index)", Row(id: index, title: "row number \(index)", tags: tags))
    }
    return Model(rows: Dictionary(uniqueKeysWithValues: rows), cursors: flags.cursors)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .moveCursor: model.cursor = (model.cursor + 1) % model.cursors
    case .toggle(let index):
      guard var row = model.rows["row-\(index)"] else { return }
      row.isDone.toggle()
      row.revision = row.isDone ? 1 : 0
      row.title = "row number \(index)" + (row.isDone ? " (done)" : "")
      model.rows["row-\(index)"] = row
    }
  }

  static func specification(rows: Int, cursors: Int) -> Specification<Fat> {
    Specification(of: Fat.self) {
      Start(with: [Flags(rows: rows, cursors: cursors)])
      Messages(of: .model) { [.moveCursor] + (0..<$0.rows.count).map { Message.toggle($0) } }
    }
  }
}

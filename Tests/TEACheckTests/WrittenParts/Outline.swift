import TEACheck

/// A tree of sections and items. Each update makes every node anew.
enum Outline: Module {
  indirect enum Node: Hashable {
    case item(Int, isDone: Bool, note: String?)
    case section(title: String, [Node], isFolded: Bool)
  }

  struct Model: Hashable { var root: Node }
  enum Message { case toggle(Int), note(Int, String?), fold(String) }

  /// The title of one section is too long to be stored inside the string value itself.
  private static let titles = ["Papers", "Clothes for a week in the mountains"]

  /// - Parameter itemCount: The number of items, which are spread over both sections.
  static func start(with itemCount: Int) -> Model {
    let sections = titles.indices.map { index -> Node in
      let items = (0..<itemCount).filter { $0 % titles.count == index }
      return .section(title: titles[index], items.map { .item($0, isDone: false, note: nil) }, isFolded: false)
    }
    return Model(root: .section(title: "Trip", sections, isFolded: false))
  }

  static func offers(_ model: Model) -> [Message] {
    let note = "in the list on the fridge"
    let ofItems = (0..<itemCount(model.root)).flatMap { [Message.toggle($0), .note($0, nil), .note($0, note)] }
    return ofItems + titles.map { .fold($0) }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.root = changed(model.root, by: message)
  }

  static func itemCount(_ node: Node) -> Int {
    switch node {
    case .item: 1
    case .section(_, let nodes, _): nodes.reduce(0) { $0 + itemCount($1) }
    }
  }

  private static func changed(_ node: Node, by message: Message) -> Node {
    switch node {
    case .item(let id, let isDone, let note):
      switch message {
      case .toggle(let changedID) where changedID == id: .item(id, isDone: !isDone, note: note)
      case .note(let changedID, let newNote) where changedID == id: .item(id, isDone: isDone, note: newNote)
      default: .item(id, isDone: isDone, note: note)
      }
    case .section(let title, let nodes, let isFolded):
      .section(title: title, nodes.map { changed($0, by: message) }, isFolded: isFolded != folds(title, message))
    }
  }

  private static func folds(_ title: String, _ message: Message) -> Bool {
    if case .fold(title) = message { true } else { false }
  }

  static func specification(_ itemCount: Int) -> Specification<Outline> {
    Specification(of: Outline.self) {
      Start(with: [itemCount])
      Messages(of: .model) { offers($0) }
      Always("no item is lost") { Outline.itemCount($0.root) == itemCount }
    }
  }
}

import TEACheck

/// A list of things to do, as an app developer writes it: titles, check marks, a filter and a text field.
enum TodoList: Module {
  enum Filter: CaseIterable { case all, active, done }

  struct Todo: Hashable {
    var title: String
    var isDone = false
  }

  struct Model: Hashable {
    var todos: [Todo] = []
    var filter = Filter.all
    var draft = ""
  }

  enum Message {
    case type(String), add
    case toggle(Int), delete(Int)
    case show(Filter)
    case clearDone
  }

  /// The titles, one of which is too long to be stored inside the string value itself.
  static let titles = ["Milk", "Bread", "Call the dentist about Thursday", "Rent", "Train tickets"]
  /// The largest number of todos.
  static let limit = 3

  static func start(with flags: Void) -> Model { Model() }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = titles.map { .type($0) }
    if !model.draft.isEmpty, model.todos.count < limit { messages.append(.add) }
    for index in model.todos.indices { messages += [.toggle(index), .delete(index)] }
    messages += Filter.allCases.map { .show($0) }
    messages.append(.clearDone)
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type(let text): model.draft = text
    case .add:
      model.todos.append(Todo(title: model.draft))
      model.draft = ""
    case .toggle(let index): model.todos[index].isDone.toggle()
    case .delete(let index): model.todos.remove(at: index)
    case .show(let filter): model.filter = filter
    case .clearDone: model.todos.removeAll(where: \.isDone)
    }
  }

  static var specification: Specification<TodoList> {
    Specification(of: TodoList.self) {
      Messages(of: .model) { offers($0) }
      Always("no todo is without a title") { model in model.todos.allSatisfy { !$0.title.isEmpty } }
    }
  }
}

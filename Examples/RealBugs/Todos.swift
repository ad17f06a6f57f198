import TEACheck

/// Things to do, filtered, wrong on purpose: a row of the shown list is taken for a row of the whole list.
enum Todos: Module {
  enum Filter { case all, active, completed }

  struct Todo: Hashable {
    var id: Int
    var isDone = false
  }

  enum Message {
    case add
    case toggle(id: Int)
    case show(Filter)
    case delete(row: Int)
    case move(row: Int, to: Int)
  }

  struct Model: Hashable {
    var todos: [Todo] = []
    var filter = Filter.all
    var nextID = 1

    /// The todos that the filter lets through: the rows of the list on the screen.
    var shown: [Todo] {
      todos.filter { filter == .all || $0.isDone == (filter == .completed) }
    }
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .add:
      model.todos.append(Todo(id: model.nextID))
      model.nextID += 1
    case .toggle(let id):
      for index in model.todos.indices where model.todos[index].id == id { model.todos[index].isDone.toggle() }
    case .show(let filter): model.filter = filter
    case .delete(let row): model.todos.remove(at: row)
    case .move(let row, let destination): model.todos.move(row, to: destination)
    }
  }
}

/// The same list, where rows are looked up among the shown todos; wrong on purpose: a move behind the last row fails.
enum RowTodos: Module {
  typealias Message = Todos.Message
  typealias Model = Todos.Model

  struct Failure: Error { var missingRow: Int }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .add, .toggle, .show: Todos.update(for: message, model: &model, perform: perform)
    case .delete(let row): model.todos.remove(at: try index(ofRow: row, in: model))
    case .move(let row, let destination):
      model.todos.move(try index(ofRow: row, in: model), to: try index(ofRow: destination, in: model))
    }
  }

  /// The index in `todos` of the todo that a row on the screen shows.
  static func index(ofRow row: Int, in model: Model) throws(Failure) -> Int {
    let shown = model.shown
    guard shown.indices.contains(row), let index = model.todos.firstIndex(of: shown[row]) else {
      throw Failure(missingRow: row)
    }
    return index
  }
}

/// The same list, where a row can also be moved behind the last row.
enum FixedTodos: Module {
  typealias Message = Todos.Message
  typealias Model = Todos.Model
  typealias Failure = RowTodos.Failure

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    guard case .move(let row, model.shown.count) = message else {
      return try RowTodos.update(for: message, model: &model, perform: perform)
    }
    model.todos.move(try RowTodos.index(ofRow: row, in: model), to: model.todos.count)
  }
}

extension Array {
  /// Moves an element before the element at a destination, or to the end if the destination is the end index.
  mutating func move(_ index: Int, to destination: Int) {
    let element = remove(at: index)
    insert(element, at: destination > index ? destination - 1 : destination)
  }
}

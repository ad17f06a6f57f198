import TEACheck

extension Module where Message == Todos.Message, Model == Todos.Model, Flags == Void, Command == Never {
  /// The person adds up to three todos, filters them, and deletes and toggles rows that are shown.
  private static var deleting: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        (model.nextID <= 3 ? [.add] : []) + [.show(.all), .show(.active), .show(.completed)]
          + model.shown.indices.map { .delete(row: $0) } + model.shown.map { .toggle(id: $0.id) }
      }
    }
  }

  /// The person also drags rows to other places.
  private static var dragging: Specification<Self> {
    Specification(of: Self.self) {
      deleting
      Messages(of: .model) { model in
        model.shown.indices.flatMap { row in
          (0...model.shown.count).filter { $0 != row && $0 != row + 1 }.map { .move(row: row, to: $0) }
        }
      }
    }
  }

  /// Requires that a deletion removes the todo in the deleted row.
  static var deletion: Specification<Self> {
    Specification(of: Self.self) {
      deleting
      Step("deleting a row removes the todo shown in it") { step in
        guard case .delete(let row) = step.message else { return true }
        return step.after.todos == step.before.todos.filter { $0 != step.before.shown[row] }
      }
      Step("a toggled todo is the one with the id") { step in
        guard case .toggle(let id) = step.message else { return true }
        return zip(step.before.todos, step.after.todos).allSatisfy { ($0.isDone != $1.isDone) == ($0.id == id) }
      }
      Always("no two todos have the same id") { Set($0.todos.map(\.id)).count == $0.todos.count }
      Sometimes("there are three todos") { $0.todos.count == 3 }
    }
  }

  /// Requires that the rows on the screen move as they are dragged, and that no todo gets lost.
  static var moving: Specification<Self> {
    Specification(of: Self.self) {
      dragging
      Step("rows move as they are dragged") { step in
        guard case .move(let row, let destination) = step.message, step.failure == nil else { return true }
        var shown = step.before.shown
        shown.move(row, to: destination)
        return step.after.shown == shown && Set(step.after.todos) == Set(step.before.todos)
      }
    }
  }

  /// Requires that the update accepts every row that the list on the screen can report.
  static var everyRow: Specification<Self> {
    Specification(of: Self.self) {
      dragging
      Laws(.updateNeverFails)
    }
  }
}

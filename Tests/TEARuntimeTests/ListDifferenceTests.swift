import TEARuntime
import Testing

/// The differences of long lists: of each, the part that differs.
@Suite struct ListDifferenceTests {
  private struct Todo: Hashable {
    var id: Int, title: String, isDone = false, priority = 0
    var notes: [String] = []
  }

  private struct Photo: Hashable { var id = 1, status = "uploading", attempts = 0 }

  private enum Screen: Equatable { case list([Todo], isEditing: Bool), empty }

  private struct App: Equatable {
    var todos: [Todo] = []
    var byID: [Int: Todo] = [:]
    var chosen: Set<Todo> = []
    var editor: Todo?
    var screen = Screen.empty
  }

  private static let todos = (1...6).map { Todo(id: $0, title: "todo \($0)") }

  private static func text(_ id: Int) -> String {
    "Todo(id: \(id), title: \"todo \(id)\", isDone: false, priority: 0, notes: [])"
  }

  private func differences<Value>(_ before: Value, _ after: Value) -> [String] {
    Difference.between(before, and: after).map { "\($0.path): \($0.before) → \($0.after)" }
  }

  private func changes(_ change: (inout [Todo]) -> Void) -> [String] {
    var after = App(todos: Self.todos)
    change(&after.todos)
    return differences(App(todos: Self.todos), after)
  }

  @Test func `a changed field is named by its path`() {
    #expect(changes { $0[3].title = "b" } == [#"todos[3].title: "todo 4" → "b""#])
    let found = changes { for index in $0.indices { $0[index].isDone = true } }
    let expected = (0..<6).map { "todos[\($0)].isDone: false → true" }
    #expect(found == expected)
  }

  @Test func `inserted and removed elements are named, and the others are not`() {
    let new = Todo(id: 7, title: "todo 7")
    let texts = (0...7).map(Self.text)
    let prepended = changes { $0.insert(new, at: 0) }
    #expect(prepended == ["todos[0]: absent → \(texts[7])"])
    let appended = changes { $0.append(new) }
    #expect(appended == ["todos[6]: absent → \(texts[7])"])
    let insertions = changes { $0.insert(contentsOf: [new, new], at: 2) }
    #expect(insertions == ["todos[2]: absent → \(texts[7])", "todos[3]: absent → \(texts[7])"])
    let removal = changes { $0.removeFirst() }
    #expect(removal == ["todos[0]: \(texts[1]) → absent"])
    let removals = changes { $0.removeSubrange(1...2) }
    #expect(removals == ["todos[1]: \(texts[2]) → absent", "todos[2]: \(texts[3]) → absent"])
  }

  @Test func `elements may be inserted, removed and changed in one step`() {
    let new = Todo(id: 7, title: "todo 7")
    let texts = (0...7).map(Self.text)
    let edits = changes {
      $0[4].priority = 1
      $0.remove(at: 1)
      $0.insert(new, at: 0)
    }
    #expect(
      edits == [
        "todos[0]: absent → \(texts[7])", "todos[1]: \(texts[2]) → absent", "todos[4].priority: 0 → 1",
      ])
    // In a list of the latest, the first leaves where another one is appended.
    let latest = changes {
      $0.removeFirst()
      $0.append(new)
    }
    #expect(latest == ["todos[0]: \(texts[1]) → absent", "todos[5]: absent → \(texts[7])"])
  }

  @Test func `short lists are compared element by element where that is shorter`() {
    #expect(differences([Photo()], [Photo(status: "waiting")]) == [#"[0].status: "uploading" → "waiting""#])
    let done = Photo(status: "done")
    #expect(differences(["a": done], ["a": Photo(status: "done", attempts: 1)]) == [#"["a"].attempts: 0 → 1"#])
    let appended = differences([Photo()], [Photo(), Photo(id: 2)])
    #expect(appended == [#"[1]: absent → Photo(id: 2, status: "uploading", attempts: 0)"#])
    #expect(differences(Array(0..<9), Array(0..<8) + [9]) == ["[8]: 8 → 9"])
    // Whole lists say as much in no more words.
    #expect(differences([1, 2, 3], [1, 2]) == [": [1, 2, 3] → [1, 2]"])
    #expect(differences([Photo()], []) == [#": [Photo(id: 1, status: "uploading", attempts: 0)] → []"#])
  }

  @Test func `a moved element is shown with its old and its new place`() {
    let texts = (0...7).map(Self.text)
    let lastToFirst = changes { $0.insert($0.removeLast(), at: 0) }
    #expect(lastToFirst == ["todos[5]: \(texts[6]) → moved to [0]"])
    let firstToLast = changes { $0.append($0.removeFirst()) }
    #expect(firstToLast == ["todos[0]: \(texts[1]) → moved to [5]"])
    let neighbours = changes { $0.swapAt(2, 3) }
    #expect(neighbours == ["todos[2]: \(texts[3]) → moved to [3]"])
  }

  /// The element between two that change places has the same index as before.
  @Test func `elements that change places across another one are shown with their old and new places`() {
    let texts = (0...7).map(Self.text)
    let swapped = changes { $0.swapAt(2, 4) }
    #expect(swapped == ["todos[2]: \(texts[3]) → moved to [4]", "todos[4]: \(texts[5]) → moved to [2]"])
    let reversed = changes { $0[0..<3].reverse() }
    #expect(reversed == ["todos[0]: \(texts[1]) → moved to [2]", "todos[2]: \(texts[3]) → moved to [0]"])
    let swappedAndChanged = changes {
      $0.swapAt(2, 4)
      $0[2].id = 9
    }
    #expect(swappedAndChanged.first == "todos[2].id: 3 → 9")
  }

  @Test func `the cells of a board change, and do not move`() {
    var board = Array(repeating: Int?.none, count: 30)
    board[4] = 2
    var after = board
    after.swapAt(4, 5)
    #expect(differences(board, after) == ["[4]: 2 → nil", "[5]: nil → 2"])
  }

  @Test func `lists without a common element differ as a whole`() {
    let others = Self.todos.map { Todo(id: $0.id + 10, title: $0.title) }
    let whole = (1...6).map(Self.text).joined(separator: ", ")
    let cleared = changes { $0 = [] }
    #expect(cleared == ["todos: [\(whole)] → []"])
    let replaced = changes { $0 = Array(others.dropLast()) }
    #expect(replaced.map { $0.prefix(16) } == ["todos: [Todo(id:"])
  }

  @Test func `dictionaries, sets, payloads and optionals with structs show the part that differs`() {
    let base = App(
      byID: Dictionary(uniqueKeysWithValues: Self.todos.map { ($0.id, $0) }), chosen: Set(Self.todos),
      editor: Self.todos[0], screen: .list(Self.todos, isEditing: false))
    func changes(_ change: (inout App) -> Void) -> [String] {
      var after = base
      change(&after)
      return differences(base, after)
    }
    let (texts, new) = ((0...7).map(Self.text), Todo(id: 7, title: "todo 7"))
    var todos = Self.todos
    todos.remove(at: 4)
    #expect(changes { $0.byID[3]?.title = "b" } == [#"byID[3].title: "todo 3" → "b""#])
    #expect(changes { $0.editor?.notes = ["a"] } == [#"editor.notes: [] → ["a"]"#])
    let closed = changes { $0.editor = nil }
    #expect(closed == ["editor: \(texts[1]) → nil"])
    let payloadChanges = changes { $0.screen = .list(todos, isEditing: false) }
    #expect(payloadChanges == ["screen.list.0[4]: \(texts[5]) → absent"])
    let chosen = changes { $0.chosen.insert(new) }
    #expect(chosen == ["chosen: [… 6 in common] → [… 6 in common, \(texts[7])]"])
  }
}

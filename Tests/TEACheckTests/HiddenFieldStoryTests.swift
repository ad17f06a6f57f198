import TEARuntime
import Testing

@testable import TEACheck

/// A field that the `==` of its type leaves out, and that a property reads.
@Suite struct HiddenFieldStoryTests {
  enum Draft: Module {
    struct Note: Hashable {
      var id = 1
      var isDirty = false
      static func == (one: Note, other: Note) -> Bool { one.id == other.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    struct Model: Hashable { var note = Note(), saves = 0 }
    enum Message { case edit, save }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .edit: model.note.isDirty = true
      case .save where model.note.isDirty: (model.note.isDirty, model.saves) = (false, 1)
      case .save: break
      }
    }
  }

  @Test func `a step shows the hidden field beside the fields that differ by their ==`() throws {
    let result = Specification(of: Draft.self) {
      Always("saved notes are dirty") { $0.saves == 0 || $0.note.isDirty }
    }.check().exploration()
    let changes = try #require(result.counterexample).steps.map { step in step.changes.map { "\($0.path): \($0.after)" }
    }
    #expect(changes == [["note.isDirty: true"], ["saves: 1", "note.isDirty: false"]])
  }
}

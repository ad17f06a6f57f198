import TEARuntime
import Testing

@testable import TEACheck

// Texts that are typed in fields: only the present one and the examples of a field are tried.

extension HonestyTests {
  /// A name that is typed in a field.
  enum Name: Module {
    enum Message: TextMessage, Hashable {
      case typed(String)
      func carrying(_ text: String) -> Message { .typed(text) }
    }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      if case .typed(let text) = message { model = text }
    }
    static func view(for model: String) -> ViewTree<Message> {
      .field(ViewField(text: model, change: .typed(model), examples: [.typed("a")]))
    }
  }

  @Test func `a check of a field in which only its examples are typed is complete only within its scope`() {
    let note =
      "texts typed in fields of the view were cut to the present one and the examples of the field; for others, write Messages"
    let byView = run(Specification(of: Name.self) { Always("never boom") { $0 != "boom" } })
    #expect(byView.notes.contains(note) && byView.coverage == .completeWithinScope && byView.states == 2)
    let recovers = run(Specification(of: Name.self) { Recovers("boom") { $0 == "boom" } })
    #expect(recovers.verdict == .inconclusive)
    let declared = run(Specification(of: Name.self) { Messages(of: .model) { _ in [.typed("a")] } })
    #expect(!declared.notes.contains(note) && declared.coverage == .complete)
  }

  /// A parent of ``Name``, whose own messages do not conform to `TextMessage`.
  enum Form: Module {
    enum Message: Hashable { case name(Name.Message) }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      switch message {
      case .name(let message): Name.update(for: message, model: &model, perform: perform)
      }
    }
    static func view(for model: String) -> ViewTree<Message> { Name.view(for: model).map(Message.name) }
  }

  @Test func `a check of a child's field in a parent is complete only within its scope`() {
    let note =
      "texts typed in fields of the view were cut to the present one and the examples of the field; for others, write Messages"
    let byView = run(Specification(of: Form.self) { Always("never boom") { $0 != "boom" } })
    #expect(byView.notes.contains(note) && byView.coverage == .completeWithinScope && byView.states == 2)
    let recovers = run(Specification(of: Form.self) { Recovers("boom") { $0 == "boom" } })
    #expect(recovers.verdict == .inconclusive)
    let declared = run(Specification(of: Form.self) { Messages(of: .model) { _ in [.name(.typed("a"))] } })
    #expect(!declared.notes.contains(note) && declared.coverage == .complete)
  }

  /// The form with a view of its own around the field.
  enum FramedForm: Module {
    typealias Message = Form.Message
    struct Frame: MessageCarrying {
      var title: String?
      var fields: [ViewField<Name.Message>]
      var messages: [Form.Message] { fields.messages.map(Form.Message.name) }
    }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Form.Message, model: inout String, perform: (Command) -> Void) {
      Form.update(for: message, model: &model, perform: perform)
    }
    static func view(for model: String) -> Frame {
      Frame(fields: [ViewField(text: model, change: .typed(model), examples: [.typed("a")])])
    }
  }

  @Test func `a check of a field inside of a view of one's own is complete only within its scope`() {
    let byView = run(Specification(of: FramedForm.self) { Always("never boom") { $0 != "boom" } })
    #expect(byView.coverage == .completeWithinScope && byView.states == 2)
  }

  /// A text to which each example of its field adds a letter.
  enum Lengthening: Module {
    enum Message: Hashable { case name(Name.Message) }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      if case .name(.typed(let text)) = message { model = text }
    }
    static func view(for model: String) -> ViewTree<Message> {
      ViewTree<Name.Message>.field(ViewField(text: model, change: .typed(model), examples: [.typed(model + "a")]))
        .map(Message.name)
    }
  }

  @Test func `a counterexample after a field is shortest only within the scope`() {
    let second = run(Specification(of: Lengthening.self) { Always("never aa") { $0 != "aa" } })
    #expect(second.finding?.contains("2 steps · shortest within the scope · ") == true, "\(second.finding ?? "")")
    // No text that is typed at the start leads there in less than a step.
    let first = run(Specification(of: Lengthening.self) { Always("never a") { $0 != "a" } })
    #expect(first.finding?.contains("1 step · shortest · ") == true, "\(first.finding ?? "")")
  }
}

import TEARuntime
import Testing

@Suite struct ViewFieldTests {
  private struct Done: TextMessage, Hashable {
    /// The title of a button; for a field, `change` or `end`.
    var deed: String
    /// The typed text; `nil` for a button.
    var text: String?

    func carrying(_ text: String) -> Done { self.text == nil ? self : Done(deed: deed, text: text) }
  }

  private typealias Tree = ViewTree<Done>

  private static func button(_ title: String) -> Tree { .button(Done(deed: title), label: .text(title)) }

  /// A field that may send a message for each change of its text, and one at the end of the typing.
  private static func field(
    _ text: String, placeholder: String = "", hasChange: Bool = true, hasEnd: Bool = true
  ) -> Tree {
    .field(
      ViewField(
        text: text, placeholder: placeholder, change: hasChange ? Done(deed: "change", text: text) : nil,
        end: hasEnd ? Done(deed: "end", text: text) : nil, examples: [Done(deed: "change", text: "example")]))
  }

  private static let form = Tree.stack(
    .vertical, [button("a"), field("tea"), button("b"), field("", hasChange: false)])

  /// The focus after a number of steps forward.
  private static func focus(_ steps: Int, in tree: Tree = form) -> Focus {
    var focus = Focus()
    for _ in 0..<steps { focus.moveForward(in: tree) }
    return focus
  }

  @Test func `a field carries the message of Return and examples, and the focus stops at it once`() {
    #expect(
      Self.form.messages == [
        Done(deed: "a"), Done(deed: "end", text: "tea"), Done(deed: "change", text: "example"), Done(deed: "b"),
        Done(deed: "end", text: ""), Done(deed: "change", text: "example"),
      ])
    #expect(Self.form.stops == [0, 1, 3, 4])
    #expect([Self.form, Self.form].stops == [0, 1, 3, 4, 6, 7, 9, 10])
    #expect(Optional(Self.form).stops == [0, 1, 3, 4])
    #expect((0..<5).map { Self.focus($0).index(in: Self.form) } == [0, 1, 3, 4, 0])
    var focus = Focus()
    focus.moveBackward(in: Self.form)
    #expect(focus.index(in: Self.form) == 4)
  }

  @Test func `a field is found by the place of its first message`() {
    #expect((0..<7).map { Self.form.field(at: $0)?.text } == [nil, "tea", nil, nil, "", nil, nil])
    let nested = Tree.button(Done(deed: "outer"), label: Self.field("in"))
    #expect(nested.field(at: 1)?.text == "in")
    #expect(nested.stops == [0, 1])
  }

  @Test func `what is typed is shown in no field that sends nothing, such as in the label of a button before it`() {
    let silent = Self.field("silent", hasChange: false, hasEnd: false)
    let tree = Tree.stack(.vertical, [silent, .button(Done(deed: "a"), label: silent), Self.field("tea"), silent])
    var focus = Self.focus(1, in: tree)
    _ = focus.type("s", in: tree)
    #expect(focus.shown(in: tree).texts == ["silent", "silent", "teas", "silent"])
  }

  @Test func `a field is drawn in braces, with its placeholder, and with a cursor in focus`() {
    let tree = Tree.stack(.vertical, [Self.field("tea"), Self.field("", placeholder: "name"), Self.field("")])
    #expect(tree.lines(width: 20) == ["{ tea }", "{ name }", "{  }"])
    #expect(tree.lines(width: 20, focus: 0).first == "{>tea_<}")
    #expect(tree.lines(width: 20, focus: 2)[1] == "{>_<}")
    #expect(Self.field("abcdefghij").lines(width: 10, focus: 0) == ["{>fghij_<}"])
    #expect(Self.field("a\u{1B}b").lines(width: 20) == ["{ a\\u{1B}b }"])
  }

  @Test func `a field shows the end of a long text, however long the text is`() {
    let text = String(repeating: "x", count: 20_000) + "お茶です"
    #expect(Self.field(text).lines(width: 12) == ["{ お茶です }"])
    #expect(Self.field(text).lines(width: 13) == ["{ xお茶です }"])
    // A character of two columns does not fit into one.
    #expect(Self.field(text).lines(width: 11) == ["{ 茶です }"])
    #expect(Self.field(text).lines(width: 12, focus: 0) == ["{>茶です_<}"])
    #expect(Self.field(text).lines(width: 1) == ["{"])
  }

  @Test func `a button below a field is drawn in focus, although the field has several messages`() {
    #expect(
      Self.form.lines(width: 20, focus: Self.focus(2).index(in: Self.form)) == ["[ a ]", "{ tea }", "[>b<]", "{  }"])
  }

  @Test func `each key changes the text, and Return ends it`() {
    var focus = Self.focus(1)
    #expect(focus.type("s", in: Self.form) == Done(deed: "change", text: "teas"))
    #expect(focus.type("!", in: Self.form) == Done(deed: "change", text: "teas!"))
    #expect(focus.deleteBackward(in: Self.form) == Done(deed: "change", text: "teas"))
    #expect(focus.shown(in: Self.form).lines(width: 20)[1] == "{ teas }")
    #expect(focus.press(in: Self.form) == Done(deed: "end", text: "teas"))
    #expect(focus.shown(in: Self.form) == Self.form)
  }

  @Test func `a field without messages for changes keeps the draft until the view is shown anew`() {
    var focus = Self.focus(3)
    #expect(focus.type("x", in: Self.form) == nil)
    #expect(focus.type("y", in: Self.form) == nil)
    #expect(focus.shown(in: Self.form).texts == ["a", "tea", "b", "xy"])
    var updatedFocus = focus
    updatedFocus.viewDidUpdate()
    #expect(updatedFocus.shown(in: Self.form) == Self.form)
    #expect(focus.press(in: Self.form) == Done(deed: "end", text: "xy"))
  }

  @Test func `the typing ends once when the focus goes elsewhere`() {
    var focus = Self.focus(1)
    #expect(focus.leave(Self.form) == nil)
    _ = focus.type("s", in: Self.form)
    #expect(focus.leave(Self.form) == Done(deed: "end", text: "teas"))
    #expect(focus.leave(Self.form) == nil)
    _ = focus.type("s", in: Self.form)
    focus.moveForward(in: Self.form)
    #expect(focus.leave(Self.form) == nil)
  }

  @Test func `to leave a field that an update replaced by a button does not press the button`() {
    var focus = Self.focus(1)
    _ = focus.type("s", in: Self.form)
    focus.viewDidUpdate()
    #expect(focus.leave(Tree.stack(.vertical, [Self.button("a"), Self.button("b")])) == nil)
  }

  @Test func `typing does nothing to a button or a field without messages, nor Backspace to an empty text`() {
    var focus = Focus()
    #expect(focus.type("x", in: Self.form) == nil)
    #expect(focus.press(in: Self.form) == Done(deed: "a"))
    let silent = Self.field("x", hasChange: false, hasEnd: false)
    #expect(silent.messages == [])
    #expect(focus.index(in: silent) == nil)
    #expect(focus.type("x", in: silent) == nil)
    #expect(focus.deleteBackward(in: Self.field("")) == nil)
  }

  @Test func `map changes the messages of a field, and nothing else`() {
    #expect(Self.form.map { $0 } == Self.form)
    #expect(Self.field("tea").map(\.deed).messages == ["end", "change"])
    // A message that carries no text is sent as it is.
    #expect(ViewField(text: "", change: 1, end: 2).changed(to: "x") == 1)
    #expect(ViewField(text: "", change: 1, end: 2).ended(with: "x") == 2)
    #expect(Self.field("tea").map(\.deed).field(at: 0)?.ended(with: "tea") == "end")
  }

  @Test func `a text that is typed in a mapped field traps where the parent's messages cannot carry it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ViewFieldTests.field("tea").map(\.deed).field(at: 0)?.changed(to: "teas")
    }
    #expect(
      result.standardError.contains(
        "a field has messages of type String, which cannot carry the typed text; conform String to TextMessage"))
  }
}

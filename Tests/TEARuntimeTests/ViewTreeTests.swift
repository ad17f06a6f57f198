import TEARuntime
import Testing

@Suite struct ViewTreeTests {
  private typealias Tree = ViewTree<String>

  private static func button(_ message: String) -> Tree { .button(message, label: .text(message)) }

  @Test func `messages are in reading order, a button before those in its label`() {
    let tree = Tree.stack(
      .vertical,
      [
        Self.button("a"), .text("no message"),
        .stack(
          .horizontal, [.button("b", label: .stack(.horizontal, [.text("b"), Self.button("c")])), Self.button("a")]),
        .image(.named("picture")), .progress(nil),
      ])
    #expect(tree.messages == ["a", "b", "c", "a"])
    #expect(tree.texts == ["a", "no message", "b", "c", "a"])
  }

  @Test func `map changes the messages and nothing else`() {
    let tree = Tree.stack(
      .horizontal, spacing: 3, distribution: .equal,
      [Self.button("a"), .progress(0.5), .image(.symbol("star")), .stack(.vertical, [Self.button("bc")])])
    #expect(tree.map { $0 } == tree)
    #expect(tree.map(\.count).messages == [1, 2])
    #expect(tree.map(\.count).map { $0 + 1 } == tree.map { $0.count + 1 })
    #expect(tree.map(\.count).lines(width: 40) == tree.lines(width: 40))
  }

  @Test func `a stack is drawn as lines, and the focus is in arrows`() {
    let tree = Tree.stack(
      .vertical, spacing: 10,
      [Self.button("Increase (+)"), .text("Current: 0"), Self.button("Decrease (-)")])
    #expect(
      tree.lines(width: 40, focus: 1) == [
        "[ Increase (+) ]",
        "",
        "Current: 0",
        "",
        "[>Decrease (-)<]",
      ])
    #expect(tree.lines(width: 40).last == "[ Decrease (-) ]")
  }

  @Test func `parts beside each other are aligned at the top`() {
    let tree = Tree.stack(
      .horizontal, spacing: 16,
      [.stack(.vertical, [.text("one"), .text("three")]), .progress(0.25), .image(.named("cat")), .progress(nil)])
    #expect(
      tree.lines(width: 60) == [
        "one    ##-------- 25%  <cat>  …",
        "three",
      ])
  }

  @Test func `equal parts are as large as the largest`() {
    let columns = Tree.stack(.horizontal, distribution: .equal, [.text("a"), .text("long"), .text("b")])
    #expect(columns.lines(width: 40) == ["a    long b"])
    let rows = Tree.stack(.vertical, distribution: .equal, [.text("a"), .text("b\nb"), .text("c")])
    #expect(rows.lines(width: 40) == ["a", "", "b", "b", "c", ""])
  }

  @Test func `texts are wrapped between words, and long words within`() {
    #expect(Tree.text("to be or not to be").lines(width: 8) == ["to be or", "not to", "be"])
    #expect(Tree.text("  to be or not").lines(width: 8) == ["  to be", "or not"])
    #expect(Tree.text("incomprehensible").lines(width: 6) == ["incomp", "rehens", "ible"])
    #expect(Tree.text("日本語").lines(width: 4) == ["日本", "語"])
    #expect(Tree.button("", label: .text("日本語")).lines(width: 8) == ["[ 日本 ]", "[ 語   ]"])
    #expect(Tree.text("日").lines(width: 1) == [""])
    #expect(Tree.text("").lines(width: 5) == [""])
  }

  @Test func `no line is wider than the screen`() {
    let tree = Tree.stack(
      .horizontal, [Self.button("one two three"), Self.button("four five six"), .progress(1), .image(.named("seven"))])
    for width in 1...60 {
      #expect(tree.lines(width: width).allSatisfy { $0.count <= width })
    }
  }

  @Test func `text cannot drive the terminal`() {
    #expect(Tree.text("a\u{1B}[2Jb\u{7}").lines(width: 40) == ["a\\u{1B}[2Jb\\u{7}"])
  }

  @Test(arguments: [(-1, "---------- 0%"), (0.999, "#########- 99%"), (7, "########## 100%"), (.nan, "…")])
  func `progress stays between 0% and 100%, and a NaN is shown as unknown progress`(fraction: Double, line: String) {
    #expect(Tree.progress(fraction).lines(width: 40) == [line])
  }
}

@Suite struct FocusTests {
  private static func menu(_ count: Int) -> ViewTree<Int> {
    .stack(.vertical, (0..<count).map { .button($0, label: .text("\($0)")) })
  }

  @Test func `the focus goes round`() {
    var focus = Focus()
    var seen: [Int?] = []
    for _ in 0..<4 {
      seen.append(focus.message(in: Self.menu(3)))
      focus.moveForward(in: Self.menu(3))
    }
    #expect(seen == [0, 1, 2, 0])
    focus = Focus()
    focus.moveBackward(in: Self.menu(3))
    #expect(focus.message(in: Self.menu(3)) == 2)
  }

  @Test func `the focus is on the last message of a view that became shorter, and comes back`() {
    var focus = Focus()
    focus.moveBackward(in: Self.menu(3))
    #expect(focus.index(in: Self.menu(2)) == 1)
    #expect(focus.index(in: Self.menu(3)) == 2)
    focus.moveBackward(in: Self.menu(2))
    #expect(focus.index(in: Self.menu(3)) == 0)
  }

  @Test func `where there is nothing to send, nothing is in focus`() {
    var focus = Focus()
    focus.moveForward(in: Self.menu(0))
    #expect(focus.message(in: Self.menu(0)) == nil)
    #expect(focus.message(in: Self.menu(1)) == 0)
  }

  @Test func `arrays and optionals of views carry their messages`() {
    #expect([Self.menu(2), Self.menu(1)].messages == [0, 1, 0])
    #expect(Optional(Self.menu(1)).messages == [0])
    #expect(ViewTree<Int>?.none.messages == [])
  }
}

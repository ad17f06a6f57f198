import TEARuntime
import Testing

@testable import PoppelStyle

/// The signature of a PNG file, which is eight bytes long, and two more bytes.
private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]

@Suite struct PoppelViewTests {
  // MARK: Pictures

  @Test func `a terminal shows a picture's name, or its description`() throws {
    let data = try #require(ImageData(data: png))
    let pictures = VStack<Never> {
      Image("logo")
      Image(systemName: "gear")
      Image(uiImage: data)
      Image(data, description: "a cherry tree").resizable()
    }
    #expect(pictures.tree.lines(width: 40) == ["<logo>", "<gear>", "<PNG of 10 bytes>", "<a cherry tree>"])
    #expect(pictures.tree.texts == [])
  }

  @Test func `pictures are compared by their bytes and by the way in which they are sized`() throws {
    let data = try #require(ImageData(data: png))
    let other = try #require(ImageData(data: png + [3]))
    #expect(Image<Never>(uiImage: data).tree == Image<Never>(uiImage: data).tree)
    #expect(Image<Never>(uiImage: data).tree != Image<Never>(uiImage: other).tree)
    #expect(Image<Never>("a").tree != Image<Never>("a").resizable().tree)
    #expect(data != other)
  }

  @Test(arguments: [
    (png, ImageData.Format.png),
    ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
    (Array("GIF89a".utf8), .gif),
    (Array("RIFF1234WEBPVP8 ".utf8), .webp),
  ])
  func `the first bytes say the format`(bytes: [UInt8], format: ImageData.Format) {
    #expect(ImageData(data: bytes)?.format == format)
    #expect(ImageData(data: bytes)?.bytes == bytes)
  }

  @Test(arguments: ["", "GIF", "<html>", "RIFF1234WAVE", "RIFF1234WEB"])
  func `other bytes are no picture`(text: String) { #expect(ImageData(data: text.utf8) == nil) }

  // MARK: Builders

  /// A component that the test defines, with conditionals at the top of its tree.
  private struct Row: Component {
    var state: Int

    @ComponentBuilder var tree: ViewTree<String> {
      if state == 0 {
        Text<String>("zero")
      } else {
        switch state {
        case 1: Button(onClick: "one") { Text("one") }
        case 2:
          Text<String>("two")
          Text<String>("lines")
        case 3: EmptyComponent<String>()
        case 4: if state == 5 { Text<String>("never") }
        default: for number in 0..<state { Text<String>("\(number)") }
        }
      }
    }
  }

  @Test func `conditionals and loops may stand at the top of a component's tree`() {
    #expect(Row(state: 0).tree == .text("zero"))
    #expect(Row(state: 1).tree == .button("one", label: .text("one")))
    #expect(Row(state: 2).tree == .stack(.vertical, [.text("two"), .text("lines")]))
    #expect(Row(state: 3).tree.lines(width: 10) == [])
    #expect(Row(state: 4).tree.lines(width: 10) == [])
    #expect(Row(state: 5).tree.texts == ["0", "1", "2", "3", "4"])
  }

  @Test func `a stack takes more than ten parts`() {
    let stack = VStack<Int> {
      Text("1")
      Text("2")
      Text("3")
      Text("4")
      Text("5")
      Text("6")
      Text("7")
      Text("8")
      Text("9")
      Text("10")
      Text("11")
      Button(onClick: 12) { Text("12") }
    }
    #expect(stack.tree.texts == (1...12).map { "\($0)" })
    #expect(stack.tree.messages == [12])
  }

  @Test func `an empty component takes no space`() {
    let stack = VStack<String>(spacing: 16) {
      Text("a")
      EmptyComponent()
      Row(state: 3)
      Text("b")
    }
    // The spacing of 16 points is one empty line.
    #expect(stack.tree.lines(width: 10) == ["a", "", "b"])
  }

  @Test func `an app's view chooses between two views by its model`() {
    let app = Poppel.app(
      initial: false,
      view: { isLoading in
        if isLoading {
          VStack {
            ProgressView<Bool>()
            Image<Bool>("sky").resizable()
          }
        } else {
          Button(onClick: true) { Text("load") }
        }
      },
      update: { message, _ in (message, { _ in }) })
    let program = app.makeProgram()
    #expect(program.view.messages == [true])
    program.dispatch(true)
    #expect(program.view.lines(width: 10) == ["…", "<sky>"])
  }

  // MARK: Apps

  @MainActor private struct Counter: Poppel.App {
    let container = Poppel.app(
      initial: 0,
      view: { count in
        if count < 2 {
          Button(onClick: 1) { Text("\(count)") }
          Button(onClick: -1) { Text("less") }
        } else {
          Text<Int>("done")
        }
      },
      // A press is answered by a message that changes nothing.
      update: { (message: Int, count: Int) in (count + message, message == 0 ? { _ in } : { $0(0) }) })
  }

  @Test @MainActor func `without SwiftUI, an app is shown line by line, and numbers press its buttons`() async {
    let hint = "1, 2 and return press a button, q quits"
    #expect(
      await screen(of: Counter().container, typing: ["2", "", "7", "one", "1", "1", "1", "1"]) == [
        "[ 0 ]", "[ less ]", hint,
        "[ -1 ]", "[ less ]", hint,
        hint, hint,
        "[ 0 ]", "[ less ]", hint,
        "[ 1 ]", "[ less ]", hint,
        "done", "q quits",
        "q quits",
      ])
  }

  @Test @MainActor func `q ends an app`() async {
    let screen = await screen(of: Counter().container, typing: ["1", "q", "1"])
    // Two screens of three lines: the start, and the screen after the first “1”.
    #expect(screen.count == 6)
    #expect(screen[3] == "[ 1 ]")
  }

  /// A field for which a check has examples, and a button.
  private struct Form: Component {
    let count: Int

    var tree: ViewTree<Int> {
      .stack(
        .vertical,
        [.field(ViewField(text: "", change: 10, examples: [20, 30])), .button(1, label: .text("\(count)"))])
    }
  }

  @Test @MainActor func `the examples of a field have no numbers`() async {
    let app = Poppel.sandbox(
      initial: 0, view: { Form(count: $0) }, update: { (message: Int, count: Int) in count + message })
    let shown = await screen(of: app, typing: ["2", "3"])
    let hint = "1, 2 and return press a button, q quits"
    #expect(shown.filter { $0.hasSuffix("q quits") } == [hint, hint, hint])
    #expect(shown.contains("[ 1 ]"))
  }

  @Test func `the smallest number presses no button`() async {
    await #expect(processExitsWith: .success) { await Self.typeSmallestNumber() }
  }

  @MainActor private static func typeSmallestNumber() async {
    _ = await PoppelViewTests().screen(of: Counter().container, typing: ["\(Int.min)"])
  }

  @MainActor private func screen<Model, Message, AppCommand>(
    of app: AppContainer<Model, Message, AppCommand>, typing lines: [String]
  ) async -> [String] {
    let input = AsyncStream { continuation in
      lines.forEach { continuation.yield($0) }
      continuation.finish()
    }
    var shown: [String] = []
    await LineScreen.run(app.makeProgram(), input: input) { shown.append($0) }
    return shown
  }
}

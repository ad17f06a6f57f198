import PoppelCounterApp
import PoppelStyle
import Synchronization
import TEARuntime
import Testing

@Suite(.timeLimit(.minutes(20))) struct PoppelTests {
  @Test func `the counter shows buttons that change it`() {
    let program = app.makeProgram()
    #expect(program.view.texts == ["Increase (+)", "Current: 0", "Decrease (-)"])
    let messages = program.view.messages
    #expect(messages == [.increase, .decrease])
    for message in [messages[0], messages[0], messages[1]] { program.dispatch(message) }
    #expect(program.view.texts[1] == "Current: 1")
  }

  @Test func `a stopped program takes no messages, and a resumed one goes on where it was`() throws {
    let program = app.makeProgram()
    program.dispatch(.increase)
    program.stop()
    program.dispatch(.increase)
    #expect(program.model.state == 1)
    try program.resume()
    program.dispatch(.increase)
    #expect(program.model.state == 2)
    #expect(program.droppedMessageCount == 1)
  }

  @Test func `what is sent while a step runs reaches the model that the step left`() {
    let program = app.makeProgram()
    let eager = Viewer<Poppel.Module<Int, PoppelCounterApp.Message, Never>> { program, view in
      if view.texts[1] == "Current: 1" { program.dispatch(.increase, .increase) }
    }
    program.setDelegate(eager)
    program.dispatch(.increase)
    #expect(program.model.state == 3)
  }

  @Test func `messages from many threads are all counted`() async {
    let counter = Poppel.sandbox(initial: 0, view: { Text<Int>("\($0)") }, update: { $0 + $1 })
    let program = counter.makeProgram()
    let mailbox = program.mailbox
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          for _ in 0..<100 { mailbox.dispatch(1) }
        }
      }
    }
    program.receive()
    #expect(program.model.state == 800)
  }

  @Test func `a view has conditionals, loops and lists`() {
    func shown(_ names: [String], isLoading: Bool) -> ViewTree<String> {
      VStack {
        if isLoading { ProgressView() }
        if names.isEmpty {
          Text("nobody")
        } else {
          for name in names { Text(name) }
          HStack(spacing: 8) {
            ForEach(names) { name in
              Button(onClick: name) {
                Image(systemName: "person")
                Text(name)
              }
            }
          }
        }
        ProgressView(value: 1, total: 4)
      }.tree
    }
    #expect(
      shown([], isLoading: true) == .stack(.vertical, [.progress(nil), .text("nobody"), .progress(0.25)]))
    #expect(
      shown(["Ann", "Bo"], isLoading: false).lines(width: 60, focus: 1) == [
        "Ann", "Bo", "[ <person> Ann ] [><person> Bo<]", "##-------- 25%",
      ])
    #expect(shown(["Ann", "Bo"], isLoading: false).messages == ["Ann", "Bo"])
  }

  @Test func `progress stays between none and all for values beyond the total, and for totals of zero or less`() {
    #expect(ProgressView<Int>(value: 0, total: 0).tree == .progress(0))
    #expect(ProgressView<Int>(value: 3, total: 0).tree == .progress(1))
    #expect(ProgressView<Int>(value: .nan).tree == .progress(0))
    #expect(ProgressView<Int>(value: 3, total: 2).tree == .progress(1))
    #expect(ProgressView<Int>(value: -1, total: 2).tree == .progress(0))
    #expect(ProgressView<Int>(value: 1, total: -2).tree == .progress(0))
  }

  @Test func `a part's messages become its parent's`() {
    enum Parent: Hashable { case left(PoppelCounterApp.Message), right(PoppelCounterApp.Message) }
    func row() -> Button<PoppelCounterApp.Message> { Button(onClick: .increase) { Text("+") } }
    let both = HStack {
      row().map(Parent.left)
      row().map(Parent.right)
    }
    #expect(both.tree.messages == [.left(.increase), .right(.increase)])
  }

  @Test func `commands are carried out, and their replies reach update`() async {
    let asked = Mutex<[String]>([])
    let gate = Gate()
    let search = Poppel.app(
      initial: ("", ["first"]),
      view: { result in
        VStack {
          Button(onClick: SearchMessage.search("second")) { Text("search") }
          Text(result)
        }
      },
      update: { message, result in
        switch message {
        case .search(let query): (result, [query])
        case .found(let found): (result + found, [])
        }
      },
      perform: { query, reply in
        await gate.waitUntilOpen()
        asked.withLock { $0.append(query) }
        reply(.found(query + "! "))
      })
    let texts = await shownTexts(of: search, opening: gate, until: "first! ")
    #expect(texts == ["", "first! "])
    #expect(asked.withLock { $0 } == ["first"])
  }

  @Test func `an error of a command becomes a message`() async {
    struct Offline: Error {}
    let gate = Gate()
    let search = Poppel.app(
      initial: ("", ["first"]), view: { Text<SearchMessage>($0) },
      update: { message, result in
        if case .found(let found) = message { (found, []) } else { (result, []) }
      },
      perform: { _, _ in
        await gate.waitUntilOpen()
        throw Offline()
      },
      onFailure: { query, error in .found("no \(query): \(error)") })
    let texts = await shownTexts(of: search, opening: gate, until: "no first: Offline()")
    #expect(texts == ["", "no first: Offline()"])
  }

  /// The last text of each view that a program of the main actor shows, until that text is `last`; the first view opens the
  /// gate.
  @MainActor private func shownTexts(
    of search: AppContainer<String, SearchMessage, String>, opening gate: Gate, until last: String
  ) async -> [String] {
    let (views, continuation) = AsyncStream.makeStream(of: String.self)
    let program = search.makeProgram()
    let viewer = Viewer<Poppel.Module<String, SearchMessage, String>> { _, view in
      continuation.yield(view.texts.last ?? "")
      gate.open()
    }
    program.setDelegate(viewer)
    var shown: [String] = []
    for await view in views {
      shown.append(view)
      if view == last { break }
    }
    return shown
  }
}

/// Delays the answer of a command until the delegate has received a view.
///
/// Otherwise, the delegate might receive only the view after the answer.
private struct Gate: Sendable {
  private let ends = AsyncStream.makeStream(of: Never.self)

  func open() { ends.continuation.finish() }

  func waitUntilOpen() async { for await _ in ends.stream {} }
}

private enum SearchMessage {
  case search(String)
  case found(String)
}

/// A delegate that passes each view to a function.
final class Viewer<M: TEARuntime.Module>: Delegate {
  typealias Module = M

  private let show: (Program<M>, M.View) -> Void

  init(_ show: @escaping (Program<M>, M.View) -> Void) { self.show = show }

  func program(_ program: Program<M>, didUpdate view: M.View) { show(program, view) }
}

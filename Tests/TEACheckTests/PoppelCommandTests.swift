import PoppelStyle
import TEACheck
import Testing

private struct Album: Hashable {
  var page = 0
  var picture: Int?
}

private enum Message: Hashable { case turn, loaded(Int), failed }

/// An album that loads the picture of each page, and shows whatever is loaded last.
private func album(
  load: @escaping @Sendable (Int) -> Command<Message>
) -> AppContainer<Album, Message, FunctionCommand<Message>> {
  Poppel.app(
    initial: Album(),
    command: load(0),
    view: { album in
      VStack {
        if album.page < 2 { Button(onClick: Message.turn) { Text("turn") } }
        Text(album.picture.map { "\($0)" } ?? "no picture")
      }
    },
    update: { message, album in
      var album = album
      switch message {
      case .turn:
        album.page += 1
        return (album, load(album.page))
      case .loaded(let picture): album.picture = picture
      case .failed: album.picture = nil
      }
      return (album, { _ in })
    })
}

/// A loader that calls back at once with every possible answer.
private func answers(to page: Int) -> Command<Message> {
  { callback in
    callback(.loaded(page))
    callback(.failed)
  }
}

/// The limits and possibilities of commands that are functions, as the page of PoppelStyle describes them.
@Suite struct PoppelCommandTests {
  @Test func `programs whose commands are functions are checked by their answers`() throws {
    let check = Specification(of: Poppel.Module<Album, Message, Answers<Message>>.self) {
      Start(with: [album(load: answers).answering()])
      Messages { $0.messages }
      Replies { $0.messages }
      Always("the picture is that of the page, once all is loaded", of: .world) { world in
        let album = world.model.state
        return !world.outstanding.isEmpty || album.picture == nil || album.picture == album.page
      }
    }.check("answers", depth: 20).knownIssue("an older picture may come later", steps: 3, worlds: 18)
    let steps = try #require(try check.run().counterexample).steps
    #expect(steps.count == 3)
  }

  @Test func `without answers, the steps of people are checked, and a note says what is missing`() throws {
    let result = try Specification(of: Poppel.Module<Album, Message, FunctionCommand<Message>>.self) {
      Start(with: [album(load: answers)])
      Messages { $0.messages }
      Always("there are three pages") { (0...2).contains($0.state.page) }
    }.check("functions", depth: 20).run()
    #expect(result.verdict == .passed)
    #expect(result.coverage == .completeWithinScope)
    #expect(result.states == 3)
    #expect(result.notes.contains { $0.contains("nothing says what they bring") })
  }

  @Test func `replies to commands that are functions are an error`() {
    let check = Specification(of: Poppel.Module<Album, Message, FunctionCommand<Message>>.self) {
      Start(with: [album(load: answers)])
      Messages { $0.messages }
      Replies { _ in [.failed] }
      Always("there are three pages") { (0...2).contains($0.state.page) }
    }.check("functions", depth: 20)
    #expect { try check.run() } throws: { "\($0)".contains("which has no equality") }
  }
}

// MARK: Functions as parts of a model

/// A program whose button disappears at a limit. Each call of `counter` makes functions of its own, and so another program.
private func counter(upTo limit: Int) -> AppContainer<Int, Tap, FunctionCommand<Tap>> {
  Poppel.app(initial: 0) { count in
    VStack { if count < limit { Button(onClick: Tap.up) { Text("up") } } }
  } update: { _, count in
    (count + 1, { _ in })
  }
}

private enum Tap: Hashable { case up }

/// A parent that keeps the model of a child, with its functions, in an optional and in the payloads of an enum.
private enum Parent: Module {
  typealias Child = Poppel.Module<Int, Tap, FunctionCommand<Tap>>
  enum Page { case closed, open(Child.Model), several(Child.Model, note: String) }
  struct Model { var child: Child.Model?; var page = Page.closed; var steps = 0 }
  enum Message: Hashable { case open, tap, show }

  static func start(with flags: Void, perform: (Never) -> Void) -> Model { Model(child: nil) }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    model.steps = min(model.steps + 1, 4)
    switch message {
    case .open: model.child = Child.start(with: counter(upTo: 2), perform: { _ in })
    case .tap: if model.child != nil { Child.update(for: .up, model: &model.child!, perform: { _ in }) }
    case .show:
      guard let child = model.child else { return }
      model.page = model.steps % 2 == 0 ? .open(child) : .several(child, note: "\(child.state)")
    }
  }

  static func view(for model: Model) -> Int {
    let shownChild: Child.Model? =
      switch model.page {
      case .closed: nil
      case .open(let child), .several(let child, _): child
      }
    return [model.child, shownChild].compactMap { $0 }.reduce(0) { $0 + Child.view(for: $1).messages.count }
  }
}

/// A program that counts up to a limit, which its function has captured.
private func picker(_ count: Int) -> AppContainer<Int, Pick, Never> {
  Poppel.sandbox(initial: 0, view: { Text<Pick>("\($0)") }, update: { _, index in min(index + 1, count - 1) })
}

private enum Pick: Hashable { case next }

/// A parent of two programs of one type with different functions. A search cannot tell the functions apart.
private enum Form: Module {
  typealias Picker = Poppel.Module<Int, Pick, Never>
  struct Model { var size: Picker.Model?, color: Picker.Model? }
  enum Message: Hashable, CaseIterable { case size, color }

  static func start(with flags: Void, perform: (Never) -> Void) -> Model {
    Model(
      size: Picker.start(with: picker(2), perform: perform), color: Picker.start(with: picker(3), perform: perform))
  }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    switch message {
    case .size: Picker.update(for: .next, model: &model.size!, perform: perform)
    case .color: Picker.update(for: .next, model: &model.color!, perform: perform)
    }
  }
}

extension PoppelCommandTests {
  @Test func `several programs inside of a model limit the result`() throws {
    let result = try Specification(of: Form.self) {
      Always("two colours") { ($0.color?.state ?? 0) < 2 }
    }.check("form").run()
    #expect(result.coverage != .complete, "\(result)")
    #expect(result.notes.contains("the model holds a function at size.app: what it has captured is not seen"))
  }

  @Test func `the program that is checked does not limit the result by its own functions`() throws {
    let result = try Specification(of: Form.Picker.self) {
      Start(with: [picker(3)])
      Messages { _ in [.next] }
    }.check("picker").run()
    #expect(result.coverage == .complete)
  }

  @Test func `a program as the state of another limits the result`() throws {
    let inner = Parent.Child.start(with: counter(upTo: 1), perform: { _ in })
    let app = Poppel.sandbox(initial: inner, view: { _ in Text<Tap>("") }, update: { _, inner in inner })
    let result = try Specification(of: Poppel.Module<Parent.Child.Model, Tap, Never>.self) {
      Start(with: [app])
      Messages { _ in [.up] }
    }.check("nested").run()
    #expect(result.notes.contains("the model holds a function at state.app: what it has captured is not seen"))
  }

  @Test func `functions in the payload of an enum are kept in every world`() throws {
    let result = try Specification(of: Parent.self) {
      Start(with: [()])
      Messages { _ in [.open, .tap, .show] }
      Always("the view is made by the child's functions") { (0...2).contains(Parent.view(for: $0)) }
      Sometimes("a child counts") { ($0.child?.state ?? 0) > 1 }
      Sometimes("a child is shown") { if case .several(let child, _) = $0.page { child.state == 1 } else { false } }
    }.check("parent", depth: 6).run()
    #expect(result.verdict == .passed, "\(result)")
  }

  @Test func `starts with different programs are an error`() {
    let check = Specification(of: Poppel.Module<Int, Tap, FunctionCommand<Tap>>.self) {
      Start(with: [counter(upTo: 1), counter(upTo: 3)])
      Messages { $0.messages }
      Always("it stops at one") { $0.state <= 1 }
    }.check("counters")
    #expect {
      try check.run()
    } throws: {
      "\($0)".contains("starts with several programs")
    }
  }

  @Test func `several starts of one program are checked`() throws {
    let app = counter(upTo: 3)
    let result = try Specification(of: Poppel.Module<Int, Tap, FunctionCommand<Tap>>.self) {
      Start(with: [app, app])
      Messages { $0.messages }
    }.check("counters").run()
    #expect(result.verdict == .passed)
    #expect(result.states == 4)
  }
}

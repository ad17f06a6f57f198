import Foundation
import PoppelStyle
import TEARuntime
import Testing

// A call of each name of Sources/TEARuntime/Styles/Poppel/PoppelStyle.docc/Seed.md, below a comment that is the name.
// `NamePageTests` looks for these comments.

private enum Message: Hashable { case more, loaded(UIImage?) }

private typealias Step = (Int, Command<Message>)

private func load(_ bytes: [UInt8]) -> Command<Message> { { callback in callback(.loaded(UIImage(data: bytes))) } }

@Suite struct PoppelSeedTests {
  @Test func `the names of programs can be used`() {
    // `Poppel.sandbox(initial:view:update:)`
    let sandbox: AppContainer<Int, Bool, Never> = Poppel.sandbox(
      initial: 0,
      view: { number in Button(onClick: true) { Text("\(number)") } },
      update: { message, number in
        switch message {
        case true: return number + 1
        case false: return number - 1
        }
      })
    // `AppContainer`
    let program = sandbox.makeProgram()
    program.dispatch(true, true, false)
    #expect(program.view.texts == ["1"])

    // `Poppel.app(initial:command:view:update:)`
    // `Command`
    let commanded = Poppel.app(
      initial: 0,
      command: load([0xFF, 0xD8, 0xFF]),
      view: { Text<Message>("\($0)") },
      update: { (message: Message, number: Int) -> Step in
        switch message {
        case .more: return (number + 1, { _ in })
        case .loaded(let image): return (image == nil ? -1 : 100, { _ in })
        }
      })
    #expect(commanded.makeProgram().view.texts == ["100"])

    // `Poppel.app(initial:view:update:)`
    let plain = Poppel.app(
      initial: 0, view: { Text<Message>("\($0)") },
      update: { message, number in message == .more ? (number, load([])) : (number - 1, { _ in }) })
    let other = plain.makeProgram()
    other.dispatch(.more, .more)
    #expect(other.view.texts == ["-2"])
  }

  @MainActor private struct App: Poppel.App {
    // `PoppelApp.container`
    let container = Poppel.sandbox(initial: 0, view: { Text<Int>("\($0)") }, update: { $0 + $1 })
  }

  @Test @MainActor func `the names of apps can be used`() {
    // `Poppel.App`
    func texts<Main: Poppel.App>(of app: Main) -> [String] { app.container.makeProgram().view.texts }
    #expect(texts(of: App()) == ["0"])
    // `PoppelApp.Model`
    #expect(App.Model.self == Int.self)
    // `PoppelApp.Message`
    #expect(App.Message.self == Int.self)
    #if canImport(SwiftUI)
      // `PoppelApp.body`
      _ = App().body
      // `AppContainer.body`
      _ = App().container.body
    #else
      let main: () async -> Void = App.main
      _ = main
    #endif
  }

  /// A component that the test defines.
  private struct Name: Component {
    // `Component.Message`
    typealias Message = Int
    var tree: ViewTree<Int> { Text("Ann").tree }
  }

  @Test func `the names of components can be used`() throws {
    let image = try #require(UIImage(data: [0xFF, 0xD8, 0xFF]))
    // `VStack.init(alignment:spacing:content:)`
    let stack = VStack(
      spacing: 16,
      content: {
        // `Text.init(_:)`
        Text<Int>("a")
        // `Image.init(uiImage:)`
        Image<Int>(uiImage: image)
          // `Image.resizable(capInsets:resizingMode:)`
          .resizable()
        // `ProgressView.init()`
        ProgressView<Int>()
        // `Button.init(onClick:_:)`
        Button(onClick: 7, { Text("b") })
        // `EmptyComponent.init()`
        EmptyComponent<Int>()
        Name()
      })
    #expect(
      stack.tree.lines(width: 30) == [
        "a", "", "<JPEG of 3 bytes>", "", "…", "", "[ b ]", "", "Ann",
      ])
    #expect(stack.tree.messages == [7])
    #if canImport(SwiftUI)
      // `Component.render(_:)`
      _ = stack.render { _ in }
    #endif
  }

  @Test func `the names of builders can be used`() {
    // `ComponentBuilder`
    @ComponentBuilder func shown(_ isLong: Bool) -> ViewTree<Int> {
      if isLong {
        Text<Int>("long")
        Text<Int>("er")
      } else {
        Text<Int>("short")
      }
    }
    #expect(shown(true).texts == ["long", "er"])
    #expect(shown(false).texts == ["short"])
    // `ComponentBuilder.buildBlock()`
    let nothing: ViewTree<Int> = ComponentBuilder.buildBlock()
    // `ComponentBuilder.buildBlock(_:)`
    let one = ComponentBuilder.buildBlock(ViewTree<Int>.text("a"))
    // `ComponentBuilder.buildEither(first:)`
    let first = ComponentBuilder.buildEither(first: one)
    // `ComponentBuilder.buildEither(second:)`
    let second = ComponentBuilder.buildEither(second: ComponentBuilder.buildBlock(one, nothing))
    #expect(first == .text("a") && second == .stack(.vertical, [.text("a")]))
  }
}

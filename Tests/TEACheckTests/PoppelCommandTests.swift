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

/// A loader that calls back at once with all that the world may answer.
private func answers(to page: Int) -> Command<Message> {
  { callback in
    callback(.loaded(page))
    callback(.failed)
  }
}

/// The limits and possibilities that the page of PoppelStyle names.
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

  @Test func `without answers, people's steps are checked, and the result says what is not seen`() throws {
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

  @Test func `the functions themselves cannot be answered`() {
    let check = Specification(of: Poppel.Module<Album, Message, FunctionCommand<Message>>.self) {
      Start(with: [album(load: answers)])
      Messages { $0.messages }
      Replies { _ in [.failed] }
      Always("there are three pages") { (0...2).contains($0.state.page) }
    }.check("functions", depth: 20)
    #expect { try check.run() } throws: { "\($0)".contains("which has no equality") }
  }
}

import ElmButtonStyle
import TEARuntime
import Testing

@testable import TEACheck

/// The names of two trips. An alert asks for a name, and ignores a short one.
private struct Trips: Hashable, Application {
  enum Message: Hashable { case rename(Int), named(Int, String), ignored }

  var names = ["", ""]

  mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .rename(let index):
      return [
        .modalTextAlert(
          title: "Name", accept: "OK", cancel: "Cancel", placeholder: "",
          submit: { text in
            guard let text, text.count >= 2 else { return .ignored }
            return .named(index, text)
          })
      ]
    case .named(let index, let name): names[index] = name
    case .ignored: break
    }
    return []
  }

  var viewController: ViewController<Message> {
    .viewController(
      .stackView(views: [.button(text: "first", onTap: .rename(0)), .button(text: "second", onTap: .rename(1))]))
  }
}

@Suite struct AlertTests {
  @Test func `the functions of the alerts on a screen are named`() {
    let result = Specification(of: ScreenModule<Trips>.self) {
      Start(with: [Trips()])
      Messages { view in view.messages + [.accepted("Trip")] }
      Always("two trips") { $0.state.names.count == 2 }
    }.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .passed && result.coverage == .completeWithinScope)
    #expect(result.notes.contains("the model holds a function at alerts[…].submit: what it has captured is not seen"))
  }
}

import ElmButtonStyle
import ElmMemosApp
import TEACheck

/// The memos with their screen: a person acts by rows, fields, alerts and ways back.
typealias MemoScreen = ScreenModule<Driven<Memos, Memos.Message>>

@main struct ElmMemosChecks: CheckSuite {
  private static let firstShelf = Shelf(folder: "inbox", memo: "tea")

  private static var memos: Driven<Memos, Memos.Message> {
    Driven(Memos(folders: firstShelf.folders), update: { $0.update($1) }, view: { $0.viewController })
  }

  /// The shelf: a change reaches it some time after the command, and the answer reaches the screen later still.
  private static var shelf: Environment<MemoScreen> {
    Environment(
      firstShelf,
      performing: { shelf, command in
        if let change = command.value(as: ShelfChange.self) { shelf.make(change) }
      },
      replies: { shelf, command in
        command.messages(answering: ShelfChange.self) { _ in [shelf.folders] }?.map { .application(.message($0)) }
      })
  }

  static var checks: [Check] {
    Specification(of: MemoScreen.self) {
      Start(with: [memos])
      shelf
      Always("a memo that is read is in a folder") { screen in
        guard let memo = screen.state.model.reading else { return true }
        return screen.state.model.folders.contains { $0.memos.contains { $0.number == memo.number } }
      }
      Always("an open folder is shown under its name", of: .world) { world in
        guard let name = world.model.state.model.open, world.model.alerts.isEmpty else { return true }
        return try world.view.texts.contains(name)
      }
      Always("nothing on the shelf is without a name or a text", of: .world) { world in
        (world.environment(as: Shelf.self)?.folders ?? []).allSatisfy { folder in
          !folder.name.isEmpty && folder.memos.allSatisfy { !$0.text.isEmpty }
        }
      }
      Step("going back closes, and an answer of the shelf closes exactly what is no longer there") { step in
        guard case .application(.message(let message)) = step.message else { return true }
        let (before, after) = (step.before.state.model, step.after.state.model)
        switch message {
        case .back: return after.open == nil
        case .close: return after.reading == nil
        case .told(let folders):
          let isOpen = folders.contains { $0.name == before.open }
          let isThere = folders.contains { $0.memos.contains { $0.number == before.reading?.number } }
          return after.open == (isOpen ? before.open : nil) && after.reading == (isThere ? before.reading : nil)
        default: return true
        }
      }
      Sometimes("a memo has a text that was typed") { screen in
        // A field offers "a" to checks as an example of a text.
        screen.state.model.folders.contains { $0.memos.contains { $0.text == "a" } }
      }
    }
    .check("memos", depth: 7)

    Specification(of: MemoScreen.self) {
      Start(with: [memos])
      shelf
      Always("when all is quiet, the screen shows the shelf", of: .world) { world in
        !world.outstanding.isEmpty
          || world.model.state.model.folders == world.environment(as: Shelf.self)?.folders
      }
    }
    .check("the screen shows the shelf", depth: 7)
    .knownIssue("an answer with all folders may come after a newer one", steps: 6, worlds: 569)
  }
}

import ElmButtonStyle
import ElmButtonsApp
import SimulatedPhone
import TEACheck

/// The stored value; in a terminal, it is in a file.
private struct Store: Hashable {
  var value = 0
}

@main struct ElmButtonsChecks: CheckSuite {
  static var checks: [Check] {
    Phone<AppStateOnPhone>.keepsTaps(save: .message(.save))
      .check("value lost on an app switch")
      .knownIssue("becoming active loads over a tap that was not saved", steps: 6, worlds: 523)

    // The program as it runs in the terminal: the messages are those of the buttons in its view.
    Specification(of: ApplicationModule<AppState>.self) {
      Start(with: [AppState()])
      Subscriptions { [.notified($0)] }
      Environment(
        Store(), performing: { store, command in if case .save(let value) = command { store.value = value } },
        replies: { store, command in
          if case .load(let available) = command { [.message(available(store.value))] } else { nil }
        })
      Always("the label shows the value", of: .world) { world in
        "\(try world.view)".contains("\"\(world.model.value)\"")
      }
    }
    .check("the label", depth: 5)
  }
}

import ElmButtonStyle
import ElmButtonsApp
import SeedTerminal
import TEARuntime

/// The buttons in a terminal: the file in the first argument is the store.
///
/// The program is active while its window has the focus and the process is not suspended.
@main struct ElmButtons {
  @MainActor static func main() async {
    let store = FileStore(path: CommandLine.arguments.dropFirst().first ?? "elm-buttons.txt")
    let notifications = NotificationCenter()
    let program = AppState().makeProgram(store: store, notifications: notifications)
    await Terminal.run(program) { event in
      switch event {
      case .gainedFocus, .didResume: notifications.post(UIApplication.didBecomeActiveNotification)
      case .lostFocus, .willSuspend: notifications.post(UIApplication.willResignActiveNotification)
      default: break
      }
      program.receive()
    }
  }
}

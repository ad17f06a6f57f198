import ElmButtonStyle
import ElmButtonsApp
import SeedTerminal
import TEARuntime

/// The buttons in a terminal: the first argument is the file of the store, by default `elm-buttons.txt`.
///
/// With `--record FILE`, the session is written to a file, which `tea-check replay` replays.
/// The program is active while its window has the focus and the process is not suspended.
@main struct ElmButtons {
  @MainActor static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var recordingPath: String?
    if let optionIndex = arguments.firstIndex(of: "--record") {
      guard optionIndex + 1 < arguments.count else { Terminal.fail("--record needs a file") }
      recordingPath = arguments[optionIndex + 1]
      arguments.removeSubrange(optionIndex...optionIndex + 1)
    }
    let store = FileStore(path: arguments.first ?? "elm-buttons.txt")
    let notifications = NotificationCenter()
    let program = AppState().makeProgram(store: store, notifications: notifications)
    do {
      if let recordingPath { _ = try SessionRecorder(of: program, toFile: recordingPath) }
    } catch {
      Terminal.fail("\(error)")
    }
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

import ElmStyle

/// A delegate that records the views, the commands and the failures of a program.
final class Recorder<M: Elm.Module>: Elm.Delegate {
  typealias Module = M

  var lines: [String] = []
  /// Called with each line after it is recorded.
  var react: (Program<M>, String) -> Void = { _, _ in }

  private func record(_ line: String, _ program: Program<M>) {
    lines.append(line)
    react(program, line)
  }

  func program(_ program: Program<M>, didUpdate view: M.View) { record("\(view)", program) }
  func program(_ program: Program<M>, didEmit command: M.Command) { record("\(command)", program) }
  func program(_ program: Program<M>, didFail failure: any Error, for message: M.Message) {
    record("\(failure)", program)
  }
}

/// A delegate that records views, and leaves all other calls to the defaults.
final class ViewRecorder: Elm.Delegate {
  private(set) var texts: [String] = []
  func program(_ program: Program<Tally>, didUpdate view: Tally.View) { texts.append(view.text) }
}

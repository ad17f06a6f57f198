public import TEARuntime

extension Terminal {
  /// Shows a program and takes keys for it, until `q` is pressed outside of a field, or the input ends.
  ///
  /// Arrows and Tab move the focus; Return or the space bar sends the message in focus. In a field, all characters are
  /// typed, also `q` and the space; Return ends the typing, and so does a move of the focus, unless the field says otherwise.
  ///
  /// - Parameter onEvent: Receives each event of the terminal that is none of these keys.
  @MainActor public static func run<M: Module>(
    _ program: Program<M>, onEvent: (TerminalEvent) -> Void = { _ in }
  ) async where M.View == ViewTree<M.Message> {
    await run { terminal in
      let screen = ProgramScreen<M>(terminal)
      program.setDelegate(screen)
      for await event in terminal.events {
        switch event {
        case .key(.character(let character)) where screen.isInField:
          screen.send(to: program) { $0.type(character, in: $1) }
        case .key(.backspace) where screen.isInField: screen.send(to: program) { $0.deleteBackward(in: $1) }
        case .key(.character("q")): return program.stop()
        case .key(.down), .key(.right), .key(.tab): screen.move(in: program) { $0.moveForward(in: $1) }
        case .key(.up), .key(.left), .key(.backTab): screen.move(in: program) { $0.moveBackward(in: $1) }
        case .key(.enter), .key(.character(" ")): screen.send(to: program) { $0.press(in: $1) }
        case .resized, .didResume:
          screen.draw()
          onEvent(event)
        default: onEvent(event)
        }
      }
      program.stop()
    }
  }
}

/// Shows a program on a terminal.
@MainActor private final class ProgramScreen<M: Module>: Delegate where M.View == ViewTree<M.Message> {
  typealias Module = M

  private let terminal: Terminal
  private var view: ViewTree<M.Message> = .text("")
  private var focus = Focus()
  /// The last failure, which is shown in place of the keys until the next view; `nil` for none.
  private var problem: String?

  init(_ terminal: Terminal) { self.terminal = terminal }

  var isInField: Bool { focus.field(in: view) != nil }

  func move(in program: Program<M>, _ change: (inout Focus, ViewTree<M.Message>) -> Void) {
    if let message = focus.leave(view) { program.dispatch(message) }
    change(&focus, view)
    draw()
  }

  /// Passes a key to the focus, and the key's message to the program.
  func send(to program: Program<M>, _ key: (inout Focus, ViewTree<M.Message>) -> M.Message?) {
    if let message = key(&focus, view) { program.dispatch(message) } else { draw() }
  }

  func draw() {
    let lines = focus.shown(in: view).lines(width: terminal.size.columns, focus: focus.index(in: view))
    let keys = isInField ? "arrows move, return ends the text" : "arrows move, return presses, q quits"
    terminal.draw(lines + ["", problem ?? keys])
  }

  func program(_ program: Program<M>, didUpdate view: ViewTree<M.Message>) {
    self.view = view
    focus.viewDidUpdate()
    problem = nil
    draw()
  }

  func program(_ program: Program<M>, didFail failure: any Error, performing command: M.Command) {
    problem = "\(failure)"
    draw()
  }
}

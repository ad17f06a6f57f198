public import TEARuntime

extension Terminal {
  /// Shows a program and takes keys for it, until `q` is pressed.
  ///
  /// Arrows and Tab move the focus; Return or the space bar sends the message in focus.
  ///
  /// - Parameter onEvent: Is told of everything else that happens to the terminal.
  @MainActor public static func run<M: Module>(
    _ program: Program<M>, onEvent: (TerminalEvent) -> Void = { _ in }
  ) async where M.View == ViewTree<M.Message> {
    await run { terminal in
      let screen = ProgramScreen<M>(terminal)
      program.setDelegate(screen)
      for await event in terminal.events {
        switch event {
        case .key(.character("q")): return program.stop()
        case .key(.down), .key(.right), .key(.tab): screen.move { $0.moveForward(in: $1) }
        case .key(.up), .key(.left), .key(.backTab): screen.move { $0.moveBackward(in: $1) }
        case .key(.enter), .key(.character(" ")):
          if let message = screen.message { program.dispatch(message) }
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

/// What a program shows on a terminal.
@MainActor private final class ProgramScreen<M: Module>: Delegate where M.View == ViewTree<M.Message> {
  typealias Module = M

  private let terminal: Terminal
  private var view: ViewTree<M.Message> = .text("")
  private var focus = Focus()
  /// What went wrong last.
  private var problem: String?

  init(_ terminal: Terminal) { self.terminal = terminal }

  var message: M.Message? { focus.message(in: view) }

  func move(_ change: (inout Focus, ViewTree<M.Message>) -> Void) {
    change(&focus, view)
    draw()
  }

  func draw() {
    let lines = view.lines(width: terminal.size.columns, focus: focus.index(in: view))
    terminal.draw(lines + ["", problem ?? "arrows move, return presses, q quits"])
  }

  func program(_ program: Program<M>, didUpdate view: ViewTree<M.Message>) {
    self.view = view
    problem = nil
    draw()
  }

  func program(_ program: Program<M>, didFail failure: any Error, performing command: M.Command) {
    problem = "\(failure)"
    draw()
  }
}

import TEASupport
import TEACheck
import TEARuntime

/// A replay that a person goes through on the terminal.
struct SteppingSession {
  private let flags: Stepper.Flags
  private let process: WalkProcess

  init(_ source: ReplaySource, of check: SuiteCheck, arguments: [String]) {
    flags = Stepper.Flags(title: check.title, source: source.name, size: Terminal.size)
    process = WalkProcess(of: check, source.name, arguments)
  }

  /// The end of a session.
  private enum End {
    case quit
    case failure(String)
    case signal(Int32)
  }

  /// - Returns: The exit code.
  /// - Throws: What the suite is to blame for; the terminal is given back before.
  func run() throws -> Int32 {
    switch try show() {
    case .quit: return ExitCode.passed
    case .failure(let message):
      Platform.write("Error: \(visibleLines(message))\n", to: Platform.standardError)
      return ExitCode.violated
    case .signal(let number):
      TerminalSignals.die(of: number)
      return ExitCode.failure
    }
  }

  private func show() throws -> End {
    let terminal = Terminal()
    defer {
      terminal.giveBack()
      process.end()
    }
    let style = TextStyle.ofStandardOutput
    var keys = StepperKeyReader()
    var commands: [Stepper.Command] = []
    var model = Stepper.start(with: flags) { commands.append($0) }
    var messages: [Stepper.Message] = []
    while true {
      if !commands.isEmpty {
        switch commands.removeFirst() {
        case .quit: return .quit
        case .fail(let message): return .failure(message)
        case .ask(let request): if let answer = try process.answer(to: request) { messages.insert(answer, at: 0) }
        }
      }
      // A signal may have ended the process that was asked.
      var event = terminal.signalled()
      if event == nil, messages.isEmpty, commands.isEmpty {
        // Not before there is something to show: it may have been an error.
        terminal.take()
        let width = model.size.columns
        terminal.draw(Stepper.view(for: model).lines.map { $0.text(style, width: width) })
        event = terminal.next()
      }
      switch event {
      case .quit: return .quit
      case .ended(let number): return .signal(number)
      case .suspended:
        terminal.suspend()
        messages.append(.resized(Terminal.size))
      case .continued:
        terminal.resume()
        messages.append(.resized(Terminal.size))
      case .resized: messages.append(.resized(Terminal.size))
      case .typed(let bytes): messages += keys.keys(in: bytes).map { .key($0) }
      case nil: break
      }
      if !messages.isEmpty {
        Stepper.update(for: messages.removeFirst(), model: &model) { commands.append($0) }
      }
    }
  }
}

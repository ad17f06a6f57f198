internal import TEAResults
import TEASupport
import TEARuntime

/// A run of `tea-check replay --interactive`.
struct SteppingSession {
  private let flags: Stepper.Flags
  private let process: WalkProcess

  init(_ source: ReplaySource, of check: SuiteCheck, arguments: [String]) {
    flags = Stepper.Flags(title: check.title, source: source.name, size: Terminal.size)
    process = WalkProcess(of: check, source.path, arguments)
  }

  private enum End {
    case quit
    case failure(String)
    case signal(Int32)
  }

  func run() throws -> Int32 {
    switch try runStepper() {
    case .quit: return ExitCode.passed
    case .failure(let message):
      Platform.write("Error: \(printableLines(message))\n", to: Platform.standardError)
      return ExitCode.violated
    case .signal(let number):
      TerminalSignals.terminate(by: number)
      return ExitCode.failure
    }
  }

  private func runStepper() throws -> End {
    let terminal = Terminal()
    defer {
      terminal.restore()
      process.end()
    }
    let style = TextStyle.ofStandardOutput
    var keyReader = StepperKeyReader()
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
      // A signal may have ended the wait for an answer.
      var event = terminal.signalEvent()
      if event == nil, messages.isEmpty, commands.isEmpty {
        // The terminal is taken over after the first answer. If that answer is an error, it is printed on the usual screen.
        terminal.takeOver()
        let width = model.size.columns
        terminal.draw(Stepper.view(for: model).lines.map { $0.text(style, width: width) })
        event = terminal.nextEvent()
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
      case .typed(let bytes): messages += keyReader.keys(in: bytes).map { .key($0) }
      case nil: break
      }
      if !messages.isEmpty {
        Stepper.update(for: messages.removeFirst(), model: &model) { commands.append($0) }
      }
    }
  }
}

import ElmStyle

/// The imperative shell: a counter in the terminal, where the README of Elm for Swift has a view controller.
@main
final class CounterTerminal {

  let program = CounterModule.makeProgram(flags: .init())

  static func main() {
    let terminal = CounterTerminal()
    terminal.program.setDelegate(terminal)
    terminal.readKeys()
  }

  private func readKeys() {
    print("+ increments, - decrements, q quits; each followed by return")
    while let line = readLine() {
      for key in line {
        switch key {
        case "+": program.dispatch(.increment)
        case "-": program.dispatch(.decrement)
        case "q": return program.stop()
        default: break
        }
      }
    }
  }

}

extension CounterTerminal: Elm.Delegate {

  typealias Module = CounterModule

  func program(_ program: Program<Module>, didUpdate view: Module.View) {
    print("count: \(view.count)")
  }

  func program(_ program: Program<Module>, didEmit command: Module.Command) {}

}

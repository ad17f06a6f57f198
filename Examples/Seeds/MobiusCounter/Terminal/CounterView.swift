import MobiusCounterApp
import MobiusReadmeStyle
import SeedTerminal

/// Shows the count, and sends the events of the keys while the view is connected.
final class CounterView: ConnectableClass<CounterModel, CounterEvent> {
  private let terminal: Terminal
  private var lines: [String] = []

  init(terminal: Terminal) { self.terminal = terminal }

  override func handle(_ model: CounterModel) {
    show(["count: \(model)", "", "+ increments, - decrements, p stops, q quits"])
  }

  override func onDispose() {
    show([(lines.first ?? "") + " (stopped)", "", "p goes on, r goes on from zero, q quits"])
  }

  func press(_ key: Character) {
    switch key {
    case "+": send(.increment)
    case "-": send(.decrement)
    default: break
    }
  }

  /// Draws the last lines again.
  func redraw() { terminal.draw(lines) }

  private func show(_ lines: [String]) {
    self.lines = lines
    redraw()
  }
}

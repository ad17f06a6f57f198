import ElementarySeed
import ElementaryStyle
import Observation
import SeedTerminal

/// The counter and the stopwatch in a terminal.
///
/// Their stores stop when `p` is pressed and while the process is suspended, and go on from where they were.
@main @MainActor final class ElementaryTerminal {
  private let counter = ObservableStore(state: 0, update: updateCounter)
  private let stopwatch = ObservableStore(state: 0, update: updateStopwatch, effect: createStopwatchEffect())
  private let terminal: Terminal
  private var isStopped = false
  /// `true` while the stores are stopped because the process is suspended, and not by `p`.
  private var isSuspended = false

  private init(_ terminal: Terminal) { self.terminal = terminal }

  static func main() async {
    await Terminal.run { await ElementaryTerminal($0).run() }
  }

  private func run() async {
    observe()
    for await event in terminal.events {
      switch event {
      case .key(.character("q")): return
      case .key(.character("p")): if isStopped { resume() } else { stop() }
      case .key(.character(let key)): press(key)
      case .willSuspend:
        isSuspended = !isStopped
        if isSuspended { stop() }
      case .didResume:
        if isSuspended { resume() }
        isSuspended = false
      default: break
      }
      draw()
    }
  }

  private func press(_ key: Character) {
    switch key {
    case "+": counter.dispatch(.increment)
    case "-": counter.dispatch(.decrement)
    case "0": counter.dispatch(.reset)
    case "s": stopwatch.dispatch(.start)
    case "x": stopwatch.dispatch(.stop)
    case "r": stopwatch.dispatch(.reset)
    default: break
    }
  }

  private func stop() {
    isStopped = true
    counter.stop()
    stopwatch.stop()
  }

  private func resume() {
    isStopped = false
    counter.resume()
    stopwatch.resume()
  }

  private func draw() {
    terminal.draw([
      "count: \(counter.state)", "seconds: \(stopwatch.state)", isStopped ? "stopped" : "",
      "+ - 0 count; s, x and r start, stop and reset; p stops and resumes; q quits",
    ])
  }

  /// Shows the states, and shows them again whenever one changes.
  private func observe() {
    withObservationTracking {
      draw()
    } onChange: { [weak self] in
      Task { @MainActor in self?.observe() }
    }
  }
}

import MobiusCounterApp
import MobiusReadmeStyle
import SeedTerminal

/// The counter in a terminal: a controller, a view, and a bell that rings instead of a count below zero.
@main
@MainActor
struct CounterTerminal {
  let view: CounterView
  let controller: MobiusController<CounterLoopTypes>

  init(terminal: Terminal) {
    view = CounterView(terminal: terminal)
    controller =
      Mobius
      .loop(update: update, effectHandler: PlaySoundEffectHandler(terminal: terminal))
      .makeController(from: 0)
    controller.connectView(view)
  }

  static func main() async {
    await Terminal.run { terminal in
      await CounterTerminal(terminal: terminal).run(terminal.events)
    }
  }

  func run(_ events: TerminalEvents) async {
    // `true` if the loop was stopped only because the process is suspended.
    var isSuspended = false
    controller.start()
    for await event in events {
      switch event {
      case .key(.character("q")): return
      case .key(.character("p")): if controller.running { controller.stop() } else { controller.start() }
      case .key(.character("r")) where !controller.running:
        controller.replaceModel(0)
        controller.start()
      case .key(.character(let key)): view.press(key)
      case .willSuspend where controller.running:
        isSuspended = true
        controller.stop()
      case .didResume where isSuspended:
        isSuspended = false
        controller.start()
      case .didResume, .resized: view.redraw()
      default: break
      }
    }
  }
}

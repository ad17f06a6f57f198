import MobiusCounterApp
import MobiusReadmeStyle
import SeedTerminal

class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
  private let terminal: Terminal

  init(terminal: Terminal) { self.terminal = terminal }

  override func handle(_ input: CounterEffect) {
    terminal.ringBell()
  }
  override func onDispose() {}
}

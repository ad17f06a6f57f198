import ElementarySeed
import TEACheck

/// The counter's unchanged update function as a module: the checker needs nothing else.
enum CounterModule: Module {
  typealias Message = CounterAction

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: CounterAction, model: inout Int, perform: (Command) -> Void) {
    updateCounter(state: &model, action: message)
  }
}

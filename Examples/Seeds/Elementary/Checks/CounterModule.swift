import ElementarySeed
import TEACheck

/// The counter as it is, for the checker: the adapter is all that it takes.
enum CounterModule: Module {
  typealias Message = CounterAction

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: CounterAction, model: inout Int, perform: (Command) -> Void) {
    updateCounter(state: &model, action: message)
  }
}

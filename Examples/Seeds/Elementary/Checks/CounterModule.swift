import ElementarySeed
import TEACheck

/// The unchanged counter as a module, which is all that the checker needs.
enum CounterModule: Module {
  typealias Message = CounterAction

  static func start(with flags: Void) -> Int { 0 }

  static func update(for message: CounterAction, model: inout Int, perform: (Command) -> Void) {
    updateCounter(state: &model, action: message)
  }
}

internal import TEARuntime

/// The module that all loops of one kind run on.
///
/// A loop's rules are values, a module's are static: so the model carries them along. What is connected to the loop is
/// its subscriptions, which begin with the program and end with it.
enum LoopModule<State, Event, Effect>: Module {
  typealias Message = Event
  typealias Command = Effect

  struct Flags {
    let first: First<State, Effect>
    let update: MobiusStyle.Update<State, Event, Effect>
  }

  struct Model {
    var state: State
    /// The result of the last update; `nil` at the start.
    var next: Next<State, Effect>?
    let update: MobiusStyle.Update<State, Event, Effect>
  }

  /// The parts outside of a loop, in the order in which they are connected.
  enum Subscription: Hashable {
    case effectHandler
    case eventSource
  }

  static func start(with flags: Flags, perform: (Effect) -> Void) -> Model {
    flags.first.effects.forEach(perform)
    return Model(state: flags.first.model, update: flags.update)
  }

  static func update(for event: Event, model: inout Model, perform: (Effect) -> Void) {
    let next = model.update.update(model: model.state, event: event)
    next.apply(to: &model.state, perform: perform)
    model.next = next
  }

  static func subscriptions(for model: Model) -> [Subscription] { [.effectHandler, .eventSource] }
}

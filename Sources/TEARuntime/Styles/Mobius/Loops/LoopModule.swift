internal import TEARuntime

/// The module that every loop runs.
///
/// The model holds the loop's update function, because the functions of a module are static. The effect handler and the
/// event source are the module's subscriptions, so they are connected and disconnected with the program.
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

  /// The parts that are connected to a loop, in the order in which they are connected.
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

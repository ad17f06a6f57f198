internal import TEARuntime

/// The module that all loops of one kind run on.
///
/// A loop's rules are values, a module's are static: so the model carries them along. What is connected to the loop is
/// its subscriptions, which begin with the program, end with it, and are told apart by the kernel when their
/// events come too late.
enum LoopModule<Types: LoopTypes>: Module {
  typealias Message = Types.Event
  typealias Command = Types.Effect

  struct Rules {
    let update: Update<Types>
    let subscriptions: [Subscription]
  }

  struct Flags {
    let first: First<Types.Model, Types.Effect>
    let rules: Rules
  }

  struct Model {
    var state: Types.Model
    /// The result of the last update; `nil` at the start.
    var next: Next<Types.Model, Types.Effect>?
    let rules: Rules
  }

  enum Subscription: Hashable {
    case effectHandler
    case eventSource(Int)
    case view(Int)
  }

  static func start(with flags: Flags, perform: (Types.Effect) -> Void) -> Model {
    flags.first.effects.forEach(perform)
    return Model(state: flags.first.model, rules: flags.rules)
  }

  static func update(for event: Types.Event, model: inout Model, perform: (Types.Effect) -> Void) {
    let next = model.rules.update(model.state, event)
    next.apply(to: &model.state, perform: perform)
    model.next = next
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.rules.subscriptions }
}

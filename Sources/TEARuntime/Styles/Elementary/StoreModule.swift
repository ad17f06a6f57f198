internal import TEARuntime

/// The module that every store runs.
///
/// The model holds the store's update function, because the functions of a module are static.
enum StoreModule<State, Action>: Module {
  typealias Message = Action
  typealias View = State
  /// The action of the step: the store calls its effect function with each action, after the update.
  typealias Command = Action

  struct Model {
    var state: State
    let update: Update<State, Action>
  }

  static func start(with flags: Model) -> Model { flags }

  static func update(for action: Action, model: inout Model, perform: (Action) -> Void) {
    model.update(&model.state, action)
    perform(action)
  }

  static func view(for model: Model) -> State { model.state }
}

extension Program {
  /// Resumes a store's program from a state; `nil` for its last state.
  func resume<State, Action>(from state: State?) where M == StoreModule<State, Action> {
    let model = state.map { M.Model(state: $0, update: self.model.update) }
    do { try resume(from: model) } catch { fatalError("the view of a store is its state, but failed: \(error)") }
  }
}

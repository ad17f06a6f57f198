/// Changes the state for an action, and does nothing else.
public typealias Update<State, Action> = (inout State, Action) -> Void

/// A function without arguments and without a result.
public typealias Call = () -> Void

/// Sends an action to the store, from any thread.
public typealias Dispatch<Action> = @Sendable (Action) -> Void

/// Carries out the effect of an action after the update, and may dispatch actions at once or later.
///
/// The first argument is a function, callable on any thread, that returns the store's present state. The effects of one store
/// never overlap; each effect is called on the thread that runs the step of its action.
public typealias Effect<State, Action> = (@escaping @Sendable () -> State, Action, @escaping Dispatch<Action>) -> Void

/// Joins effects into one effect, which calls them in order.
public func join<State, Action>(effects: Effect<State, Action>...) -> Effect<State, Action> {
  join(effects: effects)
}

/// Joins effects into one effect, which calls them in order.
public func join<State, Action>(effects: [Effect<State, Action>]) -> Effect<State, Action> {
  { state, action, dispatch in
    for effect in effects { effect(state, action, dispatch) }
  }
}

/// Joins the effects that a closure lists, as for ``buildEffect(_:)``, into one effect.
@resultBuilder
public enum EffectBuilder<State, Action> {
  /// The effects that are joined.
  public typealias Component = Effect<State, Action>

  /// Takes an effect.
  public static func buildExpression(_ effect: @escaping Effect<State, Action>) -> Effect<State, Action> { effect }
  /// Joins the effects of all lines.
  public static func buildBlock(_ effects: Effect<State, Action>...) -> Effect<State, Action> { join(effects: effects) }
  /// Takes the effect of an `if`; does nothing where its condition does not hold.
  public static func buildOptional(_ effect: Effect<State, Action>?) -> Effect<State, Action> {
    effect ?? { _, _, _ in }
  }
  /// Takes the effect of the branch whose condition holds.
  public static func buildEither(first effect: @escaping Effect<State, Action>) -> Effect<State, Action> { effect }
  /// Takes the effect of the `else` branch.
  public static func buildEither(second effect: @escaping Effect<State, Action>) -> Effect<State, Action> { effect }
  /// Joins the effects of a loop.
  public static func buildArray(_ effects: [Effect<State, Action>]) -> Effect<State, Action> { join(effects: effects) }
}

/// Joins the listed effects into one effect, which calls them in order.
///
/// ```swift
/// let effect: Effect<AppState, AppAction> = buildEffect {
///   take(.save) { store() }
///   takeLatest(.search) { state, _, dispatch in
///     let task = Task { dispatch(.found(await find(state().query))) }
///     return { task.cancel() }
///   }
/// }
/// ```
public func buildEffect<State, Action>(
  @EffectBuilder<State, Action> _ effects: () -> Effect<State, Action>
) -> Effect<State, Action> {
  effects()
}

/// An effect that calls a function each time that the given action is dispatched.
public func take<State, Action: Equatable>(
  _ wantedAction: Action, execute: @escaping Call
) -> Effect<State, Action> {
  { _, action, _ in if action == wantedAction { execute() } }
}

/// An effect that runs only for actions of one type, for a store whose actions have several types.
///
/// A value that the effect dispatches must be an action of the store; any other value is dropped.
public func take<State, Action, Subaction>(
  _ wantedType: Subaction.Type, execute effect: @escaping Effect<State, Subaction>
) -> Effect<State, Action> {
  { state, action, dispatch in
    guard let subaction = action as? Subaction else { return }
    effect(state, subaction) { if let action = $0 as? Action { dispatch(action) } }
  }
}

/// An effect that runs each time that the given action is dispatched; each run cancels the previous run.
///
/// `execute` begins the work, and returns the function that cancels it. Actions that the work dispatches after the
/// cancellation are dropped; an action that was dispatched earlier may still arrive.
public func takeLatest<State, Action: Equatable>(
  _ wantedAction: Action,
  execute: @escaping (@escaping @Sendable () -> State, Action, @escaping Dispatch<Action>) -> () -> Void
) -> Effect<State, Action> {
  takeLatest(where: { $0 == wantedAction }, execute: execute)
}

/// An effect that runs for each action that satisfies a condition; each run cancels the previous run.
///
/// `execute` begins the work, and returns the function that cancels it. Actions that the work dispatches after the
/// cancellation are dropped; an action that was dispatched earlier may still arrive.
public func takeLatest<State, Action>(
  where isMatching: @escaping (Action) -> Bool,
  execute: @escaping (@escaping @Sendable () -> State, Action, @escaping Dispatch<Action>) -> () -> Void
) -> Effect<State, Action> {
  var cancelPreviousRun = {}
  return { state, action, dispatch in
    guard isMatching(action) else { return }
    cancelPreviousRun()
    let revocableDispatch = RevocableDispatch(dispatch)
    let cancelWork = execute(state, action) { revocableDispatch.send($0) }
    cancelPreviousRun = {
      revocableDispatch.revoke()
      cancelWork()
    }
  }
}

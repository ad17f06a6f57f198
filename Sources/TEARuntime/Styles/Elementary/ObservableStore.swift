public import Observation
internal import TEARuntime

/// A store whose state can be observed by user interfaces.
///
/// The steps and effects run one after the other on the main actor, where views run too. Actions that effects dispatch
/// from other threads are handed to the main actor.
@Observable @MainActor
public final class ObservableStore<State: Sendable, Action: Sendable> {
  /// The state after the last step.
  public private(set) var state: State

  @ObservationIgnored private let program: Program<StoreModule<State, Action>>
  /// The store keeps the delegate, because the program holds it weakly.
  @ObservationIgnored private var delegate: StoreDelegate<State, Action>?

  /// Makes a store; the effect is called after each update.
  public init(
    state: State, update: @escaping Update<State, Action>, effect: Effect<State, Action>? = nil,
    initialAction: Action? = nil
  ) {
    self.state = state
    program = StoreModule.makeProgram(flags: .init(state: state, update: update))
    let mailbox = program.mailbox
    let delegate = StoreDelegate(
      state, effect, dispatch: { mailbox.dispatch($0) }, onChange: { [weak self] in self?.state = $0 })
    self.delegate = delegate
    program.setDelegate(delegate)
    if let initialAction { dispatch(initialAction) }
  }

  /// Changes the state for an action, and calls the effect.
  ///
  /// The call returns after the update and the effect. A call during a step returns at once, and the action is queued.
  public func dispatch(_ action: Action) { program.dispatch(action) }

  /// Stops the store: until it is resumed, actions are dropped.
  ///
  /// Work that effects have begun goes on, but the actions that it dispatches are dropped.
  public func stop() { program.stop() }

  /// Resumes a stopped store from a state; `nil` for its last state.
  ///
  /// Traps where the store was not stopped.
  public func resume(from state: State? = nil) { program.resume(from: state) }
}

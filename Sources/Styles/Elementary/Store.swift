internal import Synchronization
internal import TEARuntime

/// A state that is changed by actions only, and the effects of those actions.
///
/// ```swift
/// let store = Store(state: 0, update: updateCounter)
/// store.dispatch(.increment)
/// store.state  // 1
/// ```
///
/// A store is used from any thread. Its steps happen one after the other: the update, then the effect of the action. An
/// action that is dispatched meanwhile waits for its turn, and `update` is never re-entered.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  // Unchecked: once the store is made, only jobs of the turnstile touch these two, one at a time.
  private nonisolated(unsafe) let program: Program<StoreModule<State, Action>>
  private nonisolated(unsafe) let delegate: StoreDelegate<State, Action>
  private let latest: StoreDelegate<State, Action>.LatestState
  private let turnstile = Turnstile()

  /// The reference by which effects find the store; it does not keep the store alive.
  private final class Home: Sendable {
    private let place = Mutex(Weak())
    private struct Weak { weak var store: Store? }
    var store: Store? {
      get { place.withLock { $0.store } }
      set { place.withLock { $0.store = newValue } }
    }
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - update: Changes the state for an action.
  ///   - effect: The function that is called after each update; `nil` for none.
  ///   - initialAction: The action that is dispatched first; `nil` for none.
  public init(
    state: State, update: sending @escaping Update<State, Action>, effect: sending Effect<State, Action>? = nil,
    initialAction: Action? = nil
  ) {
    program = StoreModule.makeProgram(flags: .init(state: state, update: update))
    let home = Home()
    delegate = StoreDelegate(state, effect, dispatch: { home.store?.dispatch($0) })
    latest = delegate.latest
    home.store = self
    program.setDelegate(delegate)
    if let initialAction { dispatch(initialAction) }
  }

  /// The state after the last step.
  public var state: State { latest.state }

  /// Changes the state by an action, and calls the effect.
  ///
  /// The call returns after both, except while a step runs: then it returns at once, and the action waits for its turn.
  public func dispatch(_ action: Action) {
    turnstile.pass { [self] in program.dispatch(action) }
  }

  /// Stops the store: until it is resumed, actions are dropped.
  ///
  /// Work that effects have begun goes on, but the actions that it dispatches are dropped.
  public func stop() {
    turnstile.pass { [self] in program.stop() }
  }

  /// Resumes a stopped store from a state; `nil` for its last state.
  ///
  /// Traps where the store was not stopped.
  public func resume(from state: State? = nil) {
    turnstile.pass { [self] in program.resume(from: state) }
  }
}

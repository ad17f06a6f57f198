internal import Synchronization
internal import TEARuntime

/// A state that only actions change, with the effects of these actions.
///
/// ```swift
/// let store = Store(state: 0, update: updateCounter)
/// store.dispatch(.increment)
/// store.state  // 1
/// ```
///
/// A store can be used from any thread. Its steps happen one after the other: the update, then the effect of the
/// action. An action that is dispatched during a step is queued, and `update` is never re-entered.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  // Unsafe: once the store is made, only jobs of the queue use the program and the delegate, one job at a time.
  private nonisolated(unsafe) let program: Program<StoreModule<State, Action>>
  private nonisolated(unsafe) let delegate: StoreDelegate<State, Action>
  private let latestState: StoreDelegate<State, Action>.LatestState
  private let jobQueue = JobQueue()

  private final class WeakReference: Sendable {
    private let reference = Mutex(Weak())
    private struct Weak { weak var store: Store? }
    var store: Store? {
      get { reference.withLock { $0.store } }
      set { reference.withLock { $0.store = newValue } }
    }
  }

  /// Makes a store; the effect is called after each update.
  public init(
    state: State, update: sending @escaping Update<State, Action>, effect: sending Effect<State, Action>? = nil,
    initialAction: Action? = nil
  ) {
    program = StoreModule.makeProgram(flags: .init(state: state, update: update))
    let weakReference = WeakReference()
    delegate = StoreDelegate(state, effect, dispatch: { weakReference.store?.dispatch($0) })
    latestState = delegate.latestState
    weakReference.store = self
    program.setDelegate(delegate)
    if let initialAction { dispatch(initialAction) }
  }

  /// The state after the last step.
  public var state: State { latestState.state }

  /// Changes the state for an action, and calls the effect.
  ///
  /// The call returns after the update and the effect. A call while a step runs returns at once, and the action is
  /// queued.
  public func dispatch(_ action: Action) {
    jobQueue.run { [self] in program.dispatch(action) }
  }

  /// Stops the store: until it is resumed, actions are dropped.
  ///
  /// Work that effects have begun goes on, but the actions that it dispatches are dropped.
  public func stop() {
    jobQueue.run { [self] in program.stop() }
  }

  /// Resumes a stopped store from a state; `nil` for its last state.
  ///
  /// Traps where the store was not stopped.
  public func resume(from state: State? = nil) {
    jobQueue.run { [self] in program.resume(from: state) }
  }
}

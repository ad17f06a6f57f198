internal import Synchronization
internal import TEARuntime

/// The delegate of a store's program, which publishes the state and calls the effect.
final class StoreDelegate<State: Sendable, Action: Sendable>: Delegate {
  /// The state after the last step, for readers on any thread.
  final class LatestState: Sendable {
    private let lockedState: Mutex<State>
    init(_ state: State) { lockedState = Mutex(state) }
    var state: State { lockedState.withLock { $0 } }

    func replace(by state: State) {
      // The former state is freed outside of the lock, because the `deinit` of an object in it may read the state.
      _ = lockedState.withLock { lockedState in exchange(&lockedState, with: state) }
    }
  }

  let latestState: LatestState
  private let effect: Effect<State, Action>?
  private let dispatch: Dispatch<Action>
  private let onChange: (State) -> Void

  init(
    _ state: State, _ effect: Effect<State, Action>?, dispatch: @escaping Dispatch<Action>,
    onChange: @escaping (State) -> Void = { _ in }
  ) {
    latestState = LatestState(state)
    self.effect = effect
    self.dispatch = dispatch
    self.onChange = onChange
  }

  func program(_ program: Program<StoreModule<State, Action>>, didUpdate state: State) {
    latestState.replace(by: state)
    onChange(state)
  }

  func program(_ program: Program<StoreModule<State, Action>>, didEmit action: Action) {
    effect?({ [latestState] in latestState.state }, action, dispatch)
  }
}

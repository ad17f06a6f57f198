internal import Synchronization

/// A function that dispatches to a store until it is revoked; actions that are sent afterwards are dropped.
final class RevocableDispatch<Action>: Sendable {
  private let dispatch: Mutex<Dispatch<Action>?>

  init(_ dispatch: @escaping Dispatch<Action>) { self.dispatch = Mutex(dispatch) }

  func send(_ action: Action) {
    let dispatch = dispatch.withLock { $0 }
    dispatch?(action)
  }

  func revoke() {
    // The function is freed outside of the lock, because the `deinit` of an object that it captures may send an action.
    _ = dispatch.withLock { $0.take() }
  }
}

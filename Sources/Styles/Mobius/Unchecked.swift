internal import Synchronization

/// A value that is handed from thread to thread, where an order outside of the compiler's sight keeps it safe.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Mutex {
  /// Changes a value, and lets go of what was there only when the lock is free: it is the user's.
  func change<State, Result>(_ change: (inout State) -> Result) -> Result where Value == Unchecked<State> {
    let (former, result) = withLock { value in
      let former = value
      var changed = former.value
      let result = change(&changed)
      value = Unchecked(changed)
      return Unchecked((former, result))
    }.value
    withExtendedLifetime(former) {}
    return result
  }
}

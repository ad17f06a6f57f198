internal import Synchronization

/// A value that is handed from thread to thread, and that a lock or a queue protects without the compiler's knowledge.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Mutex {
  /// Changes the value, and releases the former value outside of the lock, because the release may run user code.
  func change<State, Result>(_ change: (inout State) -> Result) -> Result where Value == Unchecked<State> {
    let (formerValue, result) = withLock { value in
      let formerValue = value
      var changedState = formerValue.value
      let result = change(&changedState)
      value = Unchecked(changedState)
      return Unchecked((formerValue, result))
    }.value
    withExtendedLifetime(formerValue) {}
    return result
  }
}

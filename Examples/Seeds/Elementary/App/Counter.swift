public enum CounterAction: Sendable {
  case increment, decrement, reset
}

public func updateCounter(state: inout Int, action: CounterAction) {
  switch action {
  case .increment:
    state += 1
  case .decrement:
    state = max(0, state - 1)
  case .reset:
    state = 0
  }
}

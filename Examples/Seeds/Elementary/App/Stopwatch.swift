import Dispatch
public import ElementaryStyle

public enum StopwatchAction: Sendable {
  case start, stop, increment, reset
}

public func updateStopwatch(state: inout Int, action: StopwatchAction) {
  switch action {
  case .reset:
    state = 0
  case .increment:
    state += 1
  case .start, .stop:
    break
  }
}

public func createStopwatchEffect() -> Effect<Int, StopwatchAction> {
  var timer: (any DispatchSourceTimer)?
  return { _, action, dispatch in
    switch action {
    case .start:
      timer?.cancel()
      timer = DispatchSource.makeTimerSource()
      timer?.schedule(deadline: .now() + 1, repeating: 1)
      timer?.setEventHandler {
        dispatch(.increment)
      }
      timer?.resume()
    case .stop, .reset:
      timer?.cancel()
      timer = nil
    case .increment:
      break
    }
  }
}

/// The state of a stopwatch that ignores a second that arrives while the stopwatch is stopped.
public struct StopwatchState: Hashable, Sendable {
  public var seconds = 0
  public var isRunning = false

  public init() {}
}

public func updateCarefulStopwatch(state: inout StopwatchState, action: StopwatchAction) {
  switch action {
  case .reset:
    state = StopwatchState()
  case .increment:
    if state.isRunning { state.seconds += 1 }
  case .start:
    state.isRunning = true
  case .stop:
    state.isRunning = false
  }
}

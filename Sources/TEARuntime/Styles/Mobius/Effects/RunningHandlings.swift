internal import Synchronization

/// The effects that a route's handler has begun to handle and that have not ended.
final class RunningHandlings<Event>: Sendable {
  private struct State {
    /// Also the number of the last effect that was begun.
    var begunCount = 0
    /// The value of `begunCount` at the last cancellation; 0 before the first one.
    var begunCountAtCancellation = 0
    var runningHandlings: [(number: Int, callback: EffectCallback<Event>, disposable: any Disposable)] = []
  }

  private let state = Mutex(Unchecked(State()))

  deinit { cancelAll() }

  func begin(_ consumer: @escaping Consumer<Event>, _ handle: (EffectCallback<Event>) -> any Disposable) {
    let number = change { state in
      state.begunCount += 1
      return state.begunCount
    }
    let callback = EffectCallback<Event>(
      onSend: consumer, onEnd: { [weak self] in self?.change { $0.runningHandlings.removeAll { $0.number == number } } }
    )
    let disposable = handle(callback)
    let isCancelled = change { state in
      if number > state.begunCountAtCancellation { state.runningHandlings.append((number, callback, disposable)) }
      return number <= state.begunCountAtCancellation
    }
    // All effects may have been cancelled while the handler began this one.
    guard !isCancelled else {
      disposable.dispose()
      return callback.end()
    }
    // The effect may have ended before it was added to the list.
    if callback.ended { change { $0.runningHandlings.removeAll { $0.number == number } } }
  }

  func cancelAll() {
    let runningHandlings = change { state in
      defer { (state.runningHandlings, state.begunCountAtCancellation) = ([], state.begunCount) }
      return state.runningHandlings
    }
    for (_, callback, disposable) in runningHandlings {
      disposable.dispose()
      callback.end()
    }
  }

  @discardableResult
  private func change<Result>(_ change: (inout State) -> Result) -> Result { state.change(change) }
}

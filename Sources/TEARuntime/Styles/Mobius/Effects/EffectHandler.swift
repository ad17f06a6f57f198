internal import Synchronization

/// A handler of one kind of effect, which reports the end of each effect.
public protocol EffectHandler<EffectParameters, Event> {
  /// The parameters of an effect.
  associatedtype EffectParameters
  /// The events that the handler sends.
  associatedtype Event

  /// Begins to handle an effect.
  ///
  /// The callback sends events to the loop, from any thread; call its ``EffectCallback/end()`` at the end.
  ///
  /// - Returns: A disposable that cancels the effect. It is disposed of if the loop ends before the effect.
  func handle(_ effectParameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable
}

/// A type-erased effect handler.
public struct AnyEffectHandler<EffectParameters, Event>: EffectHandler {
  private let handleClosure: (EffectParameters, EffectCallback<Event>) -> any Disposable

  /// An effect handler made of a function.
  public init(handle: @escaping (EffectParameters, EffectCallback<Event>) -> any Disposable) { handleClosure = handle }

  /// An effect handler made of another one.
  public init(handler: some EffectHandler<EffectParameters, Event>) { self.init(handle: handler.handle) }

  /// Begins to handle an effect.
  public func handle(_ parameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable {
    handleClosure(parameters, callback)
  }
}

/// Sends the events of one effect to its loop, from any thread.
///
/// The effect ends with ``end()``, and at the latest when the callback is released. An ``EffectRouter`` keeps the
/// callback until the effect or the loop ends, so a handler must call ``end()``. The effect of an `async` handler also ends
/// when the handler returns.
public final class EffectCallback<Output>: @unchecked Sendable {
  // Unchecked: a loop's functions may be called on any thread. A user who passes other functions must call this object on a
  // thread that suits them.
  private let onSend: (Output) -> Void
  private let onEnd: () -> Void
  private let hasEnded = Atomic(false)

  /// A callback made of functions; `onEnd` is called once, at the end.
  public init(onSend: @escaping (Output) -> Void, onEnd: @escaping () -> Void) {
    self.onSend = onSend
    self.onEnd = onEnd
  }

  deinit { end() }

  /// `true` after the effect or its loop has ended.
  public var ended: Bool { hasEnded.load(ordering: .acquiring) }

  /// Sends an event; after the end, the event is dropped.
  public func send(_ output: Output) {
    if !ended { onSend(output) }
  }

  /// Ends the effect: nothing more is sent.
  public func end() { end(with: []) }

  /// Sends the last events, and ends the effect; after the end, does nothing.
  public func end(with outputs: Output...) { end(with: outputs) }

  /// Sends the last events, and ends the effect; after the end, does nothing.
  public func end(with outputs: [Output]) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    outputs.forEach(onSend)
    onEnd()
  }
}

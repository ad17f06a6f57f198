internal import Synchronization

/// A handler of one kind of effect, which handles each by itself and knows when it is done.
public protocol EffectHandler<EffectParameters, Event> {
  /// The parameters of an effect that it needs.
  associatedtype EffectParameters
  /// The events that it sends.
  associatedtype Event

  /// Begins to handle an effect.
  ///
  /// - Parameters:
  ///   - effectParameters: What is known of the effect.
  ///   - callback: The way back to the loop, from any thread; call its ``EffectCallback/end()`` when done.
  /// - Returns: The cancellation, where the loop ends before the effect does.
  func handle(_ effectParameters: EffectParameters, _ callback: EffectCallback<Event>) -> any Disposable
}

/// An effect handler whose type does not matter.
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

/// The way back from one effect to its loop, from any thread.
public final class EffectCallback<Output>: @unchecked Sendable {
  // The functions lead to a loop, which takes events from any thread, or are the user's, who calls from the right one.
  private let onSend: (Output) -> Void
  private let onEnd: () -> Void
  private let hasEnded = Atomic(false)

  /// A callback made of functions.
  ///
  /// - Parameters:
  ///   - onSend: Takes each event that is sent before the end.
  ///   - onEnd: Called once, at the end.
  public init(onSend: @escaping (Output) -> Void, onEnd: @escaping () -> Void) {
    self.onSend = onSend
    self.onEnd = onEnd
  }

  deinit { end() }

  /// The effect has ended, or its loop has.
  public var ended: Bool { hasEnded.load(ordering: .acquiring) }

  /// Sends an event; after the end it is dropped.
  public func send(_ output: Output) {
    if !ended { onSend(output) }
  }

  /// Ends the effect: nothing more is sent.
  public func end() { end(with: []) }

  /// Sends last events, and ends the effect.
  public func end(with outputs: Output...) { end(with: outputs) }

  /// Sends last events, and ends the effect.
  public func end(with outputs: [Output]) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    outputs.forEach(onSend)
    onEnd()
  }
}

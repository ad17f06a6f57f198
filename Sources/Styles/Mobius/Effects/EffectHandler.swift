internal import Synchronization

/// A handler of one kind of effect, which handles each by itself and knows when it is done.
public protocol EffectHandler<Parameters, Event> {
  /// The parameters of an effect that it needs.
  associatedtype Parameters
  /// The events that it sends.
  associatedtype Event: Sendable

  /// Begins to handle an effect.
  ///
  /// - Parameter callback: The way back to the loop, from any thread; call its ``EffectCallback/end()`` when done.
  /// - Returns: What cancels, where the loop ends before the effect does.
  func handle(_ parameters: Parameters, _ callback: EffectCallback<Event>) -> any Disposable
}

/// The way back from one effect to its loop, from any thread.
public final class EffectCallback<Event: Sendable>: Sendable {
  private let consumer: Consumer<Event>
  private let hasEndedFlag = Atomic(false)

  init(_ consumer: @escaping Consumer<Event>) { self.consumer = consumer }

  /// The effect has ended, or its loop has.
  public var hasEnded: Bool { hasEndedFlag.load(ordering: .acquiring) }

  /// Sends an event; after the end it is dropped.
  public func send(_ event: Event) {
    if !hasEnded { consumer(event) }
  }

  /// Ends the effect: nothing more is sent.
  public func end() { hasEndedFlag.store(true, ordering: .releasing) }

  /// Sends last events, and ends the effect.
  public func end(with events: Event...) {
    events.forEach(send)
    end()
  }
}

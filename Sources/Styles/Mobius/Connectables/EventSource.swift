/// Something outside that sends events of its own accord: a clock, a network, a sensor.
public protocol EventSource<Event> {
  /// The events that it sends.
  associatedtype Event

  /// Begins to send, from any thread, until the subscription is disposed of.
  func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}

/// An event source whose type does not matter.
public final class AnyEventSource<Event>: EventSource {
  private let subscribeClosure: (@escaping Consumer<Event>) -> any Disposable

  /// An event source made of a function.
  public init(_ subscribe: @escaping (@escaping Consumer<Event>) -> any Disposable) { subscribeClosure = subscribe }

  /// An event source made of another one.
  public convenience init(_ source: some EventSource<Event>) { self.init(source.subscribe) }

  public func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable { subscribeClosure(consumer) }
}

/// A source outside of the loop that sends events by itself, such as a clock, a network or a sensor.
public protocol EventSource<Event>: AnyObject {
  /// The events that the source sends.
  associatedtype Event

  /// Sends events to a consumer, until the returned subscription is disposed of.
  func subscribe(consumer: @escaping Consumer<Event>) -> any Disposable
}

/// A type-erased event source.
public final class AnyEventSource<Event>: EventSource {
  private let subscribeClosure: (@escaping Consumer<Event>) -> any Disposable

  /// An event source made of a function.
  public init(_ subscribe: @escaping (@escaping Consumer<Event>) -> any Disposable) { subscribeClosure = subscribe }

  /// An event source made of another one.
  public convenience init(_ eventSource: some EventSource<Event>) { self.init(eventSource.subscribe) }

  /// Subscribes to the wrapped source.
  public func subscribe(consumer eventConsumer: @escaping Consumer<Event>) -> any Disposable {
    subscribeClosure(eventConsumer)
  }
}

/// Makes one event source of several.
public struct CompositeEventSourceBuilder<Event> {
  private let sources: [AnyEventSource<Event>]

  /// A builder without sources.
  public init() { sources = [] }

  private init(sources: [AnyEventSource<Event>]) { self.sources = sources }

  /// A builder with one more source.
  public func addEventSource(_ source: some EventSource<Event>) -> CompositeEventSourceBuilder {
    CompositeEventSourceBuilder(sources: sources + [AnyEventSource(source)])
  }

  /// One event source, which subscribes to all sources in order, and ends all subscriptions together.
  public func build() -> AnyEventSource<Event> {
    AnyEventSource { [sources] consumer in
      CompositeDisposable(disposables: sources.map { $0.subscribe(consumer: consumer) })
    }
  }
}

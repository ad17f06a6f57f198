/// A loop that runs: it takes events, updates its model, and has its effects handled.
///
/// - Events are processed in the order in which they come. An event that comes while another event is processed, from
///   an effect handler or an observer, is queued: the update function is never re-entered.
/// - For each event the model changes first, then the event source and the observers receive the new model, then the
///   effects are handled.
/// - The sending thread processes its event before it goes on, unless another thread is processing events: then the
///   other thread processes this event too. A loop in an actor, or of a controller, processes events in its own domain.
/// - After ``dispose()``, the events of effect handlers and event sources are dropped.
public final class MobiusLoop<Model, Event, Effect>: Disposable {
  private let core: LoopCore<Model, Event, Effect>

  init(first: First<Model, Effect>, parts: Mobius.Parts<Model, Event, Effect>, domain: LoopDomain) {
    core = LoopCore(first: first, parts: parts, domain: domain)
  }

  deinit { core.dispose() }

  /// The model after the last event.
  public var latestModel: Model { core.connections.latestModel }

  /// The number of events that were dropped because the loop was disposed of.
  public var droppedEventCount: Int { core.droppedEventCount }

  /// Sends an event, and processes it before returning.
  ///
  /// A call while another event is processed only queues the event. A call after ``dispose()`` is an error, which
  /// ``MobiusHooks`` reports.
  public func dispatchEvent(_ event: Event) {
    guard !core.isDisposed else { MobiusHooks.fail("\(type(of: self)): an event was dispatched after dispose()") }
    unguardedDispatchEvent(event)
  }

  /// Sends an event as ``dispatchEvent(_:)`` does; after ``dispose()``, the event is dropped.
  public func unguardedDispatchEvent(_ event: Event) {
    core.consumer(event)
    core.processBeforeReturning()
  }

  /// Calls an observer with the latest model before returning, and then with each new model.
  ///
  /// A call while an event is processed returns at once, and the observer is told the latest model after that event. A call
  /// after ``dispose()`` is an error, which ``MobiusHooks`` reports.
  ///
  /// - Returns: A disposable that removes the observer.
  @discardableResult
  public func addObserver(_ consumer: @escaping Consumer<Model>) -> any Disposable {
    guard !core.isDisposed else { MobiusHooks.fail("\(type(of: self)): an observer was added after dispose()") }
    let number = core.connections.addObserver(consumer)
    core.tellNewObservers()
    return AnonymousDisposable { [weak connections = core.connections] in connections?.removeObserver(number) }
  }

  /// Ends the loop: disposes of the connected parts, and drops the queued events.
  ///
  /// A call while an event is processed returns at once, and the loop ends after that event.
  public func dispose() { core.dispose() }
}

extension MobiusLoop: CustomDebugStringConvertible {
  /// The loop's type and its latest model, or a note that the loop is disposed of.
  public var debugDescription: String {
    core.isDisposed ? "disposed \(type(of: self))!" : "\(type(of: self)){ \(String(reflecting: latestModel)) }"
  }
}

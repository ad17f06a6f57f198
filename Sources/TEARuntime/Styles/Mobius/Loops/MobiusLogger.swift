/// A logger of each update, and of each call of a controller's initiate function.
///
/// The methods are called where the loop takes its steps: on the thread that sends the event, in the loop's actor, or on the
/// controller's queue. By default, they do nothing.
public protocol MobiusLogger<Model, Event, Effect> {
  /// The loop's models.
  associatedtype Model
  /// The loop's events.
  associatedtype Event
  /// The loop's effects.
  associatedtype Effect

  /// The initiate function of a controller is about to be called.
  func willInitiate(model: Model)
  /// The initiate function of a controller was called.
  func didInitiate(model: Model, first: First<Model, Effect>)
  /// The update function is about to be called.
  func willUpdate(model: Model, event: Event)
  /// The update function was called; its effects are not handled yet.
  ///
  /// `model` is the model before the event.
  func didUpdate(model: Model, event: Event, next: Next<Model, Effect>)
}

extension MobiusLogger {
  /// Does nothing.
  public func willInitiate(model: Model) {}
  /// Does nothing.
  public func didInitiate(model: Model, first: First<Model, Effect>) {}
  /// Does nothing.
  public func willUpdate(model: Model, event: Event) {}
  /// Does nothing.
  public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {}
}

/// A type-erased logger.
public final class AnyMobiusLogger<Model, Event, Effect>: MobiusLogger {
  private let base: any MobiusLogger<Model, Event, Effect>

  /// A logger made of another one.
  public init(_ logger: some MobiusLogger<Model, Event, Effect>) { base = logger }

  /// Calls the same method of the wrapped logger.
  public func willInitiate(model: Model) { base.willInitiate(model: model) }

  /// Calls the same method of the wrapped logger.
  public func didInitiate(model: Model, first: First<Model, Effect>) { base.didInitiate(model: model, first: first) }

  /// Calls the same method of the wrapped logger.
  public func willUpdate(model: Model, event: Event) { base.willUpdate(model: model, event: event) }

  /// Calls the same method of the wrapped logger.
  public func didUpdate(model: Model, event: Event, next: Next<Model, Effect>) {
    base.didUpdate(model: model, event: event, next: next)
  }
}

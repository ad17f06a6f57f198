/// The pure function that makes the result of an event for a model.
public struct Update<Model, Event, Effect> {
  private let function: (Model, Event) -> Next<Model, Effect>

  /// An update made of a function.
  public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { function = update }

  /// Returns the result of an event for a model.
  public func update(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }

  /// Returns the result of an event for a model.
  public func callAsFunction(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }
}

/// The pure function that makes the first model and effects each time that a controller's loop starts.
public typealias Initiate<Model, Effect> = (Model) -> First<Model, Effect>

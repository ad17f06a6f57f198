/// The pure function that says what an event does to a model.
public struct Update<Model, Event, Effect> {
  private let function: (Model, Event) -> Next<Model, Effect>

  /// An update made of a function.
  public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { function = update }

  /// Says what an event does to a model.
  public func update(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }

  /// Says what an event does to a model.
  public func callAsFunction(model: Model, event: Event) -> Next<Model, Effect> { function(model, event) }
}

/// The pure function that says what a controller's loop starts with, each time that it starts.
public typealias Initiate<Model, Effect> = (Model) -> First<Model, Effect>

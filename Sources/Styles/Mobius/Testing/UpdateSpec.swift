/// A specification of an update function, said as *given a model, when events come, then*.
///
/// ```swift
/// UpdateSpec(update)
///   .given(0)
///   .when(.decrement)
///   .then(assertThatNext(hasNoModel(), hasExactlyEffects([.playSound])))
/// ```
public struct UpdateSpec<Model, Event, Effect> {
  /// An assertion about the result of the events.
  public typealias Assert = (Result) -> Void

  private let update: (Model, Event) -> Next<Model, Effect>

  /// A specification of an update function.
  public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { self.update = update }

  /// The model before the events.
  public func given(_ model: Model) -> When { When(update: update, model: model) }

  /// A model, before the events are said.
  public struct When {
    fileprivate let update: (Model, Event) -> Next<Model, Effect>
    fileprivate let model: Model

    /// The events, in order: each meets the model that the one before it left.
    public func when(_ event: Event, _ moreEvents: Event...) -> Then {
      Then(update: update, model: model, events: [event] + moreEvents)
    }
  }

  /// A model and events, before it is said what they do.
  public struct Then {
    fileprivate let update: (Model, Event) -> Next<Model, Effect>
    fileprivate let model: Model
    fileprivate let events: [Event]

    /// Calls the update function for each event, and the assertions with the result.
    public func then(_ asserts: Assert...) {
      var model = model
      var nexts: [Next<Model, Effect>] = []
      for event in events {
        let next = update(model, event)
        nexts.append(next)
        model = next.model ?? model
      }
      let result = Result(model: model, nexts: nexts)
      for assert in asserts { assert(result) }
    }
  }

  /// The result of the events.
  public struct Result {
    /// The model after the last event, whether that changed it or not.
    public let model: Model
    /// The results of the update function, one for each event.
    public let nexts: [Next<Model, Effect>]
    /// The result of the update function for the last event.
    public var lastNext: Next<Model, Effect> { nexts[nexts.count - 1] }
  }
}

/// A specification of an initiator, said as *when it is given a model, then*.
///
/// ```swift
/// InitSpec(initiate).when(Model()).then(assertThatFirst(hasModel(Model(isLoading: true)), hasEffects([.load])))
/// ```
public struct InitSpec<Model, Effect> {
  /// An assertion about the model and the effects that a loop starts with.
  public typealias Assert = (First<Model, Effect>) -> Void

  private let initiator: (Model) -> First<Model, Effect>

  /// A specification of an initiator.
  public init(_ initiator: @escaping (Model) -> First<Model, Effect>) { self.initiator = initiator }

  /// The model that the initiator is given.
  public func when(_ model: Model) -> Then { Then(initiator: initiator, model: model) }

  /// A model, before it is said what becomes of it.
  public struct Then {
    fileprivate let initiator: (Model) -> First<Model, Effect>
    fileprivate let model: Model

    /// Calls the initiator, and the assertions with what it returns.
    public func then(_ asserts: Assert...) {
      let first = initiator(model)
      for assert in asserts { assert(first) }
    }
  }
}

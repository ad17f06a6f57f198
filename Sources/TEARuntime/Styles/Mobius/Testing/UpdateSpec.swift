/// A specification of an update function, in the form *given a model, when events come, then*.
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

  private let update: Update<Model, Event, Effect>

  /// A specification of an update.
  public init(_ update: Update<Model, Event, Effect>) { self.update = update }

  /// A specification of an update function.
  public init(_ update: @escaping (Model, Event) -> Next<Model, Effect>) { self.init(Update(update)) }

  /// Sets the model before the events.
  public func given(_ model: Model) -> When { When(update: update, model: model) }

  /// The part of a specification that takes the events.
  public struct When {
    fileprivate let update: Update<Model, Event, Effect>
    fileprivate let model: Model

    /// Sets the events, in order; each event is applied to the model after the previous event.
    public func when(_ event: Event, _ moreEvents: Event...) -> Then {
      Then(update: update, model: model, events: [event] + moreEvents)
    }
  }

  /// The part of a specification that takes the assertions.
  public struct Then {
    fileprivate let update: Update<Model, Event, Effect>
    fileprivate let model: Model
    fileprivate let events: [Event]

    /// Calls the update function for each event, and the assertions with the result.
    public func then(_ asserts: Assert...) {
      var model = model
      var nexts: [Next<Model, Effect>] = []
      for event in events {
        let next = update(model: model, event: event)
        nexts.append(next)
        model = next.model ?? model
      }
      let result = Result(model: model, nexts: nexts)
      for assert in asserts { assert(result) }
    }
  }

  /// The result of the events.
  public struct Result {
    /// The model after the last event.
    public let model: Model
    /// The results of the update function, one for each event.
    public let nexts: [Next<Model, Effect>]
    /// The result of the update function for the last event.
    public var lastNext: Next<Model, Effect> { nexts[nexts.count - 1] }
  }
}

/// A specification of an initiate function, in the form *when it is given a model, then*.
///
/// ```swift
/// InitSpec(initiate).when(Model()).then(assertThatFirst(hasModel(Model(isLoading: true)), hasEffects([.load])))
/// ```
public final class InitSpec<Model, Effect> {
  private let initiate: Initiate<Model, Effect>

  /// A specification of an initiate function.
  public init(_ initiate: @escaping Initiate<Model, Effect>) { self.initiate = initiate }

  /// Sets the model that is passed to the function.
  public func when(_ model: Model) -> Then { Then(initiate: initiate, model: model) }

  /// The part of a specification that takes the assertions.
  public struct Then {
    fileprivate let initiate: Initiate<Model, Effect>
    fileprivate let model: Model

    /// Calls the function, and the assertions with its result.
    public func then(_ asserts: AssertFirst<Model, Effect>...) {
      let first = initiate(model)
      for assert in asserts { assert(first) }
    }
  }
}

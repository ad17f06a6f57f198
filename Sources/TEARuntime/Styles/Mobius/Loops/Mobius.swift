public import Dispatch
internal import TEARuntime

/// The functions that make loops.
public enum Mobius {
  /// The builder of a loop with an update function and an effect handler.
  ///
  /// ```swift
  /// let application = Mobius.loop(update: update, effectHandler: effectHandler).start(from: 0)
  /// ```
  public static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    loop(update: Update(update), effectHandler: effectHandler)
  }

  /// The builder of a loop with an ``Update`` and an effect handler.
  public static func loop<Model, Event, Effect>(
    update: Update<Model, Event, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    Builder(parts: Parts(update: update, effectHandler: AnyConnectable(effectHandler)))
  }

  /// The configuration of a loop, as a value: each `with…` method returns a changed copy.
  public struct Builder<Model, Event, Effect> {
    private var parts: Parts<Model, Event, Effect>

    fileprivate init(parts: Parts<Model, Event, Effect>) { self.parts = parts }

    /// Sets the event source of the loop, in place of an earlier one.
    public func withEventSource(_ eventSource: some EventSource<Event>) -> Builder {
      with { parts in
        parts.eventSource = AnyConnectable { consumer in
          let subscription = eventSource.subscribe(consumer: consumer)
          return Connection(acceptClosure: { _ in }, disposeClosure: { subscription.dispose() })
        }
      }
    }

    /// Sets an event source that receives each model, in place of an earlier one.
    public func withEventSource(_ eventSource: some Connectable<Model, Event>) -> Builder {
      with { $0.eventSource = AnyConnectable(eventSource) }
    }

    /// Sets the logger of the loop, in place of an earlier one.
    public func withLogger(_ logger: some MobiusLogger<Model, Event, Effect>) -> Builder {
      with { $0.logger = AnyMobiusLogger(logger) }
    }

    /// Wraps the loop's consumer of events in another one; the wrapper that is added last takes an event first.
    public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
      with { parts in
        let formerTransform = parts.transform
        parts.transform = { transformer(formerTransform($0)) }
      }
    }

    /// Handles the effects of one event in a random order, which is the same for the same seed and the same events.
    ///
    /// A loop must not rely on the order of its effects; a random order may reveal a loop that does.
    public func withRandomEffectOrder(seed: UInt64) -> Builder { with { $0.effectOrder = .random(seed: seed) } }

    /// Starts a loop, and hands the given first effects to the effect handler before it returns.
    ///
    /// A loop that is started within an actor takes its steps in that actor. The events of any other loop are processed by the
    /// thread that sends them, or by another thread that is already processing events.
    public func start(
      from initialModel: Model, effects: [Effect] = [], isolation: isolated (any Actor)? = #isolation
    ) -> MobiusLoop<Model, Event, Effect> {
      start(First(model: initialModel, effects: effects), in: isolation.map { .actor(LoopActor($0)) } ?? .sender)
    }

    /// Makes a controller of loops with this configuration.
    ///
    /// The loops run on a serial queue of the controller, whose target is the global queue with this quality of service. Views
    /// receive models on the main queue.
    ///
    /// `initiate` makes the first model and the first effects each time that a loop starts; `nil` for the model as it is,
    /// without effects.
    public func makeController(
      from initialModel: Model, initiate: Initiate<Model, Effect>? = nil, qos: DispatchQoS.QoSClass = .userInitiated
    ) -> MobiusController<Model, Event, Effect> {
      makeController(from: initialModel, initiate: initiate, loopQueue: .global(qos: qos))
    }

    /// Makes a controller of loops with this configuration.
    ///
    /// The loops run on a serial queue of the controller, whose target is `loopQueue`. Views receive models on `viewQueue`.
    ///
    /// `initiate` makes the first model and the first effects each time that a loop starts; `nil` for the model as it is,
    /// without effects.
    public func makeController(
      from initialModel: Model, initiate: Initiate<Model, Effect>? = nil, loopQueue: DispatchQueue,
      viewQueue: DispatchQueue = .main
    ) -> MobiusController<Model, Event, Effect> {
      MobiusController(
        builder: self, logger: parts.logger, initialModel: initialModel, initiate: initiate, loopQueue: loopQueue,
        viewQueue: viewQueue)
    }

    func start(_ first: First<Model, Effect>, in domain: LoopDomain) -> MobiusLoop<Model, Event, Effect> {
      MobiusLoop(first: first, parts: parts, domain: domain)
    }

    private func with(_ change: (inout Parts<Model, Event, Effect>) -> Void) -> Builder {
      var builder = self
      change(&builder.parts)
      return builder
    }
  }

  struct Parts<Model, Event, Effect> {
    let update: Update<Model, Event, Effect>
    let effectHandler: AnyConnectable<Effect, Event>
    var eventSource = AnyConnectable<Model, Event> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
    var logger: AnyMobiusLogger<Model, Event, Effect>?
    var transform: ConsumerTransformer<Event> = { $0 }
    var effectOrder = EffectOrder.asPerformed
  }
}

public import Dispatch
internal import TEARuntime

/// The beginnings of loops.
public enum Mobius {
  /// A loop of an update function and an effect handler, to be configured and started.
  ///
  /// ```swift
  /// let application = Mobius.loop(update: update, effectHandler: effectHandler).start(from: 0)
  /// ```
  public static func loop<Model, Event, Effect>(
    update: @escaping (Model, Event) -> Next<Model, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    loop(update: Update(update), effectHandler: effectHandler)
  }

  /// A loop of an update and an effect handler, to be configured and started.
  public static func loop<Model, Event, Effect>(
    update: Update<Model, Event, Effect>, effectHandler: some Connectable<Effect, Event>
  ) -> Builder<Model, Event, Effect> {
    Builder(parts: Parts(update: update, effectHandler: AnyConnectable(effectHandler)))
  }

  /// The parts of a loop. It is a value: each method returns a changed copy.
  public struct Builder<Model, Event, Effect> {
    private var parts: Parts<Model, Event, Effect>

    fileprivate init(parts: Parts<Model, Event, Effect>) { self.parts = parts }

    /// The loop takes the events of an event source, in the place of the one before.
    public func withEventSource(_ eventSource: some EventSource<Event>) -> Builder {
      with { parts in
        parts.eventSource = AnyConnectable { consumer in
          let subscription = eventSource.subscribe(consumer: consumer)
          return Connection(acceptClosure: { _ in }, disposeClosure: { subscription.dispose() })
        }
      }
    }

    /// The loop takes the events of an event source that is told each model, in the place of the one before.
    public func withEventSource(_ eventSource: some Connectable<Model, Event>) -> Builder {
      with { $0.eventSource = AnyConnectable(eventSource) }
    }

    /// The loop tells a logger, in the place of the one before.
    public func withLogger(_ logger: some MobiusLogger<Model, Event, Effect>) -> Builder {
      with { $0.logger = AnyMobiusLogger(logger) }
    }

    /// The loop's consumers of events are changed by a function, after those that were given before it.
    public func withEventConsumerTransformer(_ transformer: @escaping ConsumerTransformer<Event>) -> Builder {
      with { parts in
        let former = parts.transform
        parts.transform = { transformer(former($0)) }
      }
    }

    /// The effects of one event are handled in any order, not as listed: the same for the same seed and the same events.
    ///
    /// A loop must not rely on their order; this shows when it does.
    public func withRandomEffectOrder(seed: UInt64) -> Builder { with { $0.effectOrder = .random(seed: seed) } }

    /// Starts a loop, with effects that are handled at once.
    ///
    /// Within an actor, the loop lives there; elsewhere, it processes each event on the thread that sends it.
    public func start(
      from initialModel: Model, effects: [Effect] = [], isolation: isolated (any Actor)? = #isolation
    ) -> MobiusLoop<Model, Event, Effect> {
      start(First(model: initialModel, effects: effects), in: isolation.map { .actor($0) } ?? .sender)
    }

    /// A controller of such loops, which run on a global queue and show their models on the main queue.
    ///
    /// - Parameters:
    ///   - initialModel: The model from which the first loop starts.
    ///   - initiate: Makes the first model and the first effects, each time that a loop starts.
    ///   - qos: The class of the queue.
    public func makeController(
      from initialModel: Model, initiate: Initiate<Model, Effect>? = nil, qos: DispatchQoS.QoSClass = .userInitiated
    ) -> MobiusController<Model, Event, Effect> {
      makeController(from: initialModel, initiate: initiate, loopQueue: .global(qos: qos))
    }

    /// A controller of such loops.
    ///
    /// - Parameters:
    ///   - initialModel: The model from which the first loop starts.
    ///   - initiate: Makes the first model and the first effects, each time that a loop starts.
    ///   - loopQueue: The target of the controller's own serial queue, on which its loops run.
    ///   - viewQueue: The queue on which views are given models.
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

  /// All that a loop is made of.
  struct Parts<Model, Event, Effect> {
    let update: Update<Model, Event, Effect>
    let effectHandler: AnyConnectable<Effect, Event>
    var eventSource = AnyConnectable<Model, Event> { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) }
    var logger: AnyMobiusLogger<Model, Event, Effect>?
    var transform: ConsumerTransformer<Event> = { $0 }
    var effectOrder = EffectOrder.asPerformed
  }
}

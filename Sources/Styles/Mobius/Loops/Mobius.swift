internal import TEARuntime

/// The beginnings of loops.
public enum Mobius {
  /// A loop of an update function and an effect handler, to be configured and started.
  ///
  /// ```swift
  /// let application: MobiusLoop<CounterLoopTypes> = Mobius
  ///   .loop(update: update, effectHandler: PlaySoundEffectHandler())
  ///   .start(from: 0)
  /// ```
  public static func loop<Types: LoopTypes>(
    update: @escaping Update<Types>, effectHandler: some Connectable<Types.Effect, Types.Event>
  ) -> Builder<Types> {
    Builder(update: update, effectHandler: AnyConnectable(effectHandler))
  }

  /// A loop without effects: its update function returns the model.
  public static func beginnerLoop<Model, Event>(
    update: @escaping (Model, Event) -> Model
  ) -> Builder<BeginnerLoopTypes<Model, Event>> {
    Builder(
      update: { .next(update($0, $1)) },
      effectHandler: AnyConnectable { _ in Connection(acceptClosure: { _ in }, disposeClosure: {}) })
  }

  /// The parts of a loop. It is a value: each method returns a changed copy.
  public struct Builder<Types: LoopTypes> {
    private let update: Update<Types>
    private let effectHandler: AnyConnectable<Types.Effect, Types.Event>
    private var initiator: Initiator<Types> = { First(model: $0) }
    private var eventSources: [AnyEventSource<Types.Event>] = []
    private var loggers: [LoopLogger<Types>] = []
    private var effectOrder = EffectOrder.asPerformed

    fileprivate init(
      update: @escaping Update<Types>, effectHandler: AnyConnectable<Types.Effect, Types.Event>
    ) {
      self.update = update
      self.effectHandler = effectHandler
    }

    /// The loop starts with what the initiator makes of the model.
    public func withInitiator(_ initiator: @escaping Initiator<Types>) -> Builder {
      with { $0.initiator = initiator }
    }

    /// The loop takes the events of an event source, beside those of other sources.
    public func withEventSource(_ eventSource: some EventSource<Types.Event>) -> Builder {
      with { $0.eventSources.append(AnyEventSource(eventSource)) }
    }

    /// The loop tells a logger, beside other loggers.
    public func withLogger<Logger: MobiusLogger>(_ logger: Logger) -> Builder
    where Logger.Model == Types.Model, Logger.Event == Types.Event, Logger.Effect == Types.Effect {
      with { $0.loggers.append(LoopLogger(logger)) }
    }

    /// The effects of one event are handled in any order, not as listed: the same for the same seed and the same events.
    ///
    /// A loop must not rely on their order; this shows when it does.
    public func withRandomEffectOrder(seed: UInt64) -> Builder { with { $0.effectOrder = .random(seed: seed) } }

    /// Starts a loop in the caller's isolation domain.
    public func start(
      from initialModel: Types.Model, isolation: isolated (any Actor)? = #isolation
    ) -> MobiusLoop<Types> {
      start(from: initialModel, views: [])
    }

    /// A controller of such loops, which starts from a model.
    public func makeController(from initialModel: Types.Model) -> MobiusController<Types> {
      MobiusController(builder: self, defaultModel: initialModel)
    }

    func start(
      from model: Types.Model, views: [AnyConnectable<Types.Model, Types.Event>],
      isolation: isolated (any Actor)? = #isolation
    ) -> MobiusLoop<Types> {
      for logger in loggers { logger.willInitiate(model) }
      let first = initiator(model)
      for logger in loggers { logger.didInitiate(model, first) }
      let outside = LoopOutside<Types>(effectHandler: effectHandler, eventSources: eventSources, views: views)
      return MobiusLoop(
        first: first, update: update, outside: outside, loggers: loggers, effectOrder: effectOrder,
        isolation: isolation)
    }

    private func with(_ change: (inout Builder) -> Void) -> Builder {
      var builder = self
      change(&builder)
      return builder
    }
  }
}

/// The types of a loop without effects.
public enum BeginnerLoopTypes<Model, Event: Sendable>: LoopTypes {
  public typealias Effect = Never
}

internal import TEARuntime

/// A loop that runs: it takes events, updates its model, and has its effects handled.
///
/// A loop lives in the isolation domain (an actor, or a single thread) in which it is started; the compiler keeps it
/// there. Effect handlers and event sources send their events from any thread.
///
/// - Events are processed in the order in which they come. An event that comes while another one is processed, from an
///   effect handler or an observer, waits for its turn: the update function is never re-entered.
/// - For each event the model changes first, then the observers are told, then the effects are handled.
/// - After ``dispose()``, events are dropped.
public final class MobiusLoop<Types: LoopTypes>: Disposable {
  private let program: Program<LoopModule<Types>>
  private let outside: LoopOutside<Types>

  init(
    first: First<Types.Model, Types.Effect>, update: @escaping Update<Types>, outside: LoopOutside<Types>,
    loggers: [LoopLogger<Types>], effectOrder: EffectOrder, isolation: isolated (any Actor)?
  ) {
    let rules = LoopModule<Types>.Rules(update: update, subscriptions: outside.subscriptions)
    self.outside = outside
    // Neither the module's start nor its view throws.
    program = try! Program(flags: .init(first: first, rules: rules), effectOrder: effectOrder)
    for logger in loggers { program.log(logger.log) }
    program.setDelegate(outside, subscriptions: .cancellable(outside.connect))
  }

  /// The model after the last event.
  public var latestModel: Types.Model { program.model.state }

  /// The number of events that were dropped because the loop was disposed of.
  public var droppedEventCount: Int { program.droppedMessageCount }

  /// Sends an event, and processes it before returning.
  ///
  /// Called while another event is processed, it only queues it.
  public func dispatchEvent(_ event: Types.Event) { program.dispatch(event) }

  /// Sends events from any thread, for code outside of the loop's isolation domain.
  public var eventConsumer: Consumer<Types.Event> {
    let mailbox = program.mailbox
    return { mailbox.dispatch($0) }
  }

  /// Processes the events that came from other threads.
  ///
  /// In an actor's domain they are processed as they arrive. Outside of any actor they wait for this call, or for the
  /// next event that is dispatched.
  public func receive() { program.receive() }

  /// Tells an observer of the latest model, and of each new one.
  ///
  /// - Returns: What ends it.
  @discardableResult
  public func addObserver(_ consumer: @escaping (Types.Model) -> Void) -> any Disposable {
    let observer = outside.observe(consumer)
    consumer(latestModel)
    return AnonymousDisposable { [weak outside] in outside?.forget(observer) }
  }

  /// Ends the loop: what is connected to it is disposed of, and events are dropped.
  ///
  /// Called while an event is processed, it lets that end first.
  public func dispose() { program.stop() }
}

internal import TEARuntime

/// The effect handler, the event sources, the views and the observers that are connected to a running loop.
final class LoopOutside<Types: LoopTypes>: Delegate {
  typealias Module = LoopModule<Types>
  typealias View = AnyConnectable<Types.Model, Types.Event>

  private let effectHandler: AnyConnectable<Types.Effect, Types.Event>
  private let eventSources: [AnyEventSource<Types.Event>]
  private let views: [View]

  private var effects: Connection<Types.Effect>?
  /// The observers of the models, in the order in which they were connected.
  private var observers: [(number: Int, accept: (Types.Model) -> Void)] = []
  private var observerCount = 0

  init(
    effectHandler: AnyConnectable<Types.Effect, Types.Event>, eventSources: [AnyEventSource<Types.Event>], views: [View]
  ) {
    self.effectHandler = effectHandler
    self.eventSources = eventSources
    self.views = views
  }

  var subscriptions: [Module.Subscription] {
    [.effectHandler] + eventSources.indices.map { .eventSource($0) } + views.indices.map { .view($0) }
  }

  /// Begins what the loop subscribes to.
  ///
  /// - Returns: What ends it. It keeps the reply: a subscription lasts, even where nothing is ever sent.
  func connect(_ subscription: Module.Subscription, _ reply: Reply<Types.Event>) -> () -> Void {
    let consumer: Consumer<Types.Event> = { reply($0) }
    switch subscription {
    case .effectHandler:
      let connection = effectHandler.connect(consumer)
      effects = connection
      return {
        connection.dispose()
        reply.finish()
      }
    case .eventSource(let index):
      let subscription = eventSources[index].subscribe(consumer: consumer)
      return {
        subscription.dispose()
        reply.finish()
      }
    case .view(let index):
      let connection = views[index].connect(consumer)
      let observer = observe { connection.accept($0) }
      return { [self] in
        forget(observer)
        connection.dispose()
        reply.finish()
      }
    }
  }

  func observe(_ accept: @escaping (Types.Model) -> Void) -> Int {
    observerCount += 1
    observers.append((observerCount, accept))
    return observerCount
  }

  func forget(_ observer: Int) { observers.removeAll { $0.number == observer } }

  func program(_ program: Program<Module>, didUpdate view: Module.Model) {
    // Where an update said nothing of the model, there is nothing to show.
    guard view.next.map({ $0.model != nil }) ?? true else { return }
    for observer in observers where observers.contains(where: { $0.number == observer.number }) {
      observer.accept(view.state)
    }
  }

  func program(_ program: Program<Module>, didEmit effect: Types.Effect) { effects?.accept(effect) }
}

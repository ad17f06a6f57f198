internal import Synchronization
internal import TEARuntime

/// The delegate of a loop's program: it connects the parts of the loop, and hands on its models and effects.
final class LoopConnections<Model, Event, Effect>: Delegate {
  typealias Module = LoopModule<Model, Event, Effect>

  private let effectHandler: AnyConnectable<Effect, Event>
  private let eventSource: AnyConnectable<Model, Event>
  private let consumer: Consumer<Event>

  // The connections are `nil` until the program begins its subscriptions.
  private var effectConnection: Connection<Effect>?
  private var eventSourceConnection: Connection<Model>?
  private let lockedModel: Mutex<Unchecked<Model>>

  private struct Observers {
    /// An observer first receives the latest model. From then on, `isTold` is `true`, and the observer receives each new model.
    var all: [(number: Int, isTold: Bool, accept: Consumer<Model>)] = []
    /// Also the number of the last observer that was added.
    var addedCount = 0
  }

  private let observers = Mutex(Unchecked(Observers()))

  init(
    effectHandler: AnyConnectable<Effect, Event>, eventSource: AnyConnectable<Model, Event>, model: Model,
    consumer: @escaping Consumer<Event>
  ) {
    self.effectHandler = effectHandler
    self.eventSource = eventSource
    self.consumer = consumer
    let model = Unchecked(model)
    lockedModel = Mutex(model)
  }

  var latestModel: Model { lockedModel.withLock { $0 }.value }

  /// The returned function disconnects; it retains `reply`, because a release of `reply` ends the subscription.
  func connect(_ subscription: Module.Subscription, _ reply: Reply<Event>) -> () -> Void {
    let connection: any Disposable
    switch subscription {
    case .effectHandler:
      let effectConnection = effectHandler.connect(consumer)
      self.effectConnection = effectConnection
      connection = effectConnection
    case .eventSource:
      let eventSourceConnection = eventSource.connect(consumer)
      self.eventSourceConnection = eventSourceConnection
      connection = eventSourceConnection
    }
    return {
      connection.dispose()
      reply.finish()
    }
  }

  func addObserver(_ accept: @escaping Consumer<Model>) -> Int {
    change { observers in
      observers.addedCount += 1
      observers.all.append((observers.addedCount, false, accept))
      return observers.addedCount
    }
  }

  func tellNewObservers() {
    while let accept = takeNewObserver() { accept(latestModel) }
  }

  private func takeNewObserver() -> Consumer<Model>? {
    change { observers in
      guard let index = observers.all.firstIndex(where: { !$0.isTold }) else { return nil }
      observers.all[index].isTold = true
      return observers.all[index].accept
    }
  }

  func removeObserver(_ number: Int) { change { $0.all.removeAll { $0.number == number } } }

  func removeAllObservers() { change { $0.all = [] } }

  func program(_ program: Program<Module>, didUpdate model: Module.Model) {
    // Only a new model is handed on. At the start, there is no `next`, and the model is new.
    if let next = model.next, next.model == nil { return }
    lockedModel.change { $0 = model.state }
    eventSourceConnection?.accept(model.state)
    // An earlier observer may have removed this one.
    for observer in observers.withLock({ $0 }).value.all
    where observer.isTold && isObserving(observer.number) {
      observer.accept(model.state)
    }
  }

  func program(_ program: Program<Module>, didEmit effect: Effect) { effectConnection?.accept(effect) }

  private func isObserving(_ number: Int) -> Bool {
    observers.withLock { $0 }.value.all.contains { $0.number == number }
  }

  private func change<Result>(_ change: (inout Observers) -> Result) -> Result { observers.change(change) }
}

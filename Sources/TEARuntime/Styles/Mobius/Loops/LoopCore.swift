internal import Dispatch
internal import Synchronization
internal import TEARuntime

/// A program with a queue of events. Any thread may send events, and one thread at a time takes them out.
///
/// An event that is sent while a thread takes out events is left to that thread, or on a dispatch queue to a later block. So
/// the steps of a loop never overlap and never nest.
final class LoopCore<Model, Event, Effect>: @unchecked Sendable {
  typealias Module = LoopModule<Model, Event, Effect>

  private struct EventQueue {
    var events: [Unchecked<Event>] = []
    /// `true` while a thread takes out events, and until the loop has begun.
    var isBusy = true
    /// `true` if an observer may have been added that was not told the model yet.
    var hasNewObservers = false
    var isDisposed = false
    /// `true` once the thread that takes out events has begun to end the loop.
    var hasEnded = false
    var droppedCount = 0
  }

  private enum NextAction {
    case step
    case tellNewObservers
    case end
    case idle
  }

  // Freeing an event may run user code that sends another event, so no event is freed under the lock.
  private let eventQueue = Mutex(EventQueue())
  /// The events that were taken out together, the last first; touched only by the thread that takes out events.
  private var batch: [Unchecked<Event>] = []
  private let domain: LoopDomain
  /// `nil` for a loop that is in no actor.
  private let arrivalContinuation: AsyncStream<Void>.Continuation?
  // The next three properties are set before the first event, and then never change. Only the thread that takes out
  // events uses the program.
  private var program: Program<Module>?
  private(set) var connections: LoopConnections<Model, Event, Effect>!
  /// Takes an event from any thread, and sends it through the loop's transformers to the queue of events.
  private(set) var consumer: Consumer<Event> = { _ in }

  init(first: First<Model, Effect>, parts: Mobius.Parts<Model, Event, Effect>, domain: LoopDomain) {
    self.domain = domain
    guard case .actor(let actor) = domain else {
      arrivalContinuation = nil
      begin(first, parts)
      return
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    arrivalContinuation = continuation
    begin(first, parts)
    if let actor = actor.actor { listen(to: stream, in: actor) { [weak self] in self?.process() } }
  }

  deinit { arrivalContinuation?.finish() }

  private func begin(_ first: First<Model, Effect>, _ parts: Mobius.Parts<Model, Event, Effect>) {
    consumer = parts.transform { [weak self] event in self?.send(event) }
    connections = LoopConnections(
      effectHandler: parts.effectHandler, eventSource: parts.eventSource, model: first.model, consumer: consumer)
    // Neither the module's start nor its view throws.
    let program = try! Program<Module>(
      flags: .init(first: first, update: parts.update), effectOrder: parts.effectOrder, isolation: nil)
    if let logger = parts.logger { program.log { Self.notify(logger, of: $0) } }
    self.program = program
    program.setDelegate(connections, subscriptions: .cancellable(connections.connect))
    if case .queue = domain {
      // Events are processed in later blocks of the queue, after the controller has connected its views.
      eventQueue.withLock { $0.isBusy = false }
    } else {
      processQueue()
    }
  }

  var isDisposed: Bool { eventQueue.withLock { $0.isDisposed } }

  var droppedEventCount: Int { eventQueue.withLock { $0.droppedCount } }

  private func send(_ event: Event) {
    let event = Unchecked(event)
    let isAccepted = eventQueue.withLock { queue in
      guard !queue.isDisposed else {
        queue.droppedCount += 1
        return false
      }
      queue.events.append(event)
      return true
    }
    guard isAccepted else { return }
    switch domain {
    case .sender: process()
    case .actor(let actor):
      if actor.isMainActor, MainQueue.isCurrent { process() } else { arrivalContinuation?.yield() }
    case .queue(let dispatchQueue): dispatchQueue.async { [weak self] in self?.process() }
    }
  }

  /// Takes at most one event on a dispatch queue, and all events elsewhere. Does nothing while a thread takes out events.
  func process() { process(mayTakeStep: true) }

  private func process(mayTakeStep: Bool) {
    let wasBusy = eventQueue.withLock { exchange(&$0.isBusy, with: true) }
    if !wasBusy { processQueue(mayTakeStep: mayTakeStep) }
  }

  /// Tells new observers the latest model. While a thread takes out events, that thread tells them, so that no observer is told
  /// an older model after a newer one.
  ///
  /// On a dispatch queue, this function takes no event, because each event has a block of its own there.
  func tellNewObservers() {
    eventQueue.withLock { $0.hasNewObservers = true }
    if case .queue = domain { process(mayTakeStep: false) } else { process() }
  }

  /// Does nothing on a dispatch queue, where each event has a block of its own.
  func processBeforeReturning() {
    if case .queue = domain { return }
    process()
  }

  /// Ends the loop after the present step; from outside of a step, at once.
  func dispose() {
    let droppedEvents = eventQueue.withLock { queue in
      queue.isDisposed = true
      queue.droppedCount += queue.events.count
      return exchange(&queue.events, with: [])
    }
    withExtendedLifetime(droppedEvents) {}
    process()
  }

  private func processQueue(mayTakeStep: Bool = true) {
    var mayTakeStep = mayTakeStep
    while true {
      let batchCount = batch.count
      let (action, events) = eventQueue.withLock {
        Self.nextAction(&$0, batchCount: batchCount, mayTakeStep: mayTakeStep)
      }
      switch action {
      case .step:
        if batchCount == 0 { batch = events.reversed() }
        program?.dispatch(batch.removeLast().value)
        // A loop whose events cause further events must not keep other blocks off the queue, such as one that ends the loop.
        if case .queue = domain { mayTakeStep = false }
      case .tellNewObservers: connections.tellNewObservers()
      case .end:
        batch = []
        program?.stop()
        connections.removeAllObservers()
      case .idle: return
      }
    }
  }

  /// Takes the queued events if the action is a step and no event of the batch is left.
  private static func nextAction(
    _ queue: inout EventQueue, batchCount: Int, mayTakeStep: Bool
  ) -> (NextAction, [Unchecked<Event>]) {
    if queue.isDisposed, !queue.hasEnded {
      queue.hasEnded = true
      queue.droppedCount += batchCount
      return (.end, [])
    }
    if queue.hasNewObservers {
      queue.hasNewObservers = false
      if !queue.isDisposed { return (.tellNewObservers, []) }
    }
    if mayTakeStep, batchCount > 0 { return (.step, []) }
    if !mayTakeStep || queue.events.isEmpty {
      queue.isBusy = false
      return (.idle, [])
    }
    return (.step, exchange(&queue.events, with: []))
  }

  private static func notify(_ logger: AnyMobiusLogger<Model, Event, Effect>, of event: ProgramEvent<Module>) {
    switch event {
    case .willUpdate(let event, let model, _): logger.willUpdate(model: model.state, event: event)
    case .didUpdate(let event, let modelBefore, let modelAfter, _):
      if let next = modelAfter.next { logger.didUpdate(model: modelBefore.state, event: event, next: next) }
    case .didFail, .didDrop, .didDebounce, .didElapse, .didSkipTicks, .didStop, .didResume: break
    }
  }
}

internal import Dispatch
internal import Synchronization
internal import TEARuntime

/// A program with a queue of events from any thread, which one thread at a time takes out.
///
/// Whoever sends an event while another thread takes out events leaves it to that thread. So the steps of a loop never
/// overlap, and none is entered again.
final class LoopCore<Model, Event, Effect>: @unchecked Sendable {
  typealias Module = LoopModule<Model, Event, Effect>

  private struct Queue {
    /// The events that wait, in order.
    var events: [Unchecked<Event>] = []
    /// A thread takes out events.
    var isBusy = true
    var isDisposed = false
    var hasEnded = false
    var droppedCount = 0
  }

  /// The next thing to do for the thread that takes out events.
  private enum Turn {
    case step
    case end
    case rest
  }

  // Events are the user's, and may send others when they are freed: none is freed while the lock is held.
  private let queue = Mutex(Queue())
  /// The events that were taken out together, the last first; touched by the thread only that takes out events.
  private var batch: [Unchecked<Event>] = []
  private let domain: LoopDomain
  private let arrivals: AsyncStream<Void>.Continuation?
  // These are set before the first event, and not again. The program is touched by the thread only that takes out events.
  private var program: Program<Module>?
  private(set) var connections: LoopConnections<Model, Event, Effect>!
  /// Takes an event from any thread, by way of the loop's transformers.
  private(set) var consumer: Consumer<Event> = { _ in }

  init(
    first: First<Model, Effect>, parts: Mobius.Parts<Model, Event, Effect>, domain: LoopDomain
  ) {
    self.domain = domain
    guard case .actor(let actor) = domain else {
      arrivals = nil
      begin(first, parts)
      return
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    arrivals = continuation
    begin(first, parts)
    let listener = Listener(core: self, actor: actor)
    Task { for await _ in stream { await listener.receive() } }
  }

  deinit { arrivals?.finish() }

  private func begin(_ first: First<Model, Effect>, _ parts: Mobius.Parts<Model, Event, Effect>) {
    consumer = parts.transform { [weak self] event in self?.send(event) }
    connections = LoopConnections(
      effectHandler: parts.effectHandler, eventSource: parts.eventSource, model: first.model, consumer: consumer)
    // Neither the module's start nor its view throws.
    let program = try! Program<Module>(
      flags: .init(first: first, update: parts.update), effectOrder: parts.effectOrder, isolation: nil)
    if let logger = parts.logger { program.log { Self.tell(logger, of: $0) } }
    self.program = program
    program.setDelegate(connections, subscriptions: .cancellable(connections.connect))
    if case .queue = domain {
      // The views are yet to be connected; the events that have come are in the queue's blocks to come.
      queue.withLock { $0.isBusy = false }
    } else {
      takeOut()
    }
  }

  var isDisposed: Bool { queue.withLock { $0.isDisposed } }

  var droppedEventCount: Int { queue.withLock { $0.droppedCount } }

  /// Takes an event from any thread.
  private func send(_ event: Event) {
    let event = Unchecked(event)
    let isAccepted = queue.withLock { queue in
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
      if actor === MainActor.shared, MainQueue.isCurrent { process() } else { arrivals?.yield() }
    case .queue(let queue): queue.async { [weak self] in self?.process() }
    }
  }

  /// Takes the steps of the events that wait, in the loop's domain.
  func process() {
    let isFree = queue.withLock { queue in
      defer { queue.isBusy = true }
      return !queue.isBusy
    }
    if isFree { takeOut() }
  }

  /// Takes the steps of the events that wait, where the caller is in the loop's domain: not on a queue of the loop's own.
  func processForOwner() {
    if case .queue = domain { return }
    process()
  }

  /// Ends the loop after the present step; from outside of a step, at once.
  func dispose() {
    let dropped = queue.withLock { queue in
      defer { queue.events = [] }
      queue.isDisposed = true
      queue.droppedCount += queue.events.count
      return queue.events
    }
    withExtendedLifetime(dropped) {}
    process()
  }

  private func takeOut() {
    while true {
      let waiting = batch.count
      let (turn, events) = queue.withLock { Self.turn(&$0, waiting: waiting) }
      switch turn {
      case .step:
        if waiting == 0 { batch = events.reversed() }
        program?.dispatch(batch.removeLast().value)
      case .end:
        batch = []
        program?.stop()
        connections.forgetAll()
      case .rest: return
      }
    }
  }

  /// Returns the next thing to do, and the events to take out where none is left of those that were.
  private static func turn(_ queue: inout Queue, waiting: Int) -> (Turn, [Unchecked<Event>]) {
    if queue.isDisposed, !queue.hasEnded {
      queue.hasEnded = true
      queue.droppedCount += waiting
      return (.end, [])
    }
    if waiting > 0 { return (.step, []) }
    if queue.events.isEmpty {
      queue.isBusy = false
      return (.rest, [])
    }
    defer { queue.events = [] }
    return (.step, queue.events)
  }

  /// Tells a logger of an update; the other events of a program are none of a loop's.
  private static func tell(_ logger: AnyMobiusLogger<Model, Event, Effect>, of event: ProgramEvent<Module>) {
    switch event {
    case .willUpdate(let event, let model, _): logger.willUpdate(model: model.state, event: event)
    case .didUpdate(let event, let before, let after, _):
      if let next = after.next { logger.didUpdate(model: before.state, event: event, next: next) }
    case .didFail, .didDrop, .didWait, .didElapse, .didSkip, .didStop, .didResume: break
    }
  }

  /// Lets a loop take its steps in its actor, and holds neither the loop nor the actor, which may own it.
  private struct Listener: @unchecked Sendable {
    weak let core: LoopCore?
    weak let actor: (any Actor)?

    init(core: LoopCore, actor: any Actor) {
      self.core = core
      self.actor = actor
    }

    func receive() async {
      if let actor { await receive(in: actor) }
    }

    private func receive(in actor: isolated any Actor) { core?.process() }
  }
}

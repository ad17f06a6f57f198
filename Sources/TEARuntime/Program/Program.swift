/// A module that runs: a ``Kernel`` with a queue of messages, a delegate and a mailbox for other threads.
///
/// A program lives in the isolation domain (an actor, or a single thread) in which it is made. It is not
/// `Sendable`, so the compiler keeps it there; views, commands and failures reach the delegate in that domain.
/// Other threads send messages through the program's ``mailbox``.
///
/// - Messages are processed in the order of dispatch, and `update` is never re-entered: what is dispatched
///   while a step runs waits for its turn.
/// - Within a step, the order is model, subscriptions, view, commands.
/// - When `update` or `view` throws, the step does not happen: the model is as before, its commands are
///   dropped, and the delegate receives the failure. With nobody to receive it, the program reports the
///   message, the model and the failure, and traps.
/// - After ``stop()``, messages are dropped and counted.
public final class Program<M: Module> {
  private var kernel: Kernel<M>
  private var pending: [Kernel<M>.Action] = []
  private var farewell: [Kernel<M>.Action] = []
  private var queue: [M.Message] = []
  private var isStepping = false
  private var currentView: M.View?
  private weak var delegate: (any Delegate<M>)?

  /// Sends messages to this program from any thread.
  public let mailbox = Mailbox<M.Message>()

  /// Whether ``stop()`` was called.
  public private(set) var isStopped = false

  /// How many messages arrived after ``stop()`` and were dropped.
  public var droppedMessageCount: Int { droppedByDispatch + mailbox.droppedCount }
  private var droppedByDispatch = 0

  /// Starts a program in the caller's isolation domain.
  ///
  /// In an actor's domain, messages from the mailbox are processed as they arrive. Outside of any actor they
  /// wait until the program's owner calls ``receive()`` or dispatches a message.
  ///
  /// - Throws: What the module's `start` or its first `view` throws.
  public init(
    _ module: M.Type = M.self, flags: M.Flags, isolation: isolated (any Actor)? = #isolation
  ) throws {
    let actions: [Kernel<M>.Action]
    (kernel, actions) = try Kernel.start(with: flags)
    carryOut(actions)
    listen(isolation: isolation)
  }

  deinit { mailbox.close() }

  /// The model after the last step.
  public var model: M.Model { kernel.model }

  /// Sends messages, each a step of its own, and processes them before returning.
  ///
  /// Called while a step runs (by the delegate), it only queues them.
  public func dispatch(_ messages: M.Message...) {
    guard !isStopped else {
      droppedByDispatch += messages.count
      return
    }
    queue += mailbox.take()
    queue += messages
    processQueue()
  }

  /// Processes the messages that have arrived in the mailbox.
  public func receive() {
    queue += mailbox.take()
    processQueue()
  }

  /// Attaches the delegate, which the program holds weakly, and shows it the current view.
  ///
  /// Commands and subscriptions that found no delegate wait for the next one that is attached. What the
  /// delegate dispatches meanwhile is processed after them.
  public func setDelegate(_ delegate: some Delegate<M>) {
    self.delegate = delegate
    var actions: [Kernel<M>.Action] = []
    var commands: [Kernel<M>.Action] = []
    for action in pending {
      if case .perform = action { commands.append(action) } else { actions.append(action) }
    }
    pending = []
    if let currentView { actions.append(.show(currentView)) }
    processQueue(after: actions + commands)
  }

  /// Ends the program: its subscriptions end, and messages, queued ones included, are dropped and counted.
  ///
  /// Called while a step runs (by the delegate), it lets that step end first.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    mailbox.close()
    droppedByDispatch += mailbox.take().count + queue.count
    queue = []
    farewell = kernel.subscriptions.map { .unsubscribe($0) }
    processQueue()
  }

  private func processQueue(after actions: [Kernel<M>.Action] = []) {
    guard !isStepping else { return carryOut(actions) }
    isStepping = true
    defer { isStepping = false }
    carryOut(actions)
    while !queue.isEmpty {
      let messages = queue
      queue = []
      for (index, message) in messages.enumerated() {
        guard !isStopped else {
          droppedByDispatch += messages.count - index
          break
        }
        process(message)
      }
    }
    let last = farewell
    farewell = []
    carryOut(last)
  }

  private func process(_ message: M.Message) {
    do {
      carryOut(try kernel.receive(message))
    } catch {
      guard let delegate else { trap(on: error, for: message) }
      delegate.program(self, didFail: error, for: message)
    }
  }

  private func carryOut(_ actions: [Kernel<M>.Action]) {
    for action in actions {
      if case .show(let view) = action { currentView = view }
      guard let delegate else {
        if case .show = action { continue }
        pending.append(action)
        continue
      }
      switch action {
      case .unsubscribe(let subscription): delegate.program(self, didUnsubscribe: subscription)
      case .subscribe(let subscription): delegate.program(self, didSubscribe: subscription)
      case .show(let view): delegate.program(self, didUpdate: view)
      case .perform(let command): delegate.program(self, didEmit: command)
      }
    }
  }

  private func listen(isolation: isolated (any Actor)?) {
    guard isolation != nil else { return }
    let arrivals = mailbox.arrivals()
    Task { [weak self] in
      _ = isolation
      for await _ in arrivals { self?.receive() }
    }
  }

  func trap(on failure: any Error, for message: M.Message) -> Never {
    fatalError(
      """
      \(M.self) failed, and nobody receives its failures
        message: \(literal(message))
        model:   \(literal(kernel.model))
        failure: \(literal(failure))
      Implement program(_:didFail:for:) in the program's delegate, and attach it before dispatching.
      """)
  }
}

extension Module {
  /// Starts a program of this module in the caller's isolation domain.
  ///
  /// Traps with a report when the module's `start` or first `view` throws; ``Program/init(_:flags:isolation:)``
  /// throws instead.
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation
  ) -> Program<Self> {
    do {
      return try Program(flags: flags)
    } catch {
      fatalError("\(Self.self) failed to start with flags \(literal(flags)): \(literal(error))")
    }
  }
}

extension Module where Flags == Void {
  /// Starts a program of this module in the caller's isolation domain.
  public static func makeProgram(isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: ())
  }
}

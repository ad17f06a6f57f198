/// A running module: a ``Kernel`` with a queue of messages, a clock, handlers for its effects, and a delegate.
///
/// A program lives in the isolation domain (an actor, or a single thread) in which it is made. It is not
/// `Sendable`, so the compiler keeps it there; views, commands and failures reach the delegate in that domain.
/// Other threads send messages through the ``mailbox``; effects send theirs through a ``Reply``.
///
/// - Messages are processed in the order of dispatch, and `update` is never re-entered: messages that are dispatched
///   during a step are queued.
/// - Within a step, the order is model, subscriptions, view, commands.
/// - When `update` or `view` throws, the step does not happen: the model is as before, its commands are dropped, and
///   the delegate receives the failure. Without a delegate, the program traps with a report of the message, the model
///   and the failure.
/// - Messages that cancelled effects and ended subscriptions send through their ``Reply`` are dropped.
/// - After ``stop()``, messages are dropped and counted, until ``resume(from:)``.
public final class Program<M: Module> {
  var kernel: Kernel<M>
  /// The actions that wait for a delegate or a handler.
  private var pendingActions: [Kernel<M>.Action] = []
  /// `true` once the program has begun to carry out a ``stop()``, until ``resume(from:)``.
  private var hasBegunToStop = false
  /// `true` while the program processes messages or deadlines; messages that are dispatched meanwhile are only queued.
  private var isProcessing = false
  /// `nil` only until the first actions are carried out, because each start shows a view.
  private var currentView: M.View!
  weak var delegate: (any Delegate<M>)?
  private var commandHandler: Handler<M.Command, M.Message>?
  private var subscriptionHandler: Handler<M.Subscription, M.Message>?
  var activities = Activities<M>()
  private var loggers: [(ProgramEvent<M>) -> Void] = []
  let time: ProgramTime
  /// The clock's reading when the kernel's time was last advanced; always zero where time is manual.
  var lastMoment: Duration
  /// The task that wakes the program at its next deadline; `nil` without a deadline or a clock.
  var alarm: (deadline: Duration, task: Task<Void, Never>)?
  /// The number of messages that were dropped after they had left the mailbox.
  var droppedCount = 0
  /// The letters that were taken out of the mailbox and not processed yet, the next one last.
  var letters: [Mailbox<M.Message>.Letter] = []

  /// Sends messages to this program from any thread.
  public let mailbox = Mailbox<M.Message>()

  /// `true` from a call of ``stop()`` until ``resume(from:)``.
  public private(set) var isStopped = false

  /// `true` if the present run began from a model instead of by the module's `start`, and so without the commands of `start`.
  private(set) var beganWithModel = false

  /// The remaining actions of the stop that is being carried out, the next one last; `nil` at all other times.
  private var remainingStopActions: [Kernel<M>.Action]?

  /// The number of dropped messages: those queued at ``stop()`` or sent after it, and those of cancelled effects and
  /// ended subscriptions.
  public var droppedMessageCount: Int { droppedCount + mailbox.droppedCount }

  /// Starts a program in the caller's isolation domain.
  ///
  /// In an actor's domain, messages and deadlines are processed as they arrive.
  /// Outside of actors, they wait until the program's owner calls ``receive()`` or dispatches a message.
  ///
  /// - Throws: The error of the module's `start` or first `view`.
  public convenience init(
    _ module: M.Type = M.self, flags: M.Flags, time: ProgramTime = .clock(ContinuousClock()),
    effectOrder: EffectOrder = .asPerformed, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(Kernel.start(with: flags, order: effectOrder), time, isolation: isolation)
  }

  /// Starts a program from a model, in the caller's isolation domain.
  ///
  /// - Throws: The error of the module's first `view`.
  public convenience init(
    _ module: M.Type = M.self, model: M.Model, time: ProgramTime = .clock(ContinuousClock()),
    effectOrder: EffectOrder = .asPerformed, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(Kernel.resume(from: model, order: effectOrder), time, isolation: isolation)
    beganWithModel = true
  }

  private init(
    _ start: (kernel: Kernel<M>, actions: [Kernel<M>.Action]), _ time: ProgramTime, isolation: isolated (any Actor)?
  ) {
    kernel = start.kernel
    self.time = time
    lastMoment = time.now?() ?? .zero
    carryOut(start.actions)
    // The alarm may go off at once, and only a program that listens handles the alarm's letter.
    listen(isolation: isolation)
    setAlarm()
  }

  deinit {
    alarm?.task.cancel()
    activities.cancelAll()
    mailbox.close()
    mailbox.finishArrivals()
  }

  /// The model after the last step.
  public var model: M.Model { kernel.model }

  /// The view after the last step.
  public var view: M.View { currentView }

  /// The pending deadlines.
  public var agenda: Agenda<M> { kernel.agenda }

  /// Sends messages, each for a step of its own, and processes them before returning.
  ///
  /// A call during a step, as from the delegate, only queues them.
  public func dispatch(_ messages: M.Message...) {
    mailbox.post(messages.map { .message($0) })
    process()
  }

  /// Processes the messages in the mailbox, and the deadlines that have passed.
  public func receive() { process() }

  /// Lets time pass, and handles the deadlines on the way in order.
  ///
  /// Traps for a program with a clock, during a step, and for a duration below zero.
  public func advance(by duration: Duration) {
    // A release build leaves out the text of a `precondition`.
    guard time.now == nil else { fatalError("\(M.self) runs by a clock; make the program with time: .manual") }
    guard duration >= .zero else { fatalError("\(M.self): time cannot pass backwards; advance by zero or more") }
    process(elapsing: duration)
  }

  /// Attaches the delegate, which the program holds weakly, and shows it the current view.
  ///
  /// Commands and subscriptions that nobody has served so far are handed over; messages that a delegate dispatches meanwhile
  /// are processed afterwards. As in a step, time cannot pass meanwhile, and a stop takes effect afterwards. The subscriptions
  /// of a replaced delegate end, and begin again with the new delegate, or with the handler of subscriptions if there is one.
  ///
  /// - Parameters:
  ///   - delegate: Receives views, commands and changes of subscriptions from now on.
  ///   - commandHandler: Carries out the commands from now on, instead of the delegate; `nil` keeps the present handler.
  ///   - subscriptionHandler: Serves the subscriptions other than timers from now on, instead of the delegate; `nil` keeps
  ///     the present handler.
  public func setDelegate(
    _ delegate: some Delegate<M>, commands commandHandler: Handler<M.Command, M.Message>? = nil,
    subscriptions subscriptionHandler: Handler<M.Subscription, M.Message>? = nil
  ) {
    if let commandHandler { self.commandHandler = commandHandler }
    if let subscriptionHandler { self.subscriptionHandler = subscriptionHandler }
    var actions: [Kernel<M>.Action] = []
    if self.delegate !== delegate {
      let servedSubscriptions = activities.subscriptionsOfDelegate
      let endedActivities = activities.removeAllOfDelegate()
      defer { withExtendedLifetime(endedActivities) {} }
      if let formerDelegate = self.delegate {
        deferringMessages {
          for subscription in servedSubscriptions { formerDelegate.program(self, didUnsubscribe: subscription) }
        }
      }
      activities.subscriptionsOfDelegate = []
      actions = servedSubscriptions.map { .subscribe($0) }
    }
    self.delegate = delegate
    handOverPending(after: actions)
  }

  /// Detaches the delegate; views are not shown until another delegate is attached.
  ///
  /// The delegate's subscriptions end, and begin again with the next delegate or handler of subscriptions. Commands that
  /// are performed meanwhile wait for the next delegate, unless a handler carries them out. Commands that the detached
  /// delegate carries out continue: it may still answer them, and is told of their cancellation.
  public func unsetDelegate() {
    detachDelegate()
    process()
  }

  /// Messages that the delegate dispatches as it is told of an end wait until it was told of all, and the next call of `process`
  /// processes them.
  private func detachDelegate() {
    let formerDelegate = delegate
    let servedSubscriptions = activities.subscriptionsOfDelegate
    let endedActivities = activities.removeAllOfDelegate()
    defer { withExtendedLifetime(endedActivities) {} }
    delegate = nil
    activities.subscriptionsOfDelegate = []
    pendingActions += servedSubscriptions.map { .subscribe($0) }
    deferringMessages {
      for subscription in servedSubscriptions { formerDelegate?.program(self, didUnsubscribe: subscription) }
    }
  }

  /// Lets a handler carry out the commands, instead of the delegate.
  ///
  /// Set the handler before the delegate, which otherwise receives the commands of the start.
  public func handleCommands(_ handler: Handler<M.Command, M.Message>) {
    commandHandler = handler
    handOverPending()
  }

  /// Does the same as ``handleCommands(_:)``, and leaves answers and failures to the next call, before which a delegate can be
  /// attached.
  package func beginToHandleCommands(_ handler: Handler<M.Command, M.Message>) {
    deferringMessages { handleCommands(handler) }
  }

  /// Lets a handler serve the subscriptions other than timers, instead of the delegate.
  ///
  /// Subscriptions that the delegate serves already stay with the delegate; those of a released delegate begin again.
  /// Set the handler before the delegate, which otherwise receives the subscriptions of the start.
  public func handleSubscriptions(_ handler: Handler<M.Subscription, M.Message>) {
    subscriptionHandler = handler
    if delegate == nil { detachDelegate() }
    handOverPending()
  }

  /// Adds a logger, which receives all events from now on.
  public func log(_ logger: @escaping (ProgramEvent<M>) -> Void) { loggers.append(logger) }

  /// Ends the program: subscriptions end, effects are cancelled, and queued and later messages are dropped and counted.
  ///
  /// A call during a step, as from the delegate, takes effect after the step.
  public func stop() {
    guard !isStopped else { return }
    isStopped = true
    mailbox.close()
    process()
  }

  /// Continues a program that was stopped, from its last model or another model.
  ///
  /// Subscriptions begin, and the view is shown. A call while the stop is carried out, as from a cancellation, first carries
  /// out the rest of the stop. Traps for a program that was not stopped. Also traps in the step that called ``stop()``, because
  /// the program stops after that step.
  ///
  /// - Throws: The error of the module's view; the program then stays stopped.
  public func resume(from model: M.Model? = nil) throws {
    finishStop()
    guard isStopped else { fatalError("\(M.self) is running; stop() it before resume(from:)") }
    guard hasBegunToStop else {
      fatalError("\(M.self) stops when its present step has ended; call resume(from:) after that step")
    }
    let actions = try kernel.resume(from: model)
    (isStopped, hasBegunToStop, beganWithModel) = (false, false, true)
    mailbox.open()
    lastMoment = time.now?() ?? .zero
    deferringMessages { notifyLoggers(.didResume(kernel.model)) }
    handOverPending(after: actions, showsView: false)
  }

  /// Calls a function that may dispatch messages. The messages are processed by the next call of `process`, which must follow.
  package func deferringMessages(_ function: () -> Void) {
    let wasProcessing = isProcessing
    isProcessing = true
    function()
    isProcessing = wasProcessing
  }

  /// The pending commands come last, after the view is shown.
  private func handOverPending(after firstActions: [Kernel<M>.Action] = [], showsView: Bool = true) {
    let waitingActions = pendingActions
    pendingActions = []
    var (actions, commands) = (firstActions, [Kernel<M>.Action]())
    for action in waitingActions {
      if case .perform = action { commands.append(action) } else { actions.append(action) }
    }
    if showsView { actions.append(.show(currentView)) }
    process(after: actions + commands)
  }

  /// Carries out the actions, and processes letters and deadlines. A nested call only carries out its actions.
  private func process(after actions: [Kernel<M>.Action] = [], elapsing duration: Duration = .zero) {
    guard !isProcessing else {
      guard duration == .zero else { fatalError("\(M.self): time cannot pass while a step runs") }
      return carryOut(actions)
    }
    isProcessing = true
    defer { isProcessing = false }
    carryOut(actions)
    // A step may take longer than the time until a deadline, which is then handled before the next letter.
    repeat { catchUp() } while openNextLetter()
    elapse(duration)
    while isStopped, !hasBegunToStop {
      carryOutStop()
      // A cancellation may have resumed the program, and sent messages.
      processLetters()
    }
    setAlarm()
  }

  private func carryOutStop() {
    hasBegunToStop = true
    remainingStopActions = kernel.stop().reversed()
    finishStop()
  }

  private func finishStop() {
    while let action = remainingStopActions?.popLast() { carryOut([action]) }
    guard remainingStopActions != nil else { return }
    remainingStopActions = nil
    notifyLoggers(.didStop)
  }

  func step(_ message: M.Message, _ origin: ProgramEvent<M>.Origin) {
    let modelBefore = kernel.model
    notifyLoggers(.willUpdate(message, modelBefore, origin))
    do {
      let actions = try kernel.receive(message, answering: origin.command)
      if !loggers.isEmpty {
        let commands = actions.compactMap { if case .perform(let command, _) = $0 { command } else { nil } }
        notifyLoggers(.didUpdate(message, modelBefore, kernel.model, commands))
      }
      carryOut(actions)
    } catch {
      notifyLoggers(.didFail(message, error))
      guard let delegate else { trap(on: error, for: message) }
      delegate.program(self, didFail: error, for: message)
    }
  }

  func notifyLoggers(_ event: @autoclosure () -> ProgramEvent<M>) {
    guard !loggers.isEmpty else { return }
    let event = event()
    for logger in loggers { logger(event) }
  }

  // MARK: Actions

  func carryOut(_ actions: [Kernel<M>.Action]) {
    for action in actions {
      switch action {
      case .show(let view):
        currentView = view
        delegate?.program(self, didUpdate: view)
      case .cancel(let effect): activities.remove(.effect(effect.number))?.cancel()
      case .perform(let command, let effect): perform(command, as: effect, orKeep: action)
      case .subscribe(let subscription): subscribe(to: subscription, orKeep: action)
      case .unsubscribe(let subscription): unsubscribe(subscription)
      }
    }
  }

  private func perform(_ command: M.Command, as effect: Kernel<M>.Effect, orKeep action: Kernel<M>.Action) {
    // An effect that waited for a handler may have been cancelled meanwhile.
    guard kernel.isRunning(effect) else { return }
    let sender = Sender.effect(effect.number)
    if let commandHandler {
      activities.begin(sender, .reply(to: command))
      let cancel = commandHandler.begin(command, Reply(to: mailbox, from: sender))
      activities.setCancellation(of: sender, cancel)
    } else if let delegate {
      activities.begin(sender, .reply(to: command))
      activities.setCancellation(of: sender) { [weak self, weak delegate] in
        if let self { delegate?.program(self, didCancel: command) }
      }
      delegate.program(self, didEmit: command, reply: Reply(to: mailbox, from: sender))
    } else {
      pendingActions.append(action)
    }
  }

  private func subscribe(to subscription: M.Subscription, orKeep action: Kernel<M>.Action) {
    if let subscriptionHandler {
      let sender = activities.begin(subscription)
      let cancel = subscriptionHandler.begin(subscription, Reply(to: mailbox, from: sender))
      activities.setCancellation(of: sender, cancel)
    } else if let delegate {
      activities.subscriptionsOfDelegate.append(subscription)
      let sender = activities.begin(subscription)
      delegate.program(self, didSubscribe: subscription, reply: Reply(to: mailbox, from: sender))
    } else {
      pendingActions.append(action)
    }
  }

  private func unsubscribe(_ subscription: M.Subscription) {
    let endedActivities = activities.removeAll(serving: subscription)
    defer { withExtendedLifetime(endedActivities) {} }
    if let index = activities.subscriptionsOfDelegate.firstIndex(of: subscription) {
      activities.subscriptionsOfDelegate.remove(at: index)
      delegate?.program(self, didUnsubscribe: subscription)
    } else if !endedActivities.isEmpty {
      for activity in endedActivities { activity.cancel() }
    } else {
      pendingActions.removeAll { if case .subscribe(subscription) = $0 { true } else { false } }
    }
  }
}

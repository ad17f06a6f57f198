internal import Synchronization

/// A request to end all searches soon, with the results that they have by then.
@usableFromInline
package final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  @usableFromInline
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  package func request() { flag.store(true, ordering: .relaxed) }

  package static let ofProcess = Interruption()

  /// Requests the interruption on SIGINT, SIGTERM or SIGHUP; for repeated signals see ``receive(_:)``.
  ///
  /// The handlers also send the signals to the processes of ``forwardSignals(to:)``. SIGHUP stays ignored if it was ignored
  /// before, as under `nohup`.
  @discardableResult
  package static func handleSignals() -> Interruption {
    // Lazy variables that the signal handler uses are initialised now; `ProgressLine.clear()` initialises its own.
    _ = (ofProcess, lastSignalTime.load(ordering: .relaxed), children, clockStart)
    ProgressLine.clear()
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGHUP] {
      let formerHandler = signal(number) { Interruption.receive($0) }
      if number == SIGHUP, isIgnoring(formerHandler) { signal(number, SIG_IGN) }
    }
    installTerminationHandler()
    interruptsOnTermination.store(true, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    // The signals may be blocked from the beginning: a process inherits the blocked signals of the thread that starts it.
    sigprocmask(SIG_UNBLOCK, &signals, nil)
    return ofProcess
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// The largest number of processes to which signals are forwarded at a time, and the largest value of `--jobs`.
  package static let maxChildren = 64

  /// The processes to which signals are forwarded; 0 marks a free entry.
  nonisolated(unsafe) private static let children = {
    let children = UnsafeMutableBufferPointer<Atomic<Int>>.allocate(capacity: maxChildren)
    for index in children.indices { children.initializeElement(at: index, to: Atomic(0)) }
    return children
  }()

  /// Lets the handlers of ``handleSignals()`` send their signals to a process too, for at most ``maxChildren`` processes at a
  /// time. If an interruption is requested already, the process gets SIGINT now.
  ///
  /// The caller must call ``stopForwarding(_:)`` once the process has ended.
  package static func forwardSignals(to process: Int32) {
    _ = replaceEntry(0, with: Int(process))
    if ofProcess.isRequested { kill(process, SIGINT) }
  }

  package static func stopForwarding(_ process: Int32) { _ = replaceEntry(Int(process), with: 0) }

  private static func replaceEntry(_ old: Int, with new: Int) -> Bool {
    children.indices.contains {
      children[$0].compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }
  }

  private static let clockStart = ContinuousClock.now

  /// The time of the last signal that was not ignored, in milliseconds after `clockStart`. Subtracting the initial value, a
  /// time long ago, does not overflow.
  private static let lastSignalTime = Atomic<Int>(.min / 2)

  /// Async-signal-safe. The first signal requests the interruption, a further signal kills this process.
  ///
  /// A child receives two signals for one key press: one from the terminal, and the one that its parent hands on. A further
  /// signal within 300 milliseconds of `lastSignalTime` is therefore ignored.
  private static func receive(_ number: Int32) {
    let now = Int((ContinuousClock.now - clockStart) / .milliseconds(1))
    let isRepeated = ofProcess.isRequested
    guard !isRepeated || now - lastSignalTime.load(ordering: .relaxed) > 300 else { return }
    lastSignalTime.store(now, ordering: .relaxed)
    ofProcess.request()
    for index in 0..<maxChildren {
      let process = pid_t(truncatingIfNeeded: children[index].load(ordering: .relaxed))
      if process > 0 { kill(process, number) }
    }
    guard isRepeated else { return }
    ProgressLine.clear()
    signal(number, SIG_DFL)
    raise(number)
  }

  // MARK: SIGTERM, which a process may send to itself

  nonisolated(unsafe) private static var ownTerminationHandler: (Int32) -> Void = { _ in }
  private static let hasOwnTerminationHandler = Atomic<Bool>(false)
  private static let interruptsOnTermination = Atomic<Bool>(false)
  private static let hasFormerTerminationAction = Atomic<Bool>(false)
  nonisolated(unsafe) private static let formerTerminationAction = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)

  /// Calls a function when this process sends SIGTERM to itself, before the signal ends the process.
  ///
  /// - Parameter handler: Must be async-signal-safe.
  package static func handleOwnTermination(_ handler: @escaping @Sendable (Int32) -> Void) {
    ownTerminationHandler = handler
    installTerminationHandler()
    hasOwnTerminationHandler.store(true, ordering: .relaxed)
  }

  private static func installTerminationHandler() {
    // Lazy variables that the signal handler uses are initialised now.
    _ = (
      hasOwnTerminationHandler.load(ordering: .relaxed), interruptsOnTermination.load(ordering: .relaxed),
      formerTerminationAction
    )
    var action = Platform.signalAction(SA_SIGINFO | Int32(bitPattern: UInt32(SA_RESTART))) { number, info, _ in
      Interruption.receiveTermination(number, isOwn: Platform.isSentByThisProcess(info))
    }
    var formerAction = sigaction()
    sigaction(SIGTERM, nil, &formerAction)
    if !hasFormerTerminationAction.exchange(true, ordering: .relaxed) {
      formerTerminationAction.initialize(to: formerAction)
    }
    sigaction(SIGTERM, &action, nil)
  }

  private static func receiveTermination(_ number: Int32, isOwn: Bool) {
    if isOwn, hasOwnTerminationHandler.load(ordering: .relaxed) {
      ownTerminationHandler(number)
      signal(number, SIG_DFL)
      raise(number)
    } else if interruptsOnTermination.load(ordering: .relaxed) {
      receive(number)
    } else {
      sigaction(number, formerTerminationAction, nil)
      raise(number)
    }
  }
}

extension Interruption: Equatable {
  @usableFromInline
  package static func == (one: Interruption, other: Interruption) -> Bool { one === other }
}

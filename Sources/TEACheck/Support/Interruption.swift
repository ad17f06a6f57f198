internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A request that searches end soon, with the results that they have by then.
@usableFromInline
package final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  @usableFromInline
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  package func request() { flag.store(true, ordering: .relaxed) }

  /// The interruption of this process: requested by a signal after ``handleSignals()``, or because a suite was interrupted.
  package static let ofProcess = Interruption()

  /// Installs handlers of SIGINT, SIGTERM and SIGHUP that request the interruption of this process. The handlers also hand the
  /// signals on to the processes of ``forwardSignals(to:)``.
  ///
  /// A process that was started to outlive its terminal, as by `nohup`, goes on ignoring SIGHUP.
  /// A signal that comes once the interruption is requested kills the process, unless it comes within 300 milliseconds of the
  /// first signal.
  ///
  /// - Returns: The interruption of this process.
  @discardableResult
  package static func handleSignals() -> Interruption {
    // Lazy variables that the signal handler uses are initialised now; the call of `ProgressLine.clear()` initialises its own.
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

  /// The largest number of processes to which signals are handed on.
  package static let mostChildren = 64

  /// The processes to which signals are handed on; 0 marks a free entry.
  nonisolated(unsafe) private static let children = {
    let children = UnsafeMutableBufferPointer<Atomic<Int>>.allocate(capacity: mostChildren)
    for index in children.indices { children.initializeElement(at: index, to: Atomic(0)) }
    return children
  }()

  /// Hands signals on to a process until ``stopForwarding(_:)``, which the caller must call once the process has ended.
  ///
  /// If ``mostChildren`` processes get signals already, later signals do not reach the process.
  package static func forwardSignals(to process: Int32) {
    _ = replaceEntry(0, with: Int(process))
    // A signal may have come before the process was entered in `children`.
    if ofProcess.isRequested { kill(process, SIGINT) }
  }

  /// Hands no more signals on to a process.
  package static func stopForwarding(_ process: Int32) { _ = replaceEntry(Int(process), with: 0) }

  /// The processes to which signals are handed on.
  package static var signalledChildren: Set<Int32> {
    Set(children.indices.map { Int32(truncatingIfNeeded: children[$0].load(ordering: .relaxed)) }.filter { $0 > 0 })
  }

  /// Replaces the first entry of `children` that is `old` by `new`.
  ///
  /// - Returns: `false` where there is no such entry.
  private static func replaceEntry(_ old: Int, with new: Int) -> Bool {
    children.indices.contains {
      children[$0].compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }
  }

  private static let clockStart = ContinuousClock.now

  /// The time of the last signal that was not ignored, in milliseconds after `clockStart`. Before the first signal it is half
  /// of `Int.min`: long ago, and the difference to a later time does not overflow.
  private static let lastSignalTime = Atomic<Int>(.min / 2)

  /// Handles a signal; async-signal-safe.
  ///
  /// A terminal sends a signal to a parent and its child, and the parent hands its signal on, so the child receives two signals
  /// for one key. A further signal within 300 milliseconds of the first signal is therefore ignored.
  private static func receive(_ number: Int32) {
    let now = Int((ContinuousClock.now - clockStart) / .milliseconds(1))
    let isRepeated = ofProcess.isRequested
    guard !isRepeated || now - lastSignalTime.load(ordering: .relaxed) > 300 else { return }
    lastSignalTime.store(now, ordering: .relaxed)
    ofProcess.request()
    for index in 0..<mostChildren {
      let process = pid_t(truncatingIfNeeded: children[index].load(ordering: .relaxed))
      if process > 0 { kill(process, number) }
    }
    guard isRepeated else { return }
    ProgressLine.clear()
    signal(number, SIG_DFL)
    raise(number)
  }

  // MARK: SIGTERM, which a process may send to itself

  /// The function of ``handleOwnTermination(_:)``.
  nonisolated(unsafe) private static var ownTermination: (Int32) -> Void = { _ in }
  private static let hasOwnTermination = Atomic<Bool>(false)
  /// SIGTERM of another process requests the interruption, after ``handleSignals()``.
  private static let interruptsOnTermination = Atomic<Bool>(false)
  private static let hasFormerTermination = Atomic<Bool>(false)
  /// The action of SIGTERM that the handler replaced.
  nonisolated(unsafe) private static let formerTermination = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)

  /// Calls a function when this process sends SIGTERM to itself, before the signal ends the process.
  ///
  /// - Parameter handler: The function, which must be async-signal-safe.
  package static func handleOwnTermination(_ handler: @escaping @Sendable (Int32) -> Void) {
    ownTermination = handler
    installTerminationHandler()
    hasOwnTermination.store(true, ordering: .relaxed)
  }

  private static func installTerminationHandler() {
    // Lazy variables that the signal handler uses are initialised now.
    _ = (
      hasOwnTermination.load(ordering: .relaxed), interruptsOnTermination.load(ordering: .relaxed), formerTermination
    )
    var action = Platform.signalAction(SA_SIGINFO | Int32(bitPattern: UInt32(SA_RESTART))) { number, info, _ in
      Interruption.receiveTermination(number, isOwn: Platform.isOfThisProcess(info))
    }
    var formerAction = sigaction()
    sigaction(SIGTERM, nil, &formerAction)
    if !hasFormerTermination.exchange(true, ordering: .relaxed) {
      formerTermination.initialize(to: formerAction)
    }
    sigaction(SIGTERM, &action, nil)
  }

  private static func receiveTermination(_ number: Int32, isOwn: Bool) {
    if isOwn, hasOwnTermination.load(ordering: .relaxed) {
      ownTermination(number)
      signal(number, SIG_DFL)
      raise(number)
    } else if interruptsOnTermination.load(ordering: .relaxed) {
      receive(number)
    } else {
      sigaction(number, formerTermination, nil)
      raise(number)
    }
  }
}

extension Interruption: Equatable {
  @usableFromInline
  package static func == (one: Interruption, other: Interruption) -> Bool { one === other }
}

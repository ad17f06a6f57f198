internal import Synchronization

extension Platform {
  private static var trapSignals: [Int32] { [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] }

  /// The actions before ``handleTraps(_:)``, by signal number; the numbers of all trap signals are below 64.
  nonisolated(unsafe) private static let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  private typealias SignalHandler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// The functions of ``formerActions``; `nil` where the system itself ends the process or ignores the signal. A signal handler
  /// must not compute them, because a debug build may allocate memory for that.
  nonisolated(unsafe) private static let formerHandlers = UnsafeMutablePointer<SignalHandler?>.allocate(capacity: 64)

  nonisolated(unsafe) private static var trapHandler: (Int32, Bool) -> Void = { _, _ in }

  /// The thread whose trap is handled; 0 before any thread has trapped.
  private static let trappingThread = Atomic<UInt64>(0)

  /// Lets the first thread that traps go on, and makes later ones wait: in Swift's own action for the signal, two threads can
  /// suspend each other for ever.
  ///
  /// The wait ends after half a minute, because an action of the user's may not end the process.
  private static func waitUnlessFirstToTrap() {
    let thread = currentThread
    let (isFirst, firstThread) = trappingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    guard !isFirst, firstThread != thread else { return }
    for _ in 0..<30 { sleep(milliseconds: 1_000) }
  }

  /// Handles the signals of traps: calls a function, and then the signal's former handler, if there is one. Afterwards the
  /// signal has its former action again, or the default one where the former handler has set it. Threads that trap later wait
  /// in ``waitUnlessFirstToTrap()``.
  ///
  /// - Parameter handler: Must be async-signal-safe.
  package static func handleTraps(_ handler: @escaping @Sendable (Int32, _ isStackOverflow: Bool) -> Void) {
    trapHandler = handler
    // `trappingThread` is initialised now, because a signal handler must not initialise it.
    _ = trappingThread.load(ordering: .relaxed)
    for signal in trapSignals {
      var action = signalAction(SA_SIGINFO | Int32(bitPattern: UInt32(SA_ONSTACK))) { signal, info, context in
        Platform.waitUnlessFirstToTrap()
        let isStackOverflow =
          signal == SIGSEGV || signal == SIGBUS ? Platform.isStackOverflow(at: Platform.address(info)) : false
        Platform.trapHandler(signal, isStackOverflow)
        if Platform.callFormerHandler(signal, info, context) { return }
        // After a fault, the instruction runs again when this handler returns, and raises its signal again, which now has
        // another action. A breakpoint, or a signal that a process has sent, does not come again by itself. So its signal is
        // raised here, and stays blocked until this handler returns.
        if let code = info?.pointee.si_code, signal == SIGTRAP || code <= 0 || code == SI_USER { raise(signal) }
      }
      // The former action and handler are stored before the new handler is installed, because another thread may enter it at
      // once.
      sigaction(signal, nil, formerActions + Int(signal))
      let former = function(of: formerActions[Int(signal)])
      (formerHandlers + Int(signal)).initialize(to: unsafeBitCast(former, to: Int.self) == 1 ? nil : former)
      sigaction(signal, &action, nil)
    }
  }

  /// Calls the former handler of a signal, if there is one, as the system would call it.
  ///
  /// The signal gets its former action back only after the call: until then, another thread that traps by the same signal waits
  /// in ``waitUnlessFirstToTrap()``. In the former handler, the other thread could end the process before the first thread's
  /// stack is printed.
  ///
  /// - Returns: `true` where the handler lets the process go on. Otherwise the signal is ignored, or has its default action: it
  ///   had that before, or the handler has set it, as Swift's does.
  private static func callFormerHandler(
    _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) -> Bool {
    let former = formerActions + Int(signal)
    guard let handler = formerHandlers[Int(signal)] else {
      sigaction(signal, former, nil)
      return false
    }
    var (blockedSignals, maskBefore, ownSignal) = (former.pointee.sa_mask, sigset_t(), sigset_t())
    pthread_sigmask(SIG_BLOCK, &blockedSignals, &maskBefore)
    if former.pointee.sa_flags & Int32(bitPattern: UInt32(SA_NODEFER)) != 0 {
      sigemptyset(&ownSignal)
      sigaddset(&ownSignal, signal)
      pthread_sigmask(SIG_UNBLOCK, &ownSignal, nil)
    }
    handler(signal, info, context)
    pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    var currentAction = sigaction()
    sigaction(signal, nil, &currentAction)
    guard function(of: currentAction) != nil else { return false }
    sigaction(signal, former, nil)
    return true
  }

  /// The function of an action; `nil` for the default action, and the address 1 where the signal is ignored. A function that
  /// takes only the signal's number does not read the other arguments.
  private static func function(of action: sigaction) -> SignalHandler? {
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction
    #elseif canImport(Glibc)
      action.__sigaction_handler.sa_sigaction
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction
    #endif
  }

  /// The flags must contain `SA_SIGINFO`.
  static func signalAction(
    _ flags: Int32,
    _ handler: @escaping @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  ) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #elseif canImport(Glibc)
      action.__sigaction_handler.sa_sigaction = handler
    #elseif canImport(Musl)
      action.__sa_handler.sa_sigaction = handler
    #endif
    action.sa_flags = flags
    return action
  }

  nonisolated(unsafe) private static var exitHandler: () -> Void = {}

  /// Calls a function on the first thread that calls `exit`.
  ///
  /// Each thread that calls `exit` runs the next `atexit` handler; a thread that finds none left ends the process. So there is
  /// a handler for each thread, and every thread but the first waits in its handler.
  package static func handleExit(_ handler: @escaping @Sendable () -> Void) {
    exitHandler = handler
    for _ in 0..<exitHandlerCount { atexit { Platform.exitOnce() } }
  }

  /// The number of threads that may call `exit`: enough for the 256 workers that `--workers` allows, and the other threads.
  private static let exitHandlerCount = 300
  /// 0 before any thread has called `exit`.
  private static let exitingThread = Atomic<UInt64>(0)

  private static func exitOnce() {
    let thread = currentThread
    let (isFirst, firstThread) = exitingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    if isFirst { return exitHandler() }
    while firstThread != thread { sleep(milliseconds: 1_000) }
  }

  nonisolated(unsafe) private static var reportHandler: () -> Void = {}

  /// The handler must be async-signal-safe.
  package static func handleReportRequest(_ handler: @escaping @Sendable () -> Void) {
    reportHandler = handler
    signal(signalForTrapReport) { _ in Platform.reportHandler() }
    unblockSignals()
  }

  /// A process inherits the blocked signals of the thread that starts it, and threads of a dispatch queue block signals from
  /// the beginning. A blocked signal that a step raises would have no effect.
  private static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in trapSignals + [signalForTrapReport] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: info?.pointee.si_addr)
    #elseif canImport(Glibc)
      UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: info?.pointee.__si_fields.__sigfault.si_addr)
    #endif
  }

  static func isSentByThisProcess(_ info: UnsafeMutablePointer<siginfo_t>?) -> Bool {
    #if canImport(Darwin)
      let sender = info?.pointee.si_pid
    #elseif canImport(Glibc)
      let sender = info?.pointee._sifields._kill.si_pid
    #elseif canImport(Musl)
      let sender = info?.pointee.__si_fields.__si_common.__first.__piduid.si_pid
    #endif
    return sender == getpid()
  }

  package static var terminationSignal: Int { Int(SIGTERM) }

  /// `true` for a fault less than ``stackSize`` below the frame of ``prepareForSignals()``.
  ///
  /// That function writes the address of its frame and the stack's size directly below the signal stack in memory.
  private static func isStackOverflow(at address: UInt) -> Bool {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, let memory = stack.ss_sp else { return false }
    let top = memory.load(fromByteOffset: -signalStackHeaderSize, as: UInt.self)
    return address < top && top - address < memory.load(fromByteOffset: -signalStackHeaderSize / 2, as: UInt.self)
  }

  /// The size in bytes that a thread's stack is taken to have, with a margin for guard pages. A limit of 1 GiB or more stands
  /// for the usual size.
  private static let stackSize: UInt = {
    var limit = rlimit()
    getrlimit(stackResource, &limit)
    let usualSize: UInt = 8 << 20
    let size = limit.rlim_cur < 1 << 30 ? UInt(limit.rlim_cur) : usualSize
    return max(size, usualSize) + 1 << 20
  }()

  /// The size of the header before each signal stack, in bytes. The header holds an address in the thread's own stack, and the
  /// size of that stack.
  private static var signalStackHeaderSize: Int { 16 }

  /// Gives the calling thread an alternate signal stack, since its own stack is full after an overflow. Also unblocks the
  /// signals of traps and the signal that asks for a report.
  package static func prepareForSignals() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    unblockSignals()
    let size = 1 << 16
    // Threads of `startThread` free this memory when they end; other threads, which are few, leak it.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: signalStackHeaderSize + size, alignment: 16)
    withUnsafePointer(to: &stack) { memory.storeBytes(of: UInt(bitPattern: $0), as: UInt.self) }
    memory.storeBytes(of: stackSize, toByteOffset: signalStackHeaderSize / 2, as: UInt.self)
    stack.ss_sp = memory + signalStackHeaderSize
    stack.ss_size = numericCast(size)
    stack.ss_flags = 0
    sigaltstack(&stack, nil)
  }

  /// The calling thread must be about to end.
  static func freeSignalStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) == 0, let memory = stack.ss_sp else {
      return
    }
    stack.ss_flags = Int32(SS_DISABLE)
    if sigaltstack(&stack, nil) == 0 { (memory - signalStackHeaderSize).deallocate() }
  }

  package static func nameOfSignal(_ number: Int) -> String {
    let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
      SIGTERM: "SIGTERM",
    ]
    return names[Int32(truncatingIfNeeded: number)] ?? "another signal"
  }

  /// Runs no `atexit` handlers; async-signal-safe.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }
}

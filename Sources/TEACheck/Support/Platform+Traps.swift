internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// The signals that a trap raises.
  private static var trapSignals: [Int32] { [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] }

  /// The replaced actions, by signal number. The numbers of all trap signals are below 64.
  nonisolated(unsafe) private static let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  nonisolated(unsafe) private static var trapHandler: (Int32, Bool) -> Void = { _, _ in }

  /// Handles the signals of traps. After the handler, the replaced action runs.
  ///
  /// - Parameter handler: Receives the number of the signal, and whether the thread's stack overflowed.
  package static func handleTraps(_ handler: @escaping @Sendable (Int32, _ isStackOverflow: Bool) -> Void) {
    trapHandler = handler
    for signal in trapSignals {
      var action = signalAction(SA_SIGINFO | Int32(bitPattern: UInt32(SA_ONSTACK))) { signal, info, _ in
        let isStackOverflow = signal == SIGSEGV || signal == SIGBUS ? Platform.isInStack(Platform.address(info)) : false
        Platform.trapHandler(signal, isStackOverflow)
        // Returning repeats the trap, and then the replaced action runs.
        sigaction(signal, Platform.formerActions + Int(signal), nil)
      }
      sigaction(signal, &action, formerActions + Int(signal))
    }
  }

  /// A signal action that calls a handler with the number and the details of the signal.
  ///
  /// - Parameter flags: The flags of the action, `SA_SIGINFO` among them.
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

  /// Calls a function when the process is about to exit, on the first thread that calls `exit`.
  ///
  /// Each thread that calls `exit` runs the next `atexit` handler. When no handler is left, `exit` ends the process even if
  /// another thread is still in a handler. So there is a handler for each thread, and every thread but the first waits in its
  /// handler.
  package static func handleExit(_ handler: @escaping @Sendable () -> Void) {
    exitHandler = handler
    for _ in 0..<exitHandlerCount { atexit { Platform.exitOnce() } }
  }

  /// The number of `atexit` handlers: more than the 256 workers that `--workers` allows, plus the other threads.
  private static let exitHandlerCount = 300
  /// The first thread that called `exit`; 0 as long as none has.
  private static let exitingThread = Atomic<UInt64>(0)

  private static func exitOnce() {
    let thread = currentThread
    let (isFirst, firstThread) = exitingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    if isFirst { return exitHandler() }
    while firstThread != thread { sleep(milliseconds: 1_000) }
  }

  nonisolated(unsafe) private static var reportHandler: () -> Void = {}

  /// Calls a function, which must be async-signal-safe, when another process asks for a trap report.
  package static func handleReportRequest(_ handler: @escaping @Sendable () -> Void) {
    reportHandler = handler
    signal(signalForTrapReport) { _ in Platform.reportHandler() }
    unblockReportSignal()
  }

  /// Lets the calling thread receive the signal that asks for a report.
  ///
  /// A process inherits the blocked signals of the thread that starts it, and threads of a dispatch queue block signals
  /// from the beginning.
  private static func unblockReportSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signalForTrapReport)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// The address whose access raised the signal.
  private static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: info?.pointee.si_addr)
    #elseif canImport(Glibc)
      UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: info?.pointee.__si_fields.__sigfault.si_addr)
    #endif
  }

  /// Returns whether a thread of this process sent a signal.
  static func isOfThisProcess(_ info: UnsafeMutablePointer<siginfo_t>?) -> Bool {
    #if canImport(Darwin)
      let sender = info?.pointee.si_pid
    #elseif canImport(Glibc)
      let sender = info?.pointee._sifields._kill.si_pid
    #elseif canImport(Musl)
      let sender = info?.pointee.__si_fields.__si_common.__first.__piduid.si_pid
    #endif
    return sender == getpid()
  }

  /// The signal that asks a process to end.
  package static var terminationSignal: Int { Int(SIGTERM) }

  /// Returns whether an address is in the calling thread's stack or its guard pages: a fault there is an overflow.
  ///
  /// The bounds of the stack are in the header that ``prepareForSignals()`` writes before the signal stack.
  private static func isInStack(_ address: UInt) -> Bool {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, let memory = stack.ss_sp else { return false }
    let top = memory.load(fromByteOffset: -signalStackHeader, as: UInt.self)
    return address < top && top - address < memory.load(fromByteOffset: -signalStackHeader / 2, as: UInt.self)
  }

  /// The largest size of a thread's stack in bytes, guard pages included.
  private static let stackSize: UInt = {
    var limit = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
    #else
      getrlimit(RLIMIT_STACK, &limit)
    #endif
    let usualSize: UInt = 8 << 20
    let size = limit.rlim_cur < 1 << 30 ? UInt(limit.rlim_cur) : usualSize
    return max(size, usualSize) + 1 << 20
  }()

  /// The bytes of the header before a signal stack: an address in the thread's own stack, and the size of that stack.
  private static var signalStackHeader: Int { 16 }

  /// Gives the calling thread an alternate signal stack, since its own stack is full after an overflow, and unblocks the signal
  /// that asks for a report.
  package static func prepareForSignals() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    unblockReportSignal()
    let size = 1 << 16
    // Threads of `startThread` free this memory when they end; other threads, which are few, leak it.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: signalStackHeader + size, alignment: 16)
    withUnsafePointer(to: &stack) { memory.storeBytes(of: UInt(bitPattern: $0), as: UInt.self) }
    memory.storeBytes(of: stackSize, toByteOffset: signalStackHeader / 2, as: UInt.self)
    stack.ss_sp = memory + signalStackHeader
    stack.ss_size = numericCast(size)
    stack.ss_flags = 0
    sigaltstack(&stack, nil)
  }

  /// Frees the signal stack of the calling thread, which is about to end.
  static func freeSignalStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) == 0, let memory = stack.ss_sp else {
      return
    }
    stack.ss_flags = Int32(SS_DISABLE)
    if sigaltstack(&stack, nil) == 0 { (memory - signalStackHeader).deallocate() }
  }

  /// The name of SIGTERM, or of a signal that a trap raises; `another signal` for any other number.
  package static func nameOfSignal(_ number: Int) -> String {
    let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
      SIGTERM: "SIGTERM",
    ]
    return names[Int32(truncatingIfNeeded: number)] ?? "another signal"
  }

  /// Ends the process without its `atexit` handlers; async-signal-safe.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }
}

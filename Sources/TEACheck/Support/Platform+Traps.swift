package import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// A number that tells the calling thread from others; a signal handler may ask for it.
  package static var currentThread: UInt64 {
    #if canImport(Darwin)
      UInt64(UInt(bitPattern: pthread_self()))
    #elseif canImport(Glibc)
      UInt64(pthread_self())
    #elseif canImport(Musl)
      UInt64(UInt(bitPattern: pthread_self()))
    #endif
  }

  private static let slotKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The slot in which the calling thread says what it does; a signal handler may ask for it.
  package static var slotOfThread: UnsafeMutablePointer<Atomic<UInt64>>? {
    get { pthread_getspecific(slotKey)?.assumingMemoryBound(to: Atomic<UInt64>.self) }
    set { pthread_setspecific(slotKey, newValue) }
  }

  /// Words that are zero, and are never given back.
  package static func takeZeroedAtomics(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let memory = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for word in 0..<count { (memory + word).initialize(to: Atomic(0)) }
    return memory
  }

  /// Starts a thread of its own.
  ///
  /// - Returns: Whether there is one more.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let body = Unmanaged.passRetained(ThreadBody(run: body))
    let code = pthread_create(
      &thread, nil,
      { body in
        let body: UnsafeMutableRawPointer? = body
        body.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run() }
        Platform.returnSignalStack()
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return false
    }
    #if canImport(Darwin) || canImport(Musl)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Lets another thread go first, if one waits for the processor.
  package static func yieldThread() { sched_yield() }

  // MARK: Signals

  /// The signals by which a program ends that has gone wrong.
  private static var trapSignals: [Int32] { [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] }

  /// The former actions of the signals, by their numbers.
  nonisolated(unsafe) private static let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  nonisolated(unsafe) private static var handler: (Int32, Bool) -> Void = { _, _ in }

  /// Handles the signals of traps, and then lets them do what they did before.
  ///
  /// - Parameter handler: Receives the number of the signal, and whether the stack of the thread is at its end.
  package static func handleTraps(_ handler: @escaping @Sendable (Int32, _ isOfStack: Bool) -> Void) {
    self.handler = handler
    for signal in trapSignals {
      var action = sigaction()
      let receive: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        signal, info, _ in
        let isOfStack = signal == SIGSEGV || signal == SIGBUS ? Platform.isNearStack(Platform.address(info)) : false
        Platform.handler(signal, isOfStack)
        // Returning repeats the trap, now with the previous handler.
        sigaction(signal, Platform.formerActions + Int(signal), nil)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_sigaction = receive
      #elseif canImport(Glibc)
        action.__sigaction_handler.sa_sigaction = receive
      #elseif canImport(Musl)
        action.__sa_handler.sa_sigaction = receive
      #endif
      action.sa_flags = SA_SIGINFO | Int32(bitPattern: UInt32(SA_ONSTACK))
      sigaction(signal, &action, formerActions + Int(signal))
    }
  }

  nonisolated(unsafe) private static var atExit: () -> Void = {}

  /// Calls a function where the process is about to exit, on the first thread that wants it.
  ///
  /// Each thread that exits takes the next of the functions that were given to `atexit`, and ends the process when none is
  /// left: a second thread would do so while the first one still says why. So there is one for each thread, of which all
  /// but the first wait.
  package static func handleExit(_ handler: @escaping @Sendable () -> Void) {
    atExit = handler
    for _ in 0..<mostExits { atexit { Platform.exitOnce() } }
  }

  /// More than there are threads in a search.
  private static let mostExits = 300
  /// The thread that exits first.
  private static let exitingThread = Atomic<UInt64>(0)

  private static func exitOnce() {
    let thread = currentThread
    let (isFirst, first) = exitingThread.compareExchange(
      expected: 0, desired: thread, ordering: .sequentiallyConsistent)
    if isFirst { return atExit() }
    while first != thread { sleep(milliseconds: 1_000) }
  }

  nonisolated(unsafe) private static var reportHandler: () -> Void = {}

  /// Calls a function where another process asks this one to say where it stands; it may do what a signal handler may.
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

  /// The address that a thread could not use.
  private static func address(_ info: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: info?.pointee.si_addr)
    #elseif canImport(Glibc)
      UInt(bitPattern: info?.pointee._sifields._sigfault.si_addr)
    #elseif canImport(Musl)
      UInt(bitPattern: info?.pointee.__si_fields.__sigfault.si_addr)
    #endif
  }

  /// Returns whether an address is just beyond the end of the calling thread's stack.
  private static func isNearStack(_ address: UInt) -> Bool {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, let memory = stack.ss_sp else { return false }
    let top = memory.load(fromByteOffset: -signalStackHeader, as: UInt.self)
    return address < top && top - address < memory.load(fromByteOffset: -signalStackHeader / 2, as: UInt.self)
  }

  /// The reach of a thread's stack, in bytes, with the pages beyond it that nobody may use.
  private static let reachOfStack: UInt = {
    var limit = rlimit()
    #if canImport(Glibc)
      getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
    #else
      getrlimit(RLIMIT_STACK, &limit)
    #endif
    let usual: UInt = 8 << 20
    let size = limit.rlim_cur < 1 << 30 ? UInt(limit.rlim_cur) : usual
    return max(size, usual) + 1 << 20
  }()

  /// The bytes before a stack for signal handlers: the place of the thread's own one, and its reach.
  private static var signalStackHeader: Int { 16 }

  /// Gives the calling thread a stack for signal handlers, which its own is no place for when it is at its end, and lets
  /// it be asked where it stands.
  package static func prepareForSignals() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    unblockReportSignal()
    let size = 1 << 16
    // As long as the thread lives, and threads are few.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: signalStackHeader + size, alignment: 16)
    withUnsafePointer(to: &stack) { memory.storeBytes(of: UInt(bitPattern: $0), as: UInt.self) }
    memory.storeBytes(of: reachOfStack, toByteOffset: signalStackHeader / 2, as: UInt.self)
    stack.ss_sp = memory + signalStackHeader
    stack.ss_size = numericCast(size)
    stack.ss_flags = 0
    sigaltstack(&stack, nil)
  }

  /// Gives back what ``prepareForSignals()`` gave the calling thread, which ends.
  private static func returnSignalStack() {
    var stack = stack_t()
    guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) == 0, let memory = stack.ss_sp else {
      return
    }
    stack.ss_flags = Int32(SS_DISABLE)
    if sigaltstack(&stack, nil) == 0 { (memory - signalStackHeader).deallocate() }
  }

  /// The name of one of these signals.
  package static func nameOfSignal(_ number: Int) -> String {
    let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGABRT: "SIGABRT",
    ]
    return names[Int32(truncatingIfNeeded: number)] ?? "another signal"
  }

  // MARK: What a signal handler may do

  package static func sleep(milliseconds: Int) {
    _ = poll(nil, 0, Int32(milliseconds))
  }

  /// Ends the process without anything that is usually done at the end.
  package static func exitAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// The ends of a new pipe, which no other program gets.
  package static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      _ = Darwin.pipe(&ends)
    #elseif canImport(Glibc)
      _ = Glibc.pipe(&ends)
    #elseif canImport(Musl)
      _ = Musl.pipe(&ends)
    #endif
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  package static func writeWord(_ word: UInt32, to descriptor: Int32) {
    withUnsafeBytes(of: word) { _ = writeAll($0, to: descriptor) }
  }

  /// Waits for a word.
  ///
  /// - Parameter milliseconds: How long at most; -1 for ever.
  /// - Returns: `nil` where none came in time.
  package static func readWord(from descriptor: Int32, within milliseconds: Int) -> UInt32? {
    var request = pollfd()
    (request.fd, request.events) = (descriptor, Int16(POLLIN))
    guard poll(&request, 1, Int32(milliseconds)) > 0 else { return nil }
    var word: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &word) { readSome(descriptor, $0) }
    return count == 4 ? word : nil
  }
}

extension Platform {
  package static var pathOfProgram: String {
    #if canImport(Darwin)
      CommandLine.arguments.first ?? ""
    #else
      "/proc/self/exe"
    #endif
  }

  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  package static func atExit(_ handler: @convention(c) () -> Void) { _ = atexit(handler) }

  package static func environment(withPrefix prefix: String) -> [String: String] {
    #if canImport(Darwin)
      let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
    #else
      let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    #endif
    var variables: [String: String] = [:]
    guard var entry = start else { return [:] }
    while let line = entry.pointee {
      let parts = String(cString: line).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, parts[0].hasPrefix(prefix) { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  /// Raises the limit on stacks to 64 MiB, if the system allows it, for the processes that this process starts.
  ///
  /// Comparing or writing a value that is nested some thousand times, such as a list of indirect cases, takes some thousand
  /// nested calls.
  package static func raiseStackLimit() {
    var limit = rlimit()
    let size: rlim_t = 64 << 20
    guard getrlimit(stackResource, &limit) == 0, limit.rlim_cur < size else { return }
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(stackResource, &limit)
  }

  #if canImport(Glibc)
    static let stackResource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
  #else
    static let stackResource = RLIMIT_STACK
  #endif

  /// Child processes do not inherit the ends; both are -1 where the system makes no pipe.
  package static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    systemPipe(&ends)
    for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Async-signal-safe.
  package static func writeWord(_ word: UInt32, to descriptor: Int32) {
    withUnsafeBytes(of: word) { _ = writeAll($0, to: descriptor) }
  }

  /// Waits for ever where the time is -1. Returns `nil` where no word came in time, the pipe was closed, or a signal
  /// interrupted the wait.
  package static func readWord(from descriptor: Int32, within milliseconds: Int) -> UInt32? {
    guard becomesReadable(descriptor, within: milliseconds) else { return nil }
    var word: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &word) { readSome(descriptor, $0) }
    return count == 4 ? word : nil
  }

  /// Returns `true` once there is something to read, or the writing end is closed. Returns `false` when the time has passed, or
  /// if a signal interrupts the wait.
  package static func becomesReadable(_ descriptor: Int32, within milliseconds: Int) -> Bool {
    var request = pollfd()
    (request.fd, request.events) = (descriptor, Int16(POLLIN))
    return poll(&request, 1, Int32(milliseconds)) > 0
  }

  /// Processes that this process starts ignore suspension as well.
  package static func ignoreSuspension() { signal(SIGTSTP, SIG_IGN) }

  package static func isStopped(_ process: Int32) -> Bool {
    var info = siginfo_t()
    // `WEXITED` is not asked for, and `WNOWAIT` consumes nothing: the exit status is left for `waitpid`.
    guard waitid(P_PID, id_t(process), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 else { return false }
    return info.si_signo == SIGCHLD && info.si_code == CLD_STOPPED
  }

  /// The exit code of a child, or the signal that ended it; `nil` while it runs, and once `waitpid` has consumed its exit
  /// status.
  package static func exitStatus(ofChild process: Int32) -> (status: Int32, wasSignalled: Bool)? {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo == SIGCHLD else {
      return nil
    }
    #if canImport(Darwin)
      let status = info.si_status
    #elseif canImport(Glibc)
      let status = info._sifields._sigchld.si_status
    #else
      let status = info.__si_fields.__si_common.__second.__sigchld.si_status
    #endif
    return (status, info.si_code != CLD_EXITED)
  }

  /// Asks a stopped process for a trap report, and continues it.
  ///
  /// On Linux each thread gets a signal of its own, so that no thread runs past the point where it was stopped. Elsewhere one
  /// thread handles the signal, while the others may continue.
  package static func requestTrapReport(_ process: Int32) {
    if !signalThreads(of: process) { systemKill(process, signalForTrapReport) }
    systemKill(process, SIGCONT)
  }

  /// `true` where at least one thread got the signal.
  private static func signalThreads(of process: Int32) -> Bool {
    #if os(Linux)
      typealias ThreadKill = @convention(c) (pid_t, pid_t, Int32) -> Int32
      // No imported header declares `tgkill`.
      guard let function = dlsym(nil, "tgkill"), let threads = opendir("/proc/\(process)/task") else { return false }
      defer { closedir(threads) }
      let threadKill = unsafeBitCast(function, to: ThreadKill.self)
      var isSignalled = false
      while let entry = readdir(threads) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let thread = pid_t(name) else { continue }
        if threadKill(process, thread, signalForTrapReport) == 0 { isSignalled = true }
      }
      return isSignalled
    #else
      return false
    #endif
  }

  package static func continueProcess(_ process: Int32) { systemKill(process, SIGCONT) }

  package static var signalForTrapReport: Int32 { SIGUSR2 }

  package static func kill(_ process: Int32) { systemKill(process, SIGKILL) }

  /// Kills the remaining processes of the group whose first process was `process`. Does nothing where there is no such group.
  package static func killGroup(of process: Int32) { if process > 1 { systemKill(-process, SIGKILL) } }

  /// The longest time for which output is still read after a process has ended, where another process holds its pipe open.
  package static let longestDrain = Duration.seconds(1)

}

// Inside of `Platform`, the names of these functions of the system stand for its own.

private func systemPipe(_ ends: inout [Int32]) { _ = pipe(&ends) }

private func systemKill(_ process: Int32, _ signal: Int32) { _ = kill(process, signal) }

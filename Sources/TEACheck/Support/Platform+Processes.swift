#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

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

  /// Raises the limit to 64 MiB for the processes that this process starts, where the system allows it.
  ///
  /// Comparing or writing a value that is nested some thousand times, such as a list of indirect cases, takes as many nested
  /// calls.
  package static func raiseStackLimit() {
    var limit = rlimit()
    let size: rlim_t = 64 << 20
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let resource = RLIMIT_STACK
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < size else { return }
    limit.rlim_cur = min(size, limit.rlim_max)
    setrlimit(resource, &limit)
  }

  /// Child processes do not inherit the ends; both are -1 where the system makes no pipe.
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

  /// Async-signal-safe.
  package static func writeWord(_ word: UInt32, to descriptor: Int32) {
    withUnsafeBytes(of: word) { _ = writeAll($0, to: descriptor) }
  }

  /// Waits for ever where the time is -1. Returns `nil` where no word came in time, the pipe was closed, or a signal
  /// interrupted the wait.
  package static func readWord(from descriptor: Int32, within milliseconds: Int) -> UInt32? {
    var request = pollfd()
    (request.fd, request.events) = (descriptor, Int16(POLLIN))
    guard poll(&request, 1, Int32(milliseconds)) > 0 else { return nil }
    var word: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &word) { readSome(descriptor, $0) }
    return count == 4 ? word : nil
  }

  /// Returns `true` also where the writing end is closed, and `false` also where a signal interrupts the wait.
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
  package static func end(ofChild process: Int32) -> (status: Int32, wasSignalled: Bool)? {
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
    if !signalThreads(of: process) { kill(process, signalForTrapReport) }
    kill(process, SIGCONT)
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

  package static func continueProcess(_ process: Int32) { kill(process, SIGCONT) }

  package static var signalForTrapReport: Int32 { SIGUSR2 }

  package static func kill(_ process: Int32) { kill(process, SIGKILL) }

  private static func kill(_ process: Int32, _ signal: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(process, signal)
    #elseif canImport(Glibc)
      _ = Glibc.kill(process, signal)
    #elseif canImport(Musl)
      _ = Musl.kill(process, signal)
    #endif
  }
}

/// Another process; its standard streams are pipes to this process.
package final class ChildProcess {
  private let process: pid_t
  package var identifier: Int32 { process }
  private let input: Int32
  private let output: Int32
  private let errorOutput: Int32
  private var pendingOutput: [UInt8] = []
  private var lastErrors: [UInt8] = []
  private var isOpen = true
  private let patience: Duration?

  /// At most the last 16 384 bytes of standard error, as far as they were read.
  package var errors: String { String(decoding: lastErrors, as: UTF8.self) }

  /// Returns `nil` where the program cannot be started.
  ///
  /// - Parameters:
  ///   - environment: `nil` for the environment of this process.
  ///   - patience: The longest silence while a line is awaited; then the process is killed. `nil` for no limit.
  package init?(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, patience: Duration? = nil
  ) {
    self.patience = patience
    // With SIGPIPE ignored, writing to a process that has ended is an error, and does not end this process.
    signal(SIGPIPE, SIG_IGN)
    let (input, output, errors) = (Platform.pipe(), Platform.pipe(), Platform.pipe())
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
    posix_spawn_file_actions_adddup2(&actions, output.write, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
    let argumentVector = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { $0.map { strdup("\($0)=\($1)") } + [nil] }
    defer { (argumentVector + (variables ?? [])).forEach { free($0) } }
    var process: pid_t = 0
    let code: Int32
    if let variables {
      code = posix_spawn(&process, path, &actions, nil, argumentVector, variables)
    } else {
      code = posix_spawn(&process, path, &actions, nil, argumentVector, environ)
    }
    for end in [input.read, output.write, errors.write] { close(end) }
    (self.process, self.input, self.output, errorOutput) = (process, input.write, output.read, errors.read)
    guard code == 0 else {
      for end in [input.write, output.read, errors.read] { close(end) }
      isOpen = false
      return nil
    }
  }

  deinit { end() }

  /// `false` where the text could not be written, as after the process has ended.
  package func write(_ text: String) -> Bool { Platform.writeAll(text, to: input) }

  /// `nil` at the end of the output. A last line without a newline is lost.
  package func readLine() -> String? {
    while isOpen {
      if let newline = pendingOutput.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pendingOutput.removeSubrange(...newline) }
        return String(decoding: pendingOutput[..<newline], as: UTF8.self)
      }
      // Standard error is read as well, because a full pipe would block the process.
      var requests = [pollfd(), pollfd()]
      // `poll` ignores a negative descriptor.
      (requests[0].fd, requests[1].fd) = (output, areErrorsOpen ? errorOutput : -1)
      (requests[0].events, requests[1].events) = (Int16(POLLIN), Int16(POLLIN))
      let readyCount = poll(&requests, 2, Int32(Self.pollInterval))
      if readyCount == 0 { handleSilentPoll() } else { (silence, stoppedPolls) = (.zero, 0) }
      guard readyCount >= 0 || errno == EINTR else { break }
      if requests[1].revents != 0 {
        let bytes = read(errorOutput)
        // A process may close its standard error and go on.
        if bytes.isEmpty { areErrorsOpen = false }
        lastErrors = (lastErrors + bytes).suffix(16_384)
      }
      guard requests[0].revents != 0 else { continue }
      let bytes = read(output)
      if bytes.isEmpty { break }
      pendingOutput += bytes
    }
    end()
    return nil
  }

  private var areErrorsOpen = true
  /// In milliseconds.
  private static let pollInterval = 50
  /// After 0.2 s, a stopped process gets `signalForTrapReport` and continues; after five more seconds of silence, it is killed.
  private static let stoppedPollLimits = (report: 4, kill: 104)
  /// The time since the last output, in whole intervals.
  private var silence = Duration.zero
  /// Silent polls in a row, counted from the first that finds the process stopped.
  private var stoppedPolls = 0

  private func handleSilentPoll() {
    silence += .milliseconds(Self.pollInterval)
    stoppedPolls = stoppedPolls > 0 || Platform.isStopped(process) ? stoppedPolls + 1 : 0
    if stoppedPolls == Self.stoppedPollLimits.report { Platform.requestTrapReport(process) }
    if stoppedPolls == Self.stoppedPollLimits.kill || patience.map({ silence > $0 }) ?? false {
      Platform.kill(process)
    }
  }

  private func read(_ descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      count = max(0, Platform.readSome(descriptor, UnsafeMutableRawBufferPointer(buffer)))
    }
  }

  private func end() {
    guard isOpen else { return }
    isOpen = false
    close(input)
    close(output)
    while case let bytes = read(errorOutput), !bytes.isEmpty { lastErrors = (lastErrors + bytes).suffix(16_384) }
    close(errorOutput)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}

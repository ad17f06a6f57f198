/// Another process; its standard streams are pipes to this process.
///
/// The process is the first of a process group of its own. If it ends, and a process that it started holds the pipes open, the
/// group is killed: otherwise the output might have no end.
package final class ChildProcess {
  private let process: pid_t
  package var identifier: Int32 { process }
  private let input: Int32
  private let output: Int32
  private let errorOutput: Int32
  private var pendingOutput: [UInt8] = []
  private var lastErrors: [UInt8] = []
  private var isOpen = true
  private let silenceLimit: Duration?

  /// At most the last 16 384 bytes of standard error, as far as they were read.
  package var errors: String { String(decoding: lastErrors, as: UTF8.self) }

  /// Returns `nil` where the program cannot be started.
  ///
  /// - Parameters:
  ///   - environment: `nil` for the environment of this process.
  ///   - silenceLimit: The longest silence while a line, or the end of the process, is awaited; then the process is killed.
  ///     `nil` for no limit.
  package init?(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil, silenceLimit: Duration? = nil
  ) {
    self.silenceLimit = silenceLimit
    // With SIGPIPE ignored, writing to a process that has ended is an error, and does not end this process.
    signal(SIGPIPE, SIG_IGN)
    let (input, output, errors) = (Platform.pipe(), Platform.pipe(), Platform.pipe())
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, numericCast(POSIX_SPAWN_SETPGROUP))
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
      code = posix_spawn(&process, path, &actions, &attributes, argumentVector, variables)
    } else {
      code = posix_spawn(&process, path, &actions, &attributes, argumentVector, environ)
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

  /// The next line of output; `nil` at the end of the output, or once the process has ended and its last output is read. A last
  /// line without a newline is lost.
  package func readLine() -> String? {
    while isOpen {
      if let newline = pendingOutput.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pendingOutput.removeSubrange(...newline) }
        return String(decoding: pendingOutput[..<newline], as: UTF8.self)
      }
      guard isOutputOpen else { break }
      // The last output may hold several lines, which the next calls return.
      if !readMore() { isOutputOpen = false }
    }
    end()
    return nil
  }

  /// Reads the output that is there, or waits for more for at most one interval.
  ///
  /// - Returns: `false` where nothing more is to be read: the process has ended, or `poll` failed.
  private func readMore() -> Bool {
    // Standard error is read as well, because a full pipe would block the process.
    var requests = [pollfd(), pollfd()]
    // `poll` ignores a negative descriptor.
    (requests[0].fd, requests[1].fd) = (isOutputOpen ? output : -1, areErrorsOpen ? errorOutput : -1)
    (requests[0].events, requests[1].events) = (Int16(POLLIN), Int16(POLLIN))
    let hasEnded = Platform.exitStatus(ofChild: process) != nil
    if hasEnded, !isOutputOpen, !areErrorsOpen { return false }
    // Where nothing is left to read, `poll` is only a short pause: the end of a process does not wake it.
    let interval = isOutputOpen || areErrorsOpen ? Self.pollInterval : Self.pollIntervalAtEnd
    let readyCount = poll(&requests, 2, Int32(interval))
    guard readyCount >= 0 || errno == EINTR else { return false }
    if requests[1].revents != 0 {
      let bytes = read(errorOutput)
      // A process may close its standard error and go on.
      if bytes.isEmpty { areErrorsOpen = false }
      lastErrors = (lastErrors + bytes).suffix(16_384)
    }
    if requests[0].revents != 0 {
      let bytes = read(output)
      if bytes.isEmpty { isOutputOpen = false }
      pendingOutput += bytes
    }
    if hasEnded {
      // If a pipe is still open, another process may hold it open, and even write to it.
      let isSilent = readyCount == 0
      let drainEnd = endOfDrain ?? .now + Platform.longestDrain
      endOfDrain = drainEnd
      if isSilent || .now > drainEnd {
        Platform.killGroup(of: process)
        return false
      }
    } else if readyCount == 0 {
      handleSilence(of: .milliseconds(interval))
    } else {
      (silence, stoppedTime) = (.zero, nil)
    }
    return true
  }

  private var isOutputOpen = true
  private var areErrorsOpen = true
  /// The longest wait for output, in milliseconds.
  private static let pollInterval = 50
  /// The wait for the end of a process that has closed its output, in milliseconds.
  private static let pollIntervalAtEnd = 2
  /// After 0.2 s, a stopped process gets `signalForTrapReport` and continues; after five more seconds of silence, it is killed.
  private static let stoppedTimeLimits = (report: Duration.milliseconds(200), kill: Duration.milliseconds(5_200))
  /// The time since the last output, in whole intervals.
  private var silence = Duration.zero
  /// The time of silence since the process was first found stopped; `nil` while it has not been found stopped.
  private var stoppedTime: Duration?
  /// The latest time at which output is read after the process has ended; `nil` until its end is noticed.
  private var endOfDrain: ContinuousClock.Instant?

  private func handleSilence(of interval: Duration) {
    silence += interval
    let earlierStoppedTime = stoppedTime ?? .zero
    if stoppedTime != nil || Platform.isStopped(process) { stoppedTime = earlierStoppedTime + interval }
    func passes(_ limit: Duration) -> Bool { earlierStoppedTime < limit && stoppedTime ?? .zero >= limit }
    if passes(Self.stoppedTimeLimits.report) { Platform.requestTrapReport(process) }
    if passes(Self.stoppedTimeLimits.kill) || silenceLimit.map({ silence > $0 }) ?? false { Platform.kill(process) }
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
    // If the process still writes output, it gets an error.
    close(output)
    isOutputOpen = false
    while readMore() {}
    close(errorOutput)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}

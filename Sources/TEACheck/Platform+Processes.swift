#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// The executable of this process.
  static var pathOfProgram: String {
    #if canImport(Darwin)
      CommandLine.arguments.first ?? ""
    #else
      "/proc/self/exe"
    #endif
  }
}

/// Another process, whose standard streams are pipes to this one.
package final class ChildProcess {
  private let process: pid_t
  /// The number of the process.
  package var identifier: Int32 { process }
  private let input: Int32
  private let output: Int32
  private let errorOutput: Int32
  private var pending: [UInt8] = []
  private var lastErrors: [UInt8] = []
  private var isOpen = true

  /// What it wrote to standard error last.
  package var errors: String { String(decoding: lastErrors, as: UTF8.self) }

  /// Starts a program.
  ///
  /// - Parameter environment: Its environment, where that is not the one of this process.
  /// - Returns: `nil` when it cannot be started.
  package init?(_ path: String, _ arguments: [String], environment: [String: String]? = nil) {
    // Who writes to a process that died is told so, and does not die.
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
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { $0.map { strdup("\($0)=\($1)") } + [nil] }
    defer { (words + (variables ?? [])).forEach { free($0) } }
    var process: pid_t = 0
    let code: Int32
    if let variables {
      code = posix_spawn(&process, path, &actions, nil, words, variables)
    } else {
      code = posix_spawn(&process, path, &actions, nil, words, environ)
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

  /// - Returns: Whether the process could take it.
  package func write(_ text: String) -> Bool { Platform.writeAll(text, to: input) }

  /// The next line of its standard output; nothing once the process has ended.
  package func readLine() -> String? {
    while isOpen {
      if let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...newline) }
        return String(decoding: pending[..<newline], as: UTF8.self)
      }
      // Both are read, lest the process wait for one of them.
      var requests = [pollfd(), pollfd()]
      (requests[0].fd, requests[1].fd) = (output, errorOutput)
      (requests[0].events, requests[1].events) = (Int16(POLLIN), Int16(POLLIN))
      guard poll(&requests, 2, -1) > 0 || errno == EINTR else { break }
      if requests[1].revents != 0 {
        lastErrors = (lastErrors + read(errorOutput)).suffix(16_384)
      }
      guard requests[0].revents != 0 else { continue }
      let bytes = read(output)
      if bytes.isEmpty { break }
      pending += bytes
    }
    end()
    return nil
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

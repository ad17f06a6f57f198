// Exported, so that one import of the C library serves all files that call it.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @preconcurrency @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif

internal import Synchronization

/// The calls of the operating system.
package enum Platform {
  package static let isDebugBuild: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Text that cannot be written is lost, as are bytes.
  package static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Bytes that cannot be written are lost, and `errno` is recorded as the ``outputProblem``, unless there is one already.
  ///
  /// An error on standard error is not recorded, and neither is a reader that ends early, such as `head`.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    if writeAll(bytes, to: descriptor) { return }
    let code = errno
    guard descriptor != standardError, code != EPIPE else { return }
    outputProblem.withLock { $0 = $0 ?? String(cString: strerror(code)) }
  }

  /// The first problem of writing output, in the words of the operating system; `nil` for none.
  private static let outputProblem = Mutex<String?>(nil)

  /// The exit code of this process, given the code for its results. Where output was lost, any code but ``ExitCode/violated``
  /// becomes ``ExitCode/failure``, and standard error says so.
  package static func exitCode(_ code: Int32) -> Int32 {
    guard let problem = outputProblem.withLock({ $0 }) else { return code }
    write("Error: Standard output cannot be written: \(problem)\n", to: standardError)
    return code == ExitCode.violated ? code : ExitCode.failure
  }

  /// Async-signal-safe.
  package static func write(_ text: StaticString, to descriptor: Int32) {
    _ = writeAll(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: descriptor)
  }

  package static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// `true` where all of the bytes were written.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var remainingBytes = bytes
    while let start = remainingBytes.baseAddress, remainingBytes.count > 0 {
      let writtenCount = systemWrite(descriptor, start, remainingBytes.count)
      if writtenCount < 0, errno == EINTR { continue }
      guard writtenCount > 0 else { return false }
      remainingBytes = UnsafeRawBufferPointer(rebasing: remainingBytes[writtenCount...])
    }
    return true
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of a terminal, in columns; `nil` where the descriptor is not a terminal, or its width is unknown.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Diverts the output of the user's code to standard error, so that it does not mix with the results. Returns the descriptor
  /// of the original standard output.
  package static func divertStandardOutput() -> Int32 {
    // Processes that this process starts, and their children, must not hold the output open.
    let original = fcntl(standardOutput, F_DUPFD_CLOEXEC, 0)
    dup2(standardError, standardOutput)
    // Each line is flushed, so that it is not lost when the process dies.
    setvbuf(stdout, nil, _IOLBF, 0)
    return original
  }

  package static func exit(_ code: Int32) -> Never { systemExit(code) }
}

// Inside of `Platform`, the names of these functions of the system stand for its own.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemExit(_ code: Int32) -> Never { exit(code) }

/// The exit codes of the command and of a suite.
package enum ExitCode {
  package static let passed: Int32 = 0
  package static let violated: Int32 = 1
  /// For `--require-complete`, and for a merge that lacks shards. The verdict *inconclusive* alone ends with ``passed``.
  package static let inconclusive: Int32 = 2
  /// 128 + 2, the usual code of a program that SIGINT ended; used whichever signal asked for the end.
  package static let interrupted: Int32 = 130
  /// `EX_USAGE` of `sysexits.h`.
  package static let usage: Int32 = 64
  /// `EX_SOFTWARE` of `sysexits.h`.
  package static let failure: Int32 = 70
}

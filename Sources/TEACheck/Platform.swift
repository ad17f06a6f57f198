#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Everything that differs between operating systems.
package enum Platform {
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// How many processor cores there are.
  package static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Writes all of a text to a file descriptor; what cannot be written is lost.
  ///
  /// - Returns: Whether all of it was written.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, rest.count > 0 {
        #if canImport(Darwin)
          let written = Darwin.write(descriptor, start, rest.count)
        #elseif canImport(Glibc)
          let written = Glibc.write(descriptor, start, rest.count)
        #elseif canImport(Musl)
          let written = Musl.write(descriptor, start, rest.count)
        #endif
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
      return true
    }
  }

  /// A file beside its final place, which it takes when it is finished.
  final class NewFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private var reason: String?

    init(path: String) throws(FileError) {
      self.path = path
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        throw FileError(path: path, reason: isFolder ? "it is a folder" : "it is no ordinary file")
      }
      temporaryPath = "\(path).\(getpid()).new"
      descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL, 0o666)
      guard descriptor < 0 else { return }
      let isMissing = errno == ENOENT
      throw FileError(path: path, reason: isMissing ? "its folder does not exist" : Self.lastError)
    }

    deinit { unlink(temporaryPath) }

    func write(_ text: String) {
      if reason == nil, !Platform.write(text, to: descriptor) { reason = Self.lastError }
    }

    func finish() throws(FileError) {
      if close(descriptor) != 0, reason == nil { reason = Self.lastError }
      if reason == nil, rename(temporaryPath, path) != 0 { reason = Self.lastError }
      if let reason { throw FileError(path: path, reason: reason) }
    }

    private static var lastError: String { String(cString: strerror(errno)) }
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// How many columns the terminal behind standard error has.
  package static var terminalWidth: Int {
    var size = winsize()
    guard ioctl(standardError, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Moves standard output aside, so that whatever the user's code prints goes to standard error.
  ///
  /// - Returns: The descriptor of the original standard output.
  static func divertStandardOutput() -> Int32 {
    let original = dup(standardOutput)
    dup2(standardError, standardOutput)
    // Line by line, so that what was printed is there when the process dies.
    setvbuf(stdout, nil, _IOLBF, 0)
    return original
  }

  package static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #endif
  }
}

/// What the exit code of the command and of a suite says.
package enum ExitCode {
  package static let passed: Int32 = 0
  package static let violated: Int32 = 1
  package static let inconclusive: Int32 = 2
  package static let usage: Int32 = 64
  package static let failure: Int32 = 70
}

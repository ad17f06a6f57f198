#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Calls to the operating system.
enum Platform {
  static let standardInput: Int32 = 0
  static let standardOutput: Int32 = 1

  static var isTerminal: Bool { isatty(standardInput) == 1 && isatty(standardOutput) == 1 }

  /// The size of the terminal; 80 columns and 24 rows if the system does not know it.
  static var size: TerminalSize {
    var size = winsize()
    guard ioctl(standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return TerminalSize(columns: 80, rows: 24)
    }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The input mode of a terminal.
  struct Mode {
    fileprivate var settings: termios

    static var current: Mode {
      var mode = Mode(settings: termios())
      tcgetattr(standardInput, &mode.settings)
      return mode
    }

    /// The mode in which each key is sent at once, unchanged, and is not shown; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
    var raw: Mode {
      var mode = self
      mode.settings.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
      // Input that was typed before a signal is not lost.
      mode.settings.c_lflag |= tcflag_t(NOFLSH)
      mode.settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
      return mode
    }

    func apply() {
      withUnsafePointer(to: settings) { settings in
        while tcsetattr(standardInput, TCSADRAIN, settings) != 0, errno == EINTR {}
      }
    }
  }

  static func show(_ text: String) { put(text, on: standardOutput) }

  /// Ends the process with a message on standard error.
  static func fail(_ message: String, code: Int32) -> Never {
    put(message + "\n", on: 2)
    exit(code)
  }

  static func atExit(_ function: @convention(c) () -> Void) { atexit(function) }

  private static func put(_ text: String, on file: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, rest.count > 0 {
        let count = write(file, start, rest.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  struct Input {
    /// The typed bytes, at most 1,024. Those that were typed before the signals are among them, as far as they fit.
    var bytes: [UInt8] = []
    var signals: [Int32] = []
    /// `true` if the input has ended.
    var isAtEnd = false
  }

  /// Waits until something is typed or a signal comes.
  ///
  /// - Parameter milliseconds: The longest wait, after which the input is empty; `nil` for no limit.
  static func wait(milliseconds: Int32?) -> Input {
    var files = [
      pollfd(fd: standardInput, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Signals.reader, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&files, nfds_t(files.count), milliseconds ?? -1) < 0, errno == EINTR {}
    var input = Input()
    if files[1].revents != 0 {
      input.signals = available(in: Signals.reader)?.map(Int32.init) ?? []
      // Input that was typed before the signal may have come after the first poll.
      while poll(&files, 1, 0) < 0, errno == EINTR {}
    }
    if files[0].revents != 0 {
      if let bytes = available(in: standardInput) { input.bytes = bytes } else { input.isAtEnd = true }
    }
    return input
  }

  /// Reads the bytes that have come, at most 1,024; returns `nil` at the end of the file or if the file cannot be read.
  private static func available(in file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = read(file, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// The signals of a terminal, as bytes of a pipe: a signal handler may do little more than write a byte.
enum Signals {
  static let terminating = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  static let suspending = SIGTSTP
  static let continuing = SIGCONT
  static let resizing = SIGWINCH
  /// The request to stop listening, as a number that no signal has.
  static let stopListening: Int32 = 0

  /// The reading and the writing end of the pipe; neither end blocks, and child processes inherit neither.
  private static let pipeEnds: (reader: Int32, writer: Int32) = {
    var pipeEnds: [Int32] = [0, 0]
    // 70 is `EX_SOFTWARE` of `sysexits.h`.
    guard pipe(&pipeEnds) == 0 else { Platform.fail("There is no pipe for signals.", code: 70) }
    for end in pipeEnds {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (pipeEnds[0], pipeEnds[1])
  }()

  /// The writing end, in a variable that a handler can read without initialising it.
  private nonisolated(unsafe) static var writer: Int32 = -1

  static var reader: Int32 { pipeEnds.reader }

  static func installHandlers() {
    writer = pipeEnds.writer
    for number in terminating + [suspending, continuing, resizing] { catchSignal(number) }
  }

  static func restoreDefaults() {
    for number in terminating + [suspending, continuing, resizing] { signal(number, SIG_DFL) }
  }

  private static func catchSignal(_ number: Int32) {
    signal(number) { number in
      let savedError = errno
      Signals.post(number)
      errno = savedError
    }
  }

  static func post(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writer, &byte, 1)
  }

  /// Ends the process as if the signal had never been caught.
  static func die(of number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  /// Suspends the process until it is continued; if no shell could continue the process, the system does not suspend it.
  static func suspendProcess() {
    // The signals of this suspension are not caught, because the caller knows of it.
    signal(suspending, SIG_DFL)
    signal(continuing, SIG_DFL)
    var signalSet = sigset_t()
    sigemptyset(&signalSet)
    sigaddset(&signalSet, suspending)
    pthread_sigmask(SIG_UNBLOCK, &signalSet, nil)
    raise(suspending)
    catchSignal(suspending)
    catchSignal(continuing)
  }
}

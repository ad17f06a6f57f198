import TEASupport
import Foundation
import TEAResults

/// The screen and the keyboard of the terminal, while the stepper uses them.
final class Terminal {
  static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  static var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      // The size of a classic terminal, the VT100.
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  enum Event {
    case typed([UInt8])
    case resized
    /// Ctrl-C, or the end of standard input.
    case quit
    /// A signal that ends the process.
    case ended(by: Int32)
    /// Ctrl-Z.
    case suspended
    /// The process was suspended by another process, and continued.
    case continued
  }

  /// The settings of the terminal before the stepper changed them; `nil` before any change.
  private var formerSettings: termios?
  private var isTakenOver = false

  deinit { restore() }

  func takeOver() {
    guard !isTakenOver else { return }
    isTakenOver = true
    TerminalSignals.installHandlers()
    let former = formerSettings ?? Self.settings
    formerSettings = former
    var raw = former
    // Keys are sent at once and not echoed. Ctrl-C and Ctrl-Z remain signals.
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    raw.c_lflag |= tcflag_t(NOFLSH)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    apply(raw)
    // Switches to the alternate screen, and hides the cursor.
    Platform.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J", to: STDOUT_FILENO)
  }

  func restore() {
    guard isTakenOver else { return }
    isTakenOver = false
    Platform.write("\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
    if let formerSettings { apply(formerSettings) }
    TerminalSignals.restoreDefaults()
  }

  private static var settings: termios {
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    return settings
  }

  private func apply(_ settings: termios) {
    withUnsafePointer(to: settings) { settings in
      while tcsetattr(STDIN_FILENO, TCSADRAIN, settings) != 0, errno == EINTR {}
    }
  }

  /// - Parameter lines: A line for each row of the terminal, because rows below the last line would keep their contents.
  func draw(_ lines: [String]) {
    // Each line is cleared before it is written: clearing after a line of full width would delete its last character.
    let text = lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
    Platform.write("\u{1B}[H\(text)", to: STDOUT_FILENO)
  }

  /// Restores the terminal, suspends the process until it is continued, and takes the terminal over again.
  func suspend() {
    restore()
    raise(SIGTSTP)
    takeOver()
  }

  /// Switches to the stepper's screen and keyboard settings again, because a shell may have changed them.
  func resume() {
    isTakenOver = false
    takeOver()
  }

  func signalEvent() -> Event? {
    var found: Event?
    for number in readAvailable(from: TerminalSignals.reader) ?? [] {
      switch Int32(number) {
      case SIGWINCH: found = found ?? .resized
      case SIGTSTP: found = .suspended
      case SIGCONT: found = .continued
      case SIGINT: return .quit
      default: return .ended(by: Int32(number))
      }
    }
    return found
  }

  func nextEvent() -> Event {
    while true {
      var files = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: TerminalSignals.reader, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&files, nfds_t(files.count), -1) < 0, errno == EINTR {}
      if files[1].revents != 0, let event = signalEvent() { return event }
      guard files[0].revents != 0 else { continue }
      guard let bytes = readAvailable(from: STDIN_FILENO) else { return .quit }
      if !bytes.isEmpty { return .typed(bytes) }
    }
  }

  /// - Returns: `nil` at the end of the file or on an error; empty where there is nothing to read now.
  private func readAvailable(from file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = read(file, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// The signals of a terminal, by the self-pipe trick. A handler may call only async-signal-safe functions, so it writes the
/// number of its signal as one byte into a pipe. The session reads from the pipe.
enum TerminalSignals {
  private static let endingSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let otherSignals = [SIGTSTP, SIGCONT, SIGWINCH]

  /// The ends of the pipe; both are non-blocking, and child processes do not inherit them.
  private static let pipeEnds = {
    let pipeEnds = Platform.pipe()
    for end in [pipeEnds.read, pipeEnds.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    return pipeEnds
  }()

  // The variables of the handlers have constant initial values, because a handler must not run a lazy initialiser.
  // `writer` is the end of the pipe to which the handlers write; `child` is the process that they kill, 0 for none.
  private nonisolated(unsafe) static var writer: Int32 = -1
  private nonisolated(unsafe) static var child: Int32 = 0
  private(set) nonisolated(unsafe) static var hasReceivedEndingSignal = false

  static var reader: Int32 { pipeEnds.read }

  /// Sets the child process to kill when a signal ends this process; 0 for none.
  static func set(child: Int32) { self.child = child }

  static func installHandlers() {
    writer = pipeEnds.write
    for number in endingSignals {
      signal(number) { number in
        let savedErrno = errno
        // Killing the child ends a blocking read of its answer.
        TerminalSignals.hasReceivedEndingSignal = true
        if TerminalSignals.child > 0 { kill(TerminalSignals.child, SIGKILL) }
        TerminalSignals.post(number)
        errno = savedErrno
      }
    }
    for number in otherSignals {
      signal(number) { number in
        let savedErrno = errno
        TerminalSignals.post(number)
        errno = savedErrno
      }
    }
  }

  private static func post(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writer, &byte, 1)
  }

  static func restoreDefaults() { for number in endingSignals + otherSignals { signal(number, SIG_DFL) } }

  /// Ends the process by a signal, as if the signal had never been handled.
  static func terminate(by number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}

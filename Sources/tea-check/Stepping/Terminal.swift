import TEASupport
import Foundation
import TEACheck

/// The whole screen of the terminal, and its keyboard, until they are given back.
final class Terminal {
  /// Standard input and output are a terminal.
  static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// The numbers of characters that fit; 80 by 24 where the terminal does not say.
  static var size: ScreenSize {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// An event of the terminal: an input of a person, or a signal.
  enum Event {
    case typed([UInt8])
    case resized
    /// Ctrl-C, or there is no keyboard any more.
    case quit
    /// A signal that ends the process.
    case ended(by: Int32)
    /// Ctrl-Z.
    case suspended
    /// Somebody else had suspended the process.
    case continued
  }

  /// The settings that the terminal had at first.
  private var former: termios?
  private var isTaken = false

  deinit { giveBack() }

  /// Takes the screen and the keyboard.
  func take() {
    guard !isTaken else { return }
    isTaken = true
    TerminalSignals.catchAll()
    let former = self.former ?? Self.settings
    self.former = former
    var raw = former
    // Each key is sent at once, as it is, and is not shown; Ctrl-C and its like stay signals.
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    raw.c_lflag |= tcflag_t(NOFLSH)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    apply(raw)
    // The other screen, without a cursor.
    Platform.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J", to: STDOUT_FILENO)
  }

  /// Gives the screen and the keyboard back as they were.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    Platform.write("\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
    if let former { apply(former) }
    TerminalSignals.leaveAll()
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

  /// Shows lines, from the top, as many as the screen has.
  func draw(_ lines: [String]) {
    // A line is cleared before: where it is as wide as the screen, its end would clear its last character.
    let text = lines.map { "\u{1B}[K" + $0 }.joined(separator: "\r\n")
    Platform.write("\u{1B}[H\(text)", to: STDOUT_FILENO)
  }

  /// Gives the terminal back until the process is continued.
  func suspend() {
    giveBack()
    raise(SIGTSTP)
    take()
  }

  /// Takes the terminal again, which a shell may have changed meanwhile.
  func resume() {
    isTaken = false
    take()
  }

  /// The event that a signal asked for; `nil` where none came.
  func signalled() -> Event? {
    var found: Event?
    for number in available(in: TerminalSignals.reader) ?? [] {
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

  /// Waits until something is typed or a signal comes.
  func next() -> Event {
    while true {
      var files = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: TerminalSignals.reader, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&files, nfds_t(files.count), -1) < 0, errno == EINTR {}
      if files[1].revents != 0, let event = signalled() { return event }
      guard files[0].revents != 0 else { continue }
      guard let bytes = available(in: STDIN_FILENO) else { return .quit }
      if !bytes.isEmpty { return .typed(bytes) }
    }
  }

  /// - Returns: `nil` at the end of the file or on an error; empty where there is nothing to read now.
  private func available(in file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = read(file, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}

/// The signals of a terminal by the self-pipe trick: a handler, which may only call async-signal-safe functions, writes
/// the number of its signal as one byte.
enum TerminalSignals {
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let others = [SIGTSTP, SIGCONT, SIGWINCH]

  /// The reading and the writing end of the pipe; neither blocks, and none is handed on to child processes.
  private static let ends: (reader: Int32, writer: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }()

  // These have constant initial values, because a signal handler must not run a lazy initialiser.
  private nonisolated(unsafe) static var writer: Int32 = -1
  private nonisolated(unsafe) static var child: Int32 = 0
  /// A signal came that ends the session.
  private(set) nonisolated(unsafe) static var hasEnded = false

  static var reader: Int32 { ends.reader }

  /// Sets the child process that is killed on a signal that ends this one; 0 for none.
  static func set(child: Int32) { self.child = child }

  static func catchAll() {
    writer = ends.writer
    for number in ending {
      signal(number) { number in
        let code = errno
        // Killing the child ends a blocking wait for its answer.
        TerminalSignals.hasEnded = true
        if TerminalSignals.child > 0 { kill(TerminalSignals.child, SIGKILL) }
        TerminalSignals.post(number)
        errno = code
      }
    }
    for number in others {
      signal(number) { number in
        let code = errno
        TerminalSignals.post(number)
        errno = code
      }
    }
  }

  private static func post(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writer, &byte, 1)
  }

  static func leaveAll() { for number in ending + others { signal(number, SIG_DFL) } }

  /// Ends the process as if the signal had never been caught.
  static func die(of number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}

internal import Dispatch
internal import Synchronization

/// The whole screen of a terminal, and its keyboard, for as long as a program uses them.
///
/// ```swift
/// await Terminal.run { terminal in
///   terminal.draw(["press a key, q quits"])
///   for await event in terminal.events {
///     if event == .key(.character("q")) { return }
///     terminal.draw(["\(event)"])
///   }
/// }
/// ```
///
/// The terminal is as before when the program returns, exits or is suspended, or is ended by Ctrl-C, `SIGTERM`, `SIGHUP` or
/// `SIGQUIT`. A program that ends otherwise does not restore the terminal; `reset` in the shell does.
public final class Terminal: Sendable {
  private struct State {
    /// The input mode before the program took the terminal.
    var formerMode = Platform.Mode.current
    /// `true` while the program has the screen.
    var isTaken = false
  }

  /// The object that took the terminal last; `nil` before the first ``run(_:)``.
  private static let currentTerminal = Mutex<Terminal?>(nil)

  private let state = Mutex(State())
  /// The group of the block that ``listen()`` runs; ``stopListening()`` waits for its end.
  private let listening = DispatchGroup()
  private let stream: AsyncStream<TerminalEvent>
  private let continuation: AsyncStream<TerminalEvent>.Continuation

  private init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Takes the terminal for as long as a closure runs.
  ///
  /// Ends the process with a message if standard input or output is no terminal.
  public static func run(_ body: (Terminal) async throws -> Void) async rethrows {
    guard Platform.isTerminal else {
      fail("Standard input and output are no terminal; start this program in one.")
    }
    let terminal = Terminal()
    currentTerminal.withLock { $0 = terminal }
    Platform.atExit { Terminal.currentTerminal.withLock { $0 }?.giveBack() }
    terminal.take()
    Signals.installHandlers()
    terminal.listen()
    defer {
      terminal.stopListening()
      Signals.restoreDefaults()
      terminal.giveBack()
    }
    try await body(terminal)
  }

  /// Ends the process with 64, the code for wrong use, and a message on standard error.
  public static func fail(_ message: String) -> Never { Platform.fail(message, code: 64) }

  /// The size of the terminal, in characters.
  public var size: TerminalSize { Platform.size }

  /// The events of the terminal since ``run(_:)`` began; each event goes to one reader only.
  public var events: TerminalEvents { TerminalEvents(terminal: self, iterator: stream.makeAsyncIterator()) }

  /// Shows lines from the top; lines below the last row are left out, and a line that is wider than the screen wraps.
  public func draw(_ lines: [String]) {
    let shownLines = lines.prefix(size.rows).map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    state.withLock { state in
      guard state.isTaken else { return }
      // Draws from the upper left corner, and clears the screen below.
      Platform.show("\u{1B}[H" + shownLines + "\u{1B}[J")
    }
  }

  private func take() {
    state.withLock { state in
      state.isTaken = true
      state.formerMode.raw.apply()
      // The alternate screen, without a cursor, and with reports of the focus.
      Platform.show("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1004h\u{1B}[H\u{1B}[2J")
    }
  }

  private func giveBack() {
    state.withLock { state in
      guard state.isTaken else { return }
      state.isTaken = false
      Platform.show("\u{1B}[?1004l\u{1B}[?25h\u{1B}[?1049l")
      state.formerMode.apply()
    }
  }

  fileprivate func suspend() {
    giveBack()
    Signals.suspendProcess()
    take()
  }

  /// Reads on a thread of its own, so that Ctrl-C ends a program that hangs.
  private func listen() {
    DispatchQueue(label: "terminal").async(group: listening) {
      var decoder = KeyDecoder()
      while true {
        // The bytes of one key come together: after a pause of 50 ms, an escape byte is the Escape key.
        let input = Platform.wait(milliseconds: decoder.isWaiting ? 50 : nil)
        if input.signals.contains(Signals.stopListening) { return }
        let isSilent = input.bytes.isEmpty && input.signals.isEmpty
        for event in isSilent ? decoder.flush() : decoder.decode(input.bytes) { self.continuation.yield(event) }
        input.signals.forEach(self.receive)
        if input.isAtEnd { return self.continuation.finish() }
      }
    }
  }

  private func stopListening() {
    Signals.post(Signals.stopListening)
    listening.wait()
  }

  private func receive(_ signal: Int32) {
    switch signal {
    case Signals.suspending: continuation.yield(.willSuspend)
    case Signals.resizing: continuation.yield(.resized)
    case Signals.continuing:
      // Another process had suspended this one, and the shell may have changed the terminal.
      take()
      continuation.yield(.didResume)
    default:
      giveBack()
      Signals.die(of: signal)
    }
  }
}

/// The events of a terminal, in order.
public struct TerminalEvents: AsyncSequence, AsyncIteratorProtocol {
  let terminal: Terminal
  var iterator: AsyncStream<TerminalEvent>.Iterator
  /// `true` from the event `willSuspend` until the next event is asked for.
  private var isSuspending = false

  init(terminal: Terminal, iterator: AsyncStream<TerminalEvent>.Iterator) {
    self.terminal = terminal
    self.iterator = iterator
  }

  public func makeAsyncIterator() -> TerminalEvents { self }

  public mutating func next() async -> TerminalEvent? { await next(isolation: #isolation) }

  public mutating func next(isolation: isolated (any Actor)?) async -> TerminalEvent? {
    if isSuspending {
      isSuspending = false
      terminal.suspend()
      return .didResume
    }
    let event = await iterator.next(isolation: isolation)
    isSuspending = event == .willSuspend
    return event
  }
}

/// A key, or a change of the terminal or the process.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The window has another size, and must be drawn again.
  case resized
  /// The window has gained the focus; not every terminal reports this.
  case gainedFocus
  /// The window has lost the focus; not every terminal reports this.
  case lostFocus
  /// Ctrl-Z: the process is suspended as soon as the next event is asked for.
  case willSuspend
  /// The process was suspended and goes on; the window must be drawn again.
  case didResume
}

/// The size of a terminal, in characters.
public struct TerminalSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

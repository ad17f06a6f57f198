/// Something that a person did with the terminal.
public enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// The window has another size; what was drawn is to be drawn again.
  case resized
  /// The window was chosen, where the terminal tells.
  case gainedFocus
  /// Another window was chosen, where the terminal tells.
  case lostFocus
  /// Ctrl-Z: the process is suspended as soon as the next event is asked for.
  case willSuspend
  /// The process was suspended and goes on; what was drawn is to be drawn again.
  case didResume
}

/// How many characters fit on a terminal.
public struct TerminalSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

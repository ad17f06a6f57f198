import TEACheck

/// Standard error as a place for progress: one line that is drawn over on a terminal, nothing elsewhere.
final class Console {
  private let isTerminal = Platform.isTerminal(Platform.standardError)
  private var isDrawn = false

  /// Shows a line of progress.
  func show(_ line: String) {
    guard isTerminal else { return }
    Platform.write("\r\u{1B}[2K\(visibleLine(line).prefix(Platform.terminalWidth - 1))", to: Platform.standardError)
    isDrawn = true
  }

  /// Takes the line of progress away, before something else is written.
  func clear() {
    guard isDrawn else { return }
    Platform.write("\r\u{1B}[2K", to: Platform.standardError)
    isDrawn = false
  }

  /// Writes a line that stays.
  func write(_ text: String, to descriptor: Int32) {
    clear()
    Platform.write(text, to: descriptor)
  }
}

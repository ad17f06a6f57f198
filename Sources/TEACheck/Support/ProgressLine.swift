internal import Synchronization

/// The progress line on the terminal, which is cleared before any other output.
package enum ProgressLine {
  private static let isDrawn = Atomic<Bool>(false)

  /// Writes a line in place of the previous progress line.
  package static func draw(_ line: String) {
    Platform.write("\(clearSequence)\(line)", to: Platform.standardError)
    isDrawn.store(true, ordering: .relaxed)
  }

  /// Clears the line; async-signal-safe.
  package static func clear() {
    guard isDrawn.exchange(false, ordering: .relaxed) else { return }
    Platform.write(clearSequence, to: Platform.standardError)
  }

  /// The escape sequence that clears the current line of a terminal.
  private static var clearSequence: StaticString { "\r\u{1B}[2K" }
}

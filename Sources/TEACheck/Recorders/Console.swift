package import TEASupport
internal import Synchronization

/// Standard error as a place for progress: one line that is drawn over on a terminal, elsewhere a line now and then.
package final class Console: Sendable {
  private let verbosity: Verbosity
  private let isTerminal: Bool
  private let plain = Mutex(PlainProgress())
  /// Held while something is written, by whichever thread.
  private let turn = Mutex(())

  package init(_ verbosity: Verbosity = .normal) {
    self.verbosity = verbosity
    isTerminal = Platform.isTerminal(Platform.standardError) && Platform.environment("TERM") != "dumb"
  }

  /// Lines of progress are drawn, which others must not write into.
  package var draws: Bool { isTerminal && verbosity != .quiet }

  /// The most columns of a line that a terminal does not break; what it echoes of Ctrl-C stands behind it.
  private static var width: Int { Platform.terminalWidth - 3 }

  /// Shows what is being done, on a terminal only.
  package func show(_ line: String) {
    guard draws else { return }
    draw(TextReport.cut(visibleLine(line), to: Self.width))
  }

  /// Shows how far a check has got.
  ///
  /// - Parameter position: Which of all checks it is.
  package func show(_ progress: CheckProgress, position: String? = nil) {
    if draws {
      draw(TextReport.line(of: progress, position: position, width: Self.width))
    } else if verbosity != .quiet, plain.withLock({ $0.isDue(progress) }) {
      let elapsed = TextReport.text(ofWholeSeconds: progress.seconds.rounded(.down))
      write("… \(TextReport.line(of: progress, position: position)), after \(elapsed)\n", to: Platform.standardError)
    }
  }

  /// Says on standard error what only those want to know who ask for it.
  package func detail(_ text: @autoclosure () -> String) {
    guard verbosity == .verbose else { return }
    write("· \(visibleLine(text()))\n", to: Platform.standardError)
  }

  /// Takes the line of progress away.
  package func clear() { turn.withLock { _ in ProgressLine.clear() } }

  /// Writes what stays.
  package func write(_ text: String, to descriptor: Int32) {
    turn.withLock { _ in
      ProgressLine.clear()
      Platform.write(text, to: descriptor)
    }
  }

  /// Writes bytes that stay, whatever they say.
  package func write(_ bytes: [UInt8], to descriptor: Int32) {
    turn.withLock { _ in
      ProgressLine.clear()
      bytes.withUnsafeBytes { if !Platform.writeAll($0, to: descriptor) { Platform.noteOutputProblem(descriptor) } }
    }
  }

  private func draw(_ line: String) {
    turn.withLock { _ in ProgressLine.draw(line) }
  }
}

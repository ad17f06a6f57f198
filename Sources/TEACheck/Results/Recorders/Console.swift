package import TEASupport
internal import Synchronization

/// The output of a command, with its progress on standard error: on a terminal one line that is redrawn, elsewhere further
/// lines at growing intervals.
package final class Console: Sendable {
  private let verbosity: Verbosity
  private let isTerminal: Bool
  private let plainProgress = Mutex(PlainProgress())
  private let writeLock = Mutex(())

  package init(_ verbosity: Verbosity = .normal) {
    self.verbosity = verbosity
    isTerminal = Platform.isTerminal(Platform.standardError) && Platform.environment("TERM") != "dumb"
  }

  /// Progress is drawn as one line of a terminal, which has to be cleared before other output.
  package var drawsProgress: Bool { isTerminal && verbosity != .quiet }

  /// The number of columns that a line may take without a line break, with room for the terminal's echo of Ctrl-C. A terminal
  /// of unknown width counts as one of the usual 80 columns.
  private static var width: Int { (Platform.columns(of: Platform.standardError) ?? 80) - 3 }

  package func show(_ line: String) {
    guard drawsProgress else { return }
    draw(TextReport.cut(printableLine(line), to: Self.width))
  }

  package func show(_ progress: CheckProgress, position: String? = nil) {
    if drawsProgress {
      draw(TextReport.line(of: progress, position: position, width: Self.width))
    } else if verbosity != .quiet, plainProgress.withLock({ $0.noteLineIfDue(for: progress) }) {
      let elapsed = TextReport.text(ofWholeSeconds: progress.seconds.rounded(.down))
      write("… \(TextReport.line(of: progress, position: position)), after \(elapsed)\n", to: Platform.standardError)
    }
  }

  package func detail(_ text: @autoclosure () -> String) {
    guard verbosity == .verbose else { return }
    write("· \(printableLine(text()))\n", to: Platform.standardError)
  }

  package func clear() { writeLock.withLock { _ in ProgressLine.clear() } }

  package func write(_ text: String, to descriptor: Int32) { write(Array(text.utf8), to: descriptor) }

  package func write(_ bytes: [UInt8], to descriptor: Int32) {
    writeLock.withLock { _ in
      ProgressLine.clear()
      bytes.withUnsafeBytes { Platform.write($0, to: descriptor) }
    }
  }

  private func draw(_ line: String) {
    writeLock.withLock { _ in ProgressLine.draw(line) }
  }
}

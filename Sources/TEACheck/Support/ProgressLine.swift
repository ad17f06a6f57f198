internal import Synchronization

/// The line of progress that stands on the terminal, until anything else is said.
package enum ProgressLine {
  private static let isDrawn = Atomic<Bool>(false)

  /// Writes the line in the place of the one before.
  package static func draw(_ line: String) {
    Platform.write("\(clearing)\(line)", to: Platform.standardError)
    isDrawn.store(true, ordering: .relaxed)
  }

  /// Takes the line away, before the process ends or something else is said.
  ///
  /// A signal handler may call it.
  package static func clear() {
    guard isDrawn.exchange(false, ordering: .relaxed) else { return }
    Platform.write(clearing, to: Platform.standardError)
  }

  private static var clearing: StaticString { "\r\u{1B}[2K" }
}

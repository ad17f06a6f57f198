internal import Synchronization

package enum ProgressLine {
  private static let isDrawn = Atomic<Bool>(false)

  package static func draw(_ line: String) {
    Platform.write("\(clearSequence)\(line)", to: Platform.standardError)
    isDrawn.store(true, ordering: .relaxed)
  }

  /// Async-signal-safe.
  package static func clear() {
    guard isDrawn.exchange(false, ordering: .relaxed) else { return }
    Platform.write(clearSequence, to: Platform.standardError)
  }

  private static var clearSequence: StaticString { "\r\u{1B}[2K" }
}

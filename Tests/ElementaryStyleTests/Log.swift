import Synchronization

/// A log, to which any thread can append lines.
final class Log: Sendable {
  private let all = Mutex<[String]>([])
  var lines: [String] { all.withLock { $0 } }
  func append(_ line: String) { all.withLock { $0.append(line) } }
}

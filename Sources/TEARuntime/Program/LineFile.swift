#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The error of a session file that cannot be opened for writing.
public struct RecordingError: Error, CustomStringConvertible {
  public let description: String
}

/// A file that passes each line to the system at once, so that a crash of the process loses no written line.
final class LineFile {
  private let descriptor: Int32
  /// After a failure, no further line is written, because a session must not lack steps in its middle.
  private var hasFailed = false

  /// Empties the file if it exists.
  init(_ path: String) throws(RecordingError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RecordingError(
        description: "The session cannot be written to '\(path)': \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// The line must include its line break. An error, such as a full disk, is ignored: the program goes on.
  func append(_ line: String) {
    guard !hasFailed else { return }
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        hasFailed = true
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}

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

/// A file that passes each line to the system at once, so that a crash of the process loses no line.
final class LineFile {
  private let descriptor: Int32
  /// `true` once a line could not be written. No further line is written, because a session must have all of its steps.
  private var hasFailed = false

  /// Opens a file for writing, and empties it if it exists.
  ///
  /// - Throws: ``RecordingError`` where the file cannot be opened.
  init(_ path: String) throws(RecordingError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RecordingError(
        description: "The session cannot be written to '\(path)': \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Writes a line; the text must include the line break.
  ///
  /// After an error, such as a full disk, it writes nothing, and the program goes on.
  func write(_ line: String) {
    guard !hasFailed else { return }
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        hasFailed = true
        return
      }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// Calls the system's `write`, whose name is hidden inside ``LineFile`` by the method `write`.
///
/// - Returns: The number of bytes that were written, which may be only the first ones; negative for an error.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

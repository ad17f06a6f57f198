import Foundation

/// A named pipe that this process reads.
struct NamedPipe {
  /// The time in milliseconds for which ``awaitMore()`` waits for a byte.
  private static let timeout: Int32 = 120_000

  let path: String
  private let descriptor: Int32

  struct Failure: Error {
    var path: String
    var code: Int32
  }

  init(path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw Failure(path: path, code: errno) }
    // Opened for writing as well, so that the pipe has no end of file while no other process writes.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
  }

  func close() { _ = Foundation.close(descriptor) }

  /// Waits for a byte, and discards all bytes that have come.
  ///
  /// - Returns: `true` if a byte came in time.
  func awaitMore() -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&event, 1, Self.timeout) } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return true
  }
}

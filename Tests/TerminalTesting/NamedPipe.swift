import Foundation

/// A pipe with a name, of which one end is here.
struct NamedPipe {
  /// How many milliseconds without a byte are taken for the end of all.
  private static let patience: Int32 = 120_000

  let path: String
  private let descriptor: Int32

  struct Failure: Error {
    var path: String
    var code: Int32
  }

  init(path: String) throws {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw Failure(path: path, code: errno) }
    // For writing too, so that there is no end where nobody else writes.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
  }

  func close() { _ = Foundation.close(descriptor) }

  /// Waits for a byte, and takes all that are there.
  ///
  /// - Returns: Whether any came.
  func awaitMore() -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&event, 1, Self.patience) } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return true
  }
}

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A store that keeps its value in a file.
public struct FileStore: Store, Sendable {
  /// The error of a file that cannot be read or written, or that holds no number.
  public struct Problem: Error, CustomStringConvertible {
    public let description: String
  }

  private let path: String

  /// Makes a store of a file.
  ///
  /// - Parameter path: The file, which need not exist yet.
  public init(path: String) { self.path = path }

  /// Replaces the file atomically: a reader finds either the old value or the new one.
  ///
  /// - Throws: ``Problem`` when the file cannot be written.
  public func save(_ value: Int) throws {
    // The name is new for each call, because another save to this path may run at the same time.
    let temporaryPath = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))"
    guard let file = fopen(temporaryPath, "w") else { throw problem("write") }
    var failure = fputs("\(value)\n", file) < 0 ? problem("write") : nil
    if fclose(file) != 0, failure == nil { failure = problem("write") }
    if failure == nil, rename(temporaryPath, path) != 0 { failure = problem("write") }
    if let failure {
      remove(temporaryPath)
      throw failure
    }
  }

  /// The number in the file; 0 if there is no file.
  ///
  /// - Throws: ``Problem`` when the file cannot be read, or holds no number.
  public func load() throws -> Int {
    guard let file = fopen(path, "r") else {
      if errno == ENOENT { return 0 }
      throw problem("read")
    }
    defer { fclose(file) }
    // 64 bytes are more than the digits of any `Int`.
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { throw problem("read") }
    let text = String(decoding: bytes[..<count], as: UTF8.self).prefix { !$0.isNewline }
    guard let value = Int(text) else {
      throw Problem(description: "\(path) holds no number; remove it, or save a value")
    }
    return value
  }

  /// Reads `errno`, so no other system call may come between the failed call and this one.
  private func problem(_ verb: String) -> Problem {
    Problem(description: "cannot \(verb) \(path): \(String(cString: strerror(errno)))")
  }
}

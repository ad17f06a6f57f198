#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Something that could not be done with a file, in the words of the operating system.
package struct FileError: Error, CustomStringConvertible {
  package var description: String
  /// Whether there is no such file.
  package var isAbsence = false
}

extension Platform {
  /// The value of an environment variable.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Whether there is a file or a folder.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads a text file of at most so many bytes.
  package static func read(_ path: String, upTo limit: Int = 4_000_000) throws(FileError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw lastError() }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(file, &buffer, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(file, &buffer, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(file, &buffer, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw lastError() }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw FileError(description: "it has more than \(limit) bytes") }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(description: "it is no text") }
    return text
  }

  /// The names in a folder, in the order of their bytes; none where there is no folder.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder, if it is not there.
  package static func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw lastError()
  }

  /// Writes a file as a whole: whoever reads it finds the old text or the new one.
  package static func replace(_ path: String, with text: String) throws(FileError) {
    let draft = "\(path).\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw lastError() }
    let isWritten = writeAll(text, to: file)
    let problem = lastError()
    guard close(file) == 0, isWritten else {
      unlink(draft)
      throw problem
    }
    guard rename(draft, path) == 0 else {
      let problem = lastError()
      unlink(draft)
      throw problem
    }
  }

  private static func lastError() -> FileError {
    let code = errno
    return FileError(description: String(cString: strerror(code)), isAbsence: code == ENOENT || code == ENOTDIR)
  }
}

/// A file that appears when all of it is written, and not at all before.
struct FileWriter: TextOutputStream {
  private let file: Platform.NewFile
  private var buffer: String = ""

  /// - Throws: ``FileError`` when there can be no such file.
  init(path: String) throws(FileError) {
    file = try Platform.NewFile(path: path)
  }

  mutating func write(_ string: String) {
    buffer += string
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  private mutating func flush() {
    file.write(buffer)
    buffer = ""
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``FileError`` when not all of it could be written; there is then no file.
  consuming func finish() throws(FileError) {
    var writer = self
    writer.flush()
    try writer.file.finish()
  }
}

/// A file that cannot be written.
package struct FileError: Error, CustomStringConvertible {
  package var path: String
  package var reason: String
  package var description: String { "'\(path)' cannot be written: \(reason)" }
}

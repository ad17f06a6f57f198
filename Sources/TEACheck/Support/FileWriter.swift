/// A file that appears when all of it is written, and not at all before.
package struct FileWriter: TextOutputStream {
  private let path: String
  private let file: Platform.NewFile
  private var buffer = ""

  /// - Throws: ``FileError`` when there can be no such file.
  package init(path: String) throws(FileError) {
    self.path = path
    do {
      file = try Platform.NewFile(path: path)
    } catch {
      throw Self.named(path, error)
    }
  }

  package mutating func write(_ string: String) {
    buffer += string
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  private mutating func flush() {
    file.write(buffer)
    buffer = ""
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``FileError`` when not all of it could be written; a file that was there before is not replaced.
  package mutating func finish() throws(FileError) {
    flush()
    do {
      try file.finish()
    } catch {
      throw Self.named(path, error)
    }
  }

  private static func named(_ path: String, _ error: FileError) -> FileError {
    let reason = error.isAbsence ? "its folder does not exist" : error.description
    return FileError(description: "'\(path)' cannot be written: \(reason)", isAbsence: error.isAbsence)
  }
}

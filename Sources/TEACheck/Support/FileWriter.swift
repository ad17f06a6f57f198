/// Writes a ``Platform/NewFile`` through a buffer.
package struct FileWriter: TextOutputStream {
  private let path: String
  private let file: Platform.NewFile
  private var buffer = ""

  package init(path: String) throws(FileError) {
    self.path = path
    do {
      file = try Platform.NewFile(path: path)
    } catch {
      throw Self.unwritable(path, error)
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

  /// Throws where any part of the text could not be written; an existing file is then not replaced.
  package mutating func finish() throws(FileError) {
    flush()
    do {
      try file.finish()
    } catch {
      throw Self.unwritable(path, error)
    }
  }

  private static func unwritable(_ path: String, _ error: FileError) -> FileError {
    let reason = error.isFileMissing ? "its folder does not exist" : error.description
    return FileError(description: "'\(path)' cannot be written: \(reason)", isFileMissing: error.isFileMissing)
  }
}

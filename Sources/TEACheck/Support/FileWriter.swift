/// Writes a ``Platform/NewFile``, or to a descriptor, through a buffer.
package struct FileWriter: TextOutputStream {
  private enum Output {
    case file(Platform.NewFile, path: String)
    case descriptor(Int32)
  }

  private let output: Output
  private var buffer = ""

  package init(descriptor: Int32) { output = .descriptor(descriptor) }

  package init(path: String) throws(FileError) {
    do {
      output = .file(try Platform.NewFile(path: path), path: path)
    } catch {
      throw Self.unwritable(path, error)
    }
  }

  package mutating func write(_ string: String) {
    buffer += string
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  private mutating func flush() {
    switch output {
    case .file(let file, _): file.write(buffer)
    case .descriptor(let descriptor): Platform.write(buffer, to: descriptor)
    }
    buffer = ""
  }

  /// Throws where any part of the text could not be written; an existing file is then not replaced.
  package mutating func finish() throws(FileError) {
    flush()
    guard case .file(let file, let path) = output else { return }
    do {
      try file.finish()
    } catch {
      throw Self.unwritable(path, error)
    }
  }

  private static func unwritable(_ path: String, _ error: FileError) -> FileError {
    let reason =
      !error.isFileMissing
      ? error.description
      : path.hasSuffix("/") ? "the path is that of a folder; add the name of a file" : "its folder does not exist"
    return FileError(description: "'\(path)' cannot be written: \(reason)", isFileMissing: error.isFileMissing)
  }
}

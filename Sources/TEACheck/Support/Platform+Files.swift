#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The error of an operation on a file.
package struct FileError: Error, CustomStringConvertible {
  /// The problem, in the words of the operating system where the system reported it.
  package var description: String
  /// The file or its folder does not exist.
  package var isFileMissing = false

  package init(description: String, isFileMissing: Bool = false) {
    self.description = description
    self.isFileMissing = isFileMissing
  }
}

extension Platform {
  /// Returns whether there is a file or a folder.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads a text file.
  ///
  /// - Parameter limit: The largest number of bytes; a longer file is an error.
  package static func read(_ path: String, upTo limit: Int = 4_000_000) throws(FileError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw lastError() }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { readSome(file, $0) }
      guard count >= 0 else { throw lastError() }
      guard count > 0 else { break }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw FileError(description: "it has more than \(limit) bytes") }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(description: "it is no text") }
    return text
  }

  /// The names in a folder, with `.` and `..`, in the order of their bytes; empty where there is no folder.
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

  /// Makes a folder inside of an existing folder, unless something exists at its path.
  package static func makeFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw lastError()
  }

  /// Replaces a file atomically: a reader finds either the old text or the new text.
  package static func replace(_ path: String, with text: String) throws(FileError) {
    let file = try NewFile(path: path)
    file.write(text)
    try file.finish()
  }

  /// Writes a text at the end of a file, which is made where it does not exist.
  package static func append(_ text: String, to path: String) throws(FileError) {
    let file: Int32
    do {
      file = try openAtEnd(path, O_CREAT)
    } catch {
      throw unwritable(path, error)
    }
    defer { close(file) }
    if !writeAll(text, to: file) { throw unwritable(path, lastError()) }
  }

  private static func unwritable(_ path: String, _ error: FileError) -> FileError {
    FileError(description: "'\(path)' cannot be written: \(error)", isFileMissing: error.isFileMissing)
  }

  /// A file that is read from its beginning to its end.
  package struct OpenFile {
    fileprivate let descriptor: Int32

    /// Reads the next line, without its newline; empty at the end of the file, too.
    ///
    /// - Parameter limit: The largest number of bytes of the line.
    /// - Throws: ``FileError`` where the line is longer, or not UTF-8.
    package mutating func line(upTo limit: Int) throws(FileError) -> String {
      var bytes: [UInt8] = []
      while true {
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { Platform.readSome(descriptor, $0) }
        guard count >= 0 else { throw lastError() }
        if count == 0 || byte == UInt8(ascii: "\n") { break }
        bytes.append(byte)
        guard bytes.count <= limit else { throw FileError(description: "it has a line that is too long") }
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(description: "it is no text") }
      return text
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Throws: ``FileError`` where fewer bytes are left.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) {
      var remainingBuffer = buffer
      while remainingBuffer.count > 0 {
        let count = Platform.readSome(descriptor, remainingBuffer)
        guard count >= 0 else { throw lastError() }
        guard count > 0 else { throw FileError(description: "it ends too soon") }
        remainingBuffer = UnsafeMutableRawBufferPointer(rebasing: remainingBuffer[count...])
      }
    }

    /// The number of bytes that are left to read; `nil` for a file without a size, such as a pipe.
    package var remainingSize: Int? {
      let position = lseek(descriptor, 0, SEEK_CUR)
      guard position >= 0 else { return nil }
      let size = lseek(descriptor, 0, SEEK_END)
      guard size >= 0, lseek(descriptor, position, SEEK_SET) == position else { return nil }
      return Int(size - position)
    }

    /// The end of the file is reached. The getter reads a byte, and loses it where the end is not reached, so that nothing may
    /// be read afterwards.
    package var confirmsEnd: Bool {
      get throws(FileError) {
        var byte: UInt8 = 0
        let count = withUnsafeMutableBytes(of: &byte) { Platform.readSome(descriptor, $0) }
        guard count >= 0 else { throw lastError() }
        return count == 0
      }
    }
  }

  /// Opens a file, and closes it when the body returns.
  package static func withFile<Value>(_ path: String, _ body: (inout OpenFile) throws -> Value) throws -> Value {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw lastError() }
    defer { close(descriptor) }
    var file = OpenFile(descriptor: descriptor)
    return try body(&file)
  }

  /// Reads as many bytes as are available, at most as many as the buffer holds.
  ///
  /// - Returns: The number of bytes; 0 at the end, and a negative number for an error.
  package static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count < 0, errno == EINTR { continue }
      return count
    }
  }

  /// A hash of the executable, as hexadecimal digits, which tells builds of the program apart. An executable that cannot be
  /// read counts as empty.
  package static let hashOfProgram: String = {
    var hash = StableHash()
    _ = try? withFile(pathOfProgram) { file in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = buffer.withUnsafeMutableBytes({ readSome(file.descriptor, $0) }), count > 0 {
        buffer.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
    return String(hash.value, radix: 16)
  }()

  /// A stamp of a file, which changes when the file changes. Making it does not read the file.
  package struct FileStamp {
    package enum Kind: Sendable { case file, folder, link }

    package var kind: Kind
    /// The inode number, the size, and the times of the last changes of the content and of the attributes.
    package var text: String
  }

  /// The stamp of a file.
  ///
  /// - Returns: `nil` where the path does not name a regular file, a folder or a link.
  package static func stamp(ofFile path: String, followingLinks: Bool = false) -> FileStamp? {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let kind: FileStamp.Kind
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: return nil
    }
    return FileStamp(
      kind: kind, text: "\(status.st_ino) \(status.st_size) \(bytes(of: modified)) \(bytes(of: changed))")
  }

  /// The bytes of a time as text. The bytes are read instead of the members, which each platform declares in another module.
  private static func bytes<Value: BitwiseCopyable>(of value: Value) -> String {
    withUnsafeBytes(of: value) { bytes in bytes.map { String($0, radix: 16) }.joined(separator: ".") }
  }

  /// Removes a file, if it exists. Of a symbolic link, the link is removed.
  package static func remove(_ path: String) { unlink(path) }

  /// The error that `errno` describes.
  package static func lastError() -> FileError {
    let code = errno
    return FileError(description: String(cString: strerror(code)), isFileMissing: code == ENOENT || code == ENOTDIR)
  }
}

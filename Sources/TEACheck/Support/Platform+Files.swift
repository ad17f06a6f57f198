internal import Synchronization

package struct FileError: Error, CustomStringConvertible {
  package var description: String
  package var isFileMissing = false

  package init(description: String, isFileMissing: Bool = false) {
    self.description = description
    self.isFileMissing = isFileMissing
  }
}

extension Platform {
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The folder of the package in which this process works: `""` for the current folder, `"../"` for the one around it, and so
  /// on; `nil` where no folder up to the root has a manifest.
  package static func packageFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    let depth = String(cString: path).split(separator: "/").count
    return (0...depth).lazy.map { String(repeating: "../", count: $0) }.first { exists("\($0)Package.swift") }
  }

  /// The folder of the package around a source file; `nil` where no folder up to the root has a manifest.
  package static func packageFolder(ofSourceAt path: String) -> String? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if exists("\(folder)/Package.swift") { return String(folder) }
    }
    return nil
  }

  /// The usual limit on the length of a file that is read, in bytes.
  package static var longestText: Int { 4_000_000 }

  /// Throws where the file is longer than `limit`, in bytes, or not UTF-8.
  package static func read(_ path: String, upTo limit: Int = Platform.longestText) throws(FileError) -> String {
    guard let text = String(validating: try readBytes(path, upTo: limit), as: UTF8.self) else {
      throw FileError(description: "it is no text")
    }
    return text
  }

  /// Throws where the file is longer than `limit`, in bytes.
  package static func readBytes(_ path: String, upTo limit: Int) throws(FileError) -> [UInt8] {
    let file = try openToRead(path)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { readSome(file, $0) }
      guard count >= 0 else { throw lastError() }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw FileError(description: "it has more than \(limit) bytes") }
    }
  }

  /// Opening a named pipe does not wait for a writer; without one, there is nothing to read. Reading waits for a slow writer.
  private static func openToRead(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw lastError() }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
  }

  /// The absolute path of a file or folder without symbolic links; `nil` where nothing exists at the path.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names of a folder's entries, with `.` and `..`, sorted by their bytes; empty where the folder cannot be read.
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

  /// Makes a folder, and those around it that are missing. Does nothing where something exists at the path.
  package static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw lastError() }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw lastError() }
  }

  /// Writes a ``NewFile``, so that a reader of a regular file finds either the old text or the new text.
  package static func replace(_ path: String, with text: String) throws(FileError) {
    let file = try NewFile(path: path)
    file.write(text)
    try file.finish()
  }

  /// Makes writing beyond the limit on the size of files (`ulimit -f`) an error, whose report names the file. Otherwise the
  /// system's signal would end the process without a word.
  package static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

  private static let copies = Mutex<[String]>([])

  /// The path of a file with a text: other processes cannot read a pipe again that this one has read. The file is deleted when
  /// this process exits, but not when a signal ends it.
  package static func copy(of text: String) throws(FileError) -> String {
    var template = Array("\(environment("TMPDIR") ?? "/tmp")/tea-check-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw lastError() }
    defer { close(file) }
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    let isFirst = copies.withLock { copies in
      copies.append(path)
      return copies.count == 1
    }
    if isFirst { atExit { for path in Platform.copies.withLock({ $0 }) { Platform.remove(path) } } }
    guard writeAll(text, to: file) else { throw lastError() }
    return path
  }

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

  package struct OpenFile {
    fileprivate let descriptor: Int32

    /// The next line, without its newline; an empty text at the end of the file. Throws where the line is longer than `limit`,
    /// in bytes, or not UTF-8.
    package mutating func line(upTo limit: Int) throws(FileError) -> String {
      var bytes: [UInt8] = []
      while let byte = try nextByte(), byte != UInt8(ascii: "\n") {
        bytes.append(byte)
        guard bytes.count <= limit else { throw FileError(description: "it has a line that is too long") }
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { throw FileError(description: "it is no text") }
      return text
    }

    /// `nil` at the end of the file.
    private func nextByte() throws(FileError) -> UInt8? {
      var byte: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &byte) { Platform.readSome(descriptor, $0) }
      guard count >= 0 else { throw lastError() }
      return count > 0 ? byte : nil
    }

    /// Fills the whole buffer, or throws.
    package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) {
      var remainingBuffer = buffer
      while remainingBuffer.count > 0 {
        let count = Platform.readSome(descriptor, remainingBuffer)
        guard count >= 0 else { throw lastError() }
        guard count > 0 else { throw FileError(description: "it ends too soon") }
        remainingBuffer = UnsafeMutableRawBufferPointer(rebasing: remainingBuffer[count...])
      }
    }

    /// The number of bytes that are not read yet; `nil` for a file without a size, such as a pipe.
    package var remainingSize: Int? {
      let position = lseek(descriptor, 0, SEEK_CUR)
      guard position >= 0 else { return nil }
      let size = lseek(descriptor, 0, SEEK_END)
      guard size >= 0, lseek(descriptor, position, SEEK_SET) == position else { return nil }
      return Int(size - position)
    }

    /// `true` at the end of the file. Before the end, the getter consumes a byte, so nothing may be read afterwards.
    package var confirmsEnd: Bool {
      get throws(FileError) { try nextByte() == nil }
    }
  }

  package static func withFile<Value>(_ path: String, _ body: (inout OpenFile) throws -> Value) throws -> Value {
    let descriptor = try openToRead(path)
    defer { close(descriptor) }
    var file = OpenFile(descriptor: descriptor)
    return try body(&file)
  }

  /// Reads at most as many bytes as the buffer holds; 0 at the end, and a negative number for an error.
  package static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      return count
    }
  }

  /// A hash of the executable, which tells builds of the program apart.
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

  /// Metadata by which versions of a file are told apart without reading the file.
  package struct FileStamp {
    package enum Kind: Sendable { case file, folder, link }

    package var kind: Kind
    /// The inode number, the size, and the times of the last changes of the content and of the attributes.
    package var text: String
  }

  /// `nil` where the path does not name a regular file, a folder or a link.
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

  /// A time as text. Its bytes are read, because each platform declares the members of the type in another module.
  private static func bytes<Value: BitwiseCopyable>(of value: Value) -> String {
    withUnsafeBytes(of: value) { bytes in bytes.map { String($0, radix: 16) }.joined(separator: ".") }
  }

  /// Removes a symbolic link itself, not the file that it leads to.
  package static func remove(_ path: String) { unlink(path) }

  package static func lastError() -> FileError {
    let code = errno
    let text = code == EISDIR ? "it is a folder" : String(cString: strerror(code))
    return FileError(description: text, isFileMissing: code == ENOENT || code == ENOTDIR)
  }
}

/// Inside of `Platform`, the name `read` stands for its own function.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

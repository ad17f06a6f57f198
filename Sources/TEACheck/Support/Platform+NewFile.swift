#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// A text that takes the place of a file when all of it is written.
  ///
  /// A symbolic link stays one: the file that it leads to is written. What is no regular file, such as a device or a pipe,
  /// is written into.
  package final class NewFile {
    /// The file itself, behind any links.
    private let place: String
    /// The path of the draft, which is written until it is finished; `nil` where the file itself is written into.
    private let draft: String?
    private let descriptor: Int32
    private var isOpen = true
    private var problem: FileError?

    /// - Throws: ``FileError`` where nothing can be written there, as where the file is read-only.
    package init(path: String) throws(FileError) {
      var status = stat()
      let exists = stat(path, &status) == 0
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      if exists, !isRegular || Platform.isDescriptor(path) {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(description: "it is a folder") }
        (place, draft) = (path, nil)
        // Not from the beginning of what others write, either.
        descriptor = try Platform.openAtEnd(path)
        return
      }
      place = Platform.resolvingLinks(path)
      if exists {
        // `access` allows everything to a superuser, so the permissions are tested first.
        guard status.st_mode & 0o222 != 0 else { throw FileError(description: "it is read-only") }
        guard access(place, W_OK) == 0 else { throw Platform.lastError() }
      }
      let name = "\(place).\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      draft = name
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Platform.lastError() }
      if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    }

    /// Without ``finish()``, there was no file.
    deinit {
      guard isOpen else { return }
      close(descriptor)
      if let draft { unlink(draft) }
    }

    package func write(_ text: String) {
      if problem == nil, !Platform.writeAll(text, to: descriptor) { problem = Platform.lastError() }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) {
      if problem == nil, !Platform.writeAll(bytes, to: descriptor) { problem = Platform.lastError() }
    }

    /// Puts the file in its place.
    package func finish() throws(FileError) {
      isOpen = false
      if close(descriptor) != 0, problem == nil { problem = Platform.lastError() }
      if let draft, problem == nil, rename(draft, place) != 0 { problem = Platform.lastError() }
      guard let problem else { return }
      if let draft { unlink(draft) }
      throw problem
    }
  }

  /// Opens a file to write at its end.
  ///
  /// - Parameter flags: More flags of `open`.
  /// - Throws: ``FileError`` where it cannot be opened, or is a pipe that nobody reads: `open` would wait for a reader, and
  ///   nothing might ever come.
  static func openAtEnd(_ path: String, _ flags: Int32 = 0) throws(FileError) -> Int32 {
    let isPipe = isPipe(path)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0) | flags, 0o666)
    guard descriptor >= 0 else {
      let (code, error) = (errno, lastError())
      guard isPipe, code == ENXIO else { throw error }
      throw FileError(description: "nobody reads the pipe; start its reader first")
    }
    // Once there is a reader, a slow one is waited for.
    if isPipe { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    return descriptor
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Removes a file, if it is there and a regular one; a link to it stays.
  package static func removeFile(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, !isDescriptor(path) else { return }
    unlink(resolvingLinks(path))
  }

  /// Returns whether a file is not to be written to, also by a user who may write to everything.
  package static func isReadOnly(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o222 == 0 || access(path, W_OK) != 0
  }

  /// Returns whether a path names an open file of a process, by `/dev` or `/proc`; it is written into as it stands.
  private static func isDescriptor(_ path: String) -> Bool { path.hasPrefix("/dev/") || path.hasPrefix("/proc/") }

  /// The path of what symbolic links lead to, whether it is there or not.
  private static func resolvingLinks(_ path: String) -> String {
    var path = path
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    for _ in 0..<40 {
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
      }
      guard count > 0 else { break }
      let target = String(decoding: buffer[..<count], as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }
}

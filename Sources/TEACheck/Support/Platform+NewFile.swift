extension Platform {
  /// A file that takes the place of an existing one only in ``finish()``.
  ///
  /// A symbolic link is followed, and stays a link. A device or a pipe is not replaced, but written into.
  package final class NewFile {
    private let destination: String
    /// The path that is renamed to `destination`; `nil` where the existing file is written into.
    private let draft: String?
    private let descriptor: Int32
    private var isOpen = true
    /// The first error of writing; `nil` for none.
    private var problem: FileError?

    package init(path: String) throws(FileError) {
      var status = stat()
      let exists = stat(path, &status) == 0
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      if exists, !isRegular || Platform.mayNameDescriptor(path) {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(description: "it is a folder") }
        (destination, draft) = (path, nil)
        // Appending does not overwrite what other processes write.
        descriptor = try Platform.openAtEnd(path)
        return
      }
      destination = Platform.resolvingLinks(path)
      if exists {
        // `access` allows everything to a superuser, so the permissions are tested first.
        guard status.st_mode & 0o222 != 0 else { throw FileError(description: "it is read-only") }
        guard access(destination, W_OK) == 0 else { throw Platform.lastError() }
      }
      let draftPath = "\(destination).\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      draft = draftPath
      descriptor = open(draftPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw Platform.lastError() }
      if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    }

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

    /// Throws where any part of the file could not be written; the draft is then removed.
    package func finish() throws(FileError) {
      isOpen = false
      if close(descriptor) != 0, problem == nil { problem = Platform.lastError() }
      if let draft, problem == nil, rename(draft, destination) != 0 { problem = Platform.lastError() }
      guard let problem else { return }
      if let draft { unlink(draft) }
      throw problem
    }
  }

  /// Throws for a pipe without a reader, for which `open` would wait.
  static func openAtEnd(_ path: String, _ flags: Int32 = 0) throws(FileError) -> Int32 {
    let isPipe = isPipe(path)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0) | flags, 0o666)
    guard descriptor >= 0 else {
      let (code, error) = (errno, lastError())
      guard isPipe, code == ENXIO else { throw error }
      throw FileError(description: "nobody reads the pipe; start its reader first")
    }
    // Without `O_NONBLOCK`, writing waits for a slow reader.
    if isPipe { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    return descriptor
  }

  package static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Removes a regular file. A symbolic link is followed, and stays.
  package static func removeFile(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, !mayNameDescriptor(path) else { return }
    unlink(resolvingLinks(path))
  }

  /// A file that nobody has the permission to write counts as read-only even for the superuser, who could write to it.
  package static func isReadOnly(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o222 == 0 || access(path, W_OK) != 0
  }

  /// A path in `/dev` or `/proc`, or a link to such a path, may name an open file of a process, which must not be replaced.
  private static func mayNameDescriptor(_ path: String) -> Bool {
    linkedPaths(from: path).contains { $0.hasPrefix("/dev/") || $0.hasPrefix("/proc/") }
  }

  /// The path to which symbolic links lead, even if nothing exists there.
  private static func resolvingLinks(_ path: String) -> String { linkedPaths(from: path).last ?? path }

  /// A path, and the paths to which its symbolic links lead one after the other.
  private static func linkedPaths(from path: String) -> [String] {
    var paths = [path]
    var path = path
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // Linux follows at most 40 links of one path.
    for _ in 0..<40 {
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? 0
      }
      guard count > 0 else { break }
      let target = String(decoding: buffer[..<count], as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
      paths.append(path)
    }
    return paths
  }
}

import Foundation

/// The folders that throw-away packages stand in, one after the other: what one leaves is built no more.
///
/// They are one more than there are processors, because whoever builds and runs waits now and then: a suite waits until one
/// is free.
actor ThrowAwayFolders {
  static let shared = ThrowAwayFolders()

  private var free = ProcessInfo.processInfo.activeProcessorCount + 1
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Hands a folder to a function, and to nobody else until that is done.
  @concurrent nonisolated func withFolder(_ body: @concurrent @Sendable (URL) async throws -> Void) async throws {
    await begin()
    do {
      let folder = try LockedFolder()
      defer { folder.unlock() }
      try await body(folder.url)
    } catch {
      await end()
      throw error
    }
    await end()
  }

  /// Where they are: beside the built command.
  static func url() throws -> URL {
    try ThrowAwayPackage.executable().deletingLastPathComponent().appendingPathComponent("throw-away-packages")
      .resolvingSymlinksInPath()
  }

  private func begin() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// The first folder beside the built command that no other suite, of this process or of another, has locked.
private struct LockedFolder {
  let url: URL
  private let lock: FileHandle

  init() throws {
    let all = try ThrowAwayFolders.url()
    var number = 1
    while true {
      let url = all.appendingPathComponent("\(number)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let file = all.appendingPathComponent("\(number).lock")
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      let lock = try FileHandle(forUpdating: file)
      if flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0 {
        self.url = url
        self.lock = lock
        return
      }
      number += 1
    }
  }

  func unlock() { flock(lock.fileDescriptor, LOCK_UN) }
}

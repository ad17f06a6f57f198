import Foundation

/// The folders of throw-away packages. A test suite gets a folder that an earlier test suite may have used, and reuses the
/// builds in it.
///
/// A process with N processors gives folders to at most N + 1 test suites at a time, because builds and runs wait now and then.
/// Any other test suite waits for its turn.
actor ThrowAwayFolders {
  static let shared = ThrowAwayFolders()

  /// The number of test suites of this process that may take a folder now.
  private var freeCount = ProcessInfo.processInfo.activeProcessorCount + 1
  /// The test suites that wait for a folder, in order.
  private var continuations: [CheckedContinuation<Void, Never>] = []

  /// Calls a function with a folder that no other test suite uses meanwhile.
  @concurrent nonisolated func withFolder(_ body: @concurrent @Sendable (URL) async throws -> Void) async throws {
    await acquire()
    do {
      let folder = try LockedFolder()
      defer { folder.unlock() }
      try await body(folder.url)
    } catch {
      await release()
      throw error
    }
    await release()
  }

  /// The parent of the folders, beside the built command.
  static func url() throws -> URL {
    try ThrowAwayPackage.executable().deletingLastPathComponent().appendingPathComponent("throw-away-packages")
      .resolvingSymlinksInPath()
  }

  private func acquire() async {
    guard freeCount == 0 else {
      freeCount -= 1
      return
    }
    await withCheckedContinuation { continuations.append($0) }
  }

  private func release() {
    if continuations.isEmpty { freeCount += 1 } else { continuations.removeFirst().resume() }
  }
}

/// The first folder that no other test suite, of this process or of another, has locked.
private struct LockedFolder {
  let url: URL
  private let lock: FileHandle

  init() throws {
    let parent = try ThrowAwayFolders.url()
    var number = 1
    while true {
      let url = parent.appendingPathComponent("\(number)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let file = parent.appendingPathComponent("\(number).lock")
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

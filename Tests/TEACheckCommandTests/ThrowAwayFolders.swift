import Foundation
import Synchronization

/// The folders that throw-away packages stand in, one after the other, so that TEACheck is compiled once for each.
///
/// They are few: a suite waits until one is free.
final class ThrowAwayFolders: Sendable {
  static let shared = ThrowAwayFolders()

  private struct State {
    var free = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Hands a folder to a function, and to nobody else until that is done.
  @concurrent func withFolder(_ body: @concurrent @Sendable (URL) async throws -> Void) async throws {
    await begin()
    defer { end() }
    let folder = try LockedFolder()
    defer { folder.unlock() }
    try await body(folder.url)
  }

  private func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// The first folder beside the built command that no other suite, of this process or of another, has locked.
private struct LockedFolder {
  let url: URL
  private let lock: FileHandle

  init() throws {
    let all = try ThrowAwayPackage.executable().deletingLastPathComponent()
      .appendingPathComponent("throw-away-packages").resolvingSymlinksInPath()
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

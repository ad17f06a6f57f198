internal import Synchronization

/// A set of names that several threads add to during a search.
final class NameLog: Sendable {
  private let storage = Mutex<Set<String>>([])

  var names: Set<String> {
    get { storage.withLock { $0 } }
    set { storage.withLock { $0 = newValue } }
  }

  var isEmpty: Bool { storage.withLock { $0.isEmpty } }

  func note(_ name: String) { storage.withLock { _ = $0.insert(name) } }

  func clear() { storage.withLock { $0.removeAll() } }

  var sorted: [String] { storage.withLock { $0.sorted() } }
}

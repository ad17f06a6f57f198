internal import Synchronization

/// A set of names that several threads add to during a search.
final class NameLog: Sendable {
  private let names = Mutex<Set<String>>([])

  func note(_ name: String) {
    names.withLock { names in
      if !names.contains(name) { names.insert(name) }
    }
  }

  func clear() { names.withLock { $0.removeAll() } }

  var sorted: [String] { names.withLock { $0.sorted() } }
}

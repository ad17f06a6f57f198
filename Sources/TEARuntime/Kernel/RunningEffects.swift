/// The effects of a program that run, in the order in which they began.
///
/// A few effects are searched for an identity one by one; more are indexed by it, so the time to begin or end an effect
/// hardly depends on the number of effects.
struct RunningEffects<ID: Hashable> {
  private struct Entry {
    let number: Int
    let id: ID?
    var isRunning = true
  }

  /// The effects with one identity. Ended ones are removed when they are the majority.
  private struct Group {
    var numbers: [Int] = []
    var count = 0
  }

  /// Sorted by number. Ended effects are removed when they are the majority.
  private var entries: [Entry] = []
  private var endedCount = 0
  /// The effects by identity; `nil` while there are few.
  private var groups: [ID: Group]?

  /// The number of effects up to which a linear search is fastest.
  private static var few: Int { 16 }

  /// The numbers of the effects, in ascending order.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  var numbers: [Int] { entries.lazy.filter(\.isRunning).map(\.number) }

  /// Adds an effect whose number is larger than all before.
  ///
  /// - Complexity: O(1), amortised.
  mutating func begin(_ number: Int, sharing id: ID?) {
    entries.append(Entry(number: number, id: id))
    if groups == nil {
      if entries.count > Self.few { index() }
    } else if let id {
      groups?[id, default: Group()].numbers.append(number)
      groups?[id]?.count += 1
    }
  }

  /// Ends an effect, if it runs.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func end(_ number: Int) {
    guard let place = place(of: number) else { return }
    entries[place].isRunning = false
    endedCount += 1
    if let id = entries[place].id { leaveGroup(id) }
    if endedCount > entries.count / 2 { forgetEnded() }
  }

  /// Tests for a running effect.
  ///
  /// - Complexity: O(log *n*).
  func contains(_ number: Int) -> Bool { place(of: number) != nil }

  /// Tests for a running effect with an identity.
  ///
  /// - Complexity: O(1).
  func contains(sharing id: ID) -> Bool {
    if let groups { return groups[id] != nil }
    return entries.contains { $0.isRunning && $0.id == id }
  }

  /// Removes the effects with an identity.
  ///
  /// - Returns: Their numbers, in ascending order.
  /// - Complexity: O(*k* log *n*) for *k* of them, amortised.
  mutating func removeAll(sharing id: ID) -> [Int] {
    let candidates = groups.map { $0[id]?.numbers ?? [] } ?? entries.filter { $0.id == id }.map(\.number)
    let numbers = candidates.filter { contains($0) }
    for number in numbers { end(number) }
    return numbers
  }

  private func place(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number && entries[low].isRunning ? low : nil
  }

  private mutating func leaveGroup(_ id: ID) {
    guard var group = groups?.removeValue(forKey: id) else { return }
    group.count -= 1
    if group.count == 0 { return }
    if group.numbers.count > 2 * group.count { group.numbers.removeAll { !contains($0) } }
    groups?[id] = group
  }

  private mutating func forgetEnded() {
    entries.removeAll { !$0.isRunning }
    endedCount = 0
    if entries.count <= Self.few / 2 { groups = nil }
  }

  private mutating func index() {
    var all: [ID: Group] = [:]
    for entry in entries where entry.isRunning {
      guard let id = entry.id else { continue }
      all[id, default: Group()].numbers.append(entry.number)
      all[id]?.count += 1
    }
    groups = all
  }
}

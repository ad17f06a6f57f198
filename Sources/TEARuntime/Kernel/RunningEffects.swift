/// The effects of a program that run, in the order in which they began.
///
/// Up to 16 effects are searched for an identity one by one. More effects are indexed by identity, so the time to begin
/// or end an effect hardly depends on their number.
struct RunningEffects<ID: Hashable> {
  private struct Entry {
    let number: Int
    let id: ID?
    var isRunning = true
  }

  /// The effects with one identity.
  private struct Group {
    /// The numbers of the effects; ended effects are removed when they are the majority.
    var numbers: [Int] = []
    /// The number of effects that run.
    var runningCount = 0
  }

  /// The effects, sorted by number; ended effects are removed when they are the majority.
  private var entries: [Entry] = []
  private var endedCount = 0
  /// The effects by identity; `nil` while they are searched one by one.
  private var groups: [ID: Group]?

  /// The number of effects up to which a linear search is fastest.
  private static var linearSearchLimit: Int { 16 }

  /// The numbers of the effects, in ascending order.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  var numbers: [Int] { entries.lazy.filter { $0.isRunning }.map { $0.number } }

  /// Adds an effect, whose number must be larger than those of all earlier effects.
  ///
  /// - Complexity: O(1), amortised.
  mutating func begin(_ number: Int, sharing id: ID?) {
    entries.append(Entry(number: number, id: id))
    if groups == nil {
      if entries.count > Self.linearSearchLimit { makeGroups() }
    } else if let id {
      groups?[id, default: Group()].numbers.append(number)
      groups?[id]?.runningCount += 1
    }
  }

  /// Ends an effect, if it runs.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func end(_ number: Int) {
    guard let index = index(of: number) else { return }
    entries[index].isRunning = false
    endedCount += 1
    if let id = entries[index].id { leaveGroup(id) }
    if endedCount > entries.count / 2 { forgetEnded() }
  }

  /// Returns `true` if the effect with a number runs.
  ///
  /// - Complexity: O(log *n*).
  func contains(_ number: Int) -> Bool { index(of: number) != nil }

  /// Returns `true` if an effect with an identity runs.
  ///
  /// - Complexity: O(1).
  func contains(sharing id: ID) -> Bool {
    if let groups { return groups[id] != nil }
    return entries.contains { $0.isRunning && $0.id == id }
  }

  /// Ends the effects with an identity.
  ///
  /// - Returns: Their numbers, in ascending order.
  /// - Complexity: O(*k* log *n*), amortised, for *k* effects with the identity.
  mutating func removeAll(sharing id: ID) -> [Int] {
    let candidates = groups.map { $0[id]?.numbers ?? [] } ?? entries.filter { $0.id == id }.map { $0.number }
    let numbers = candidates.filter { contains($0) }
    for number in numbers { end(number) }
    return numbers
  }

  /// The index in `entries` of the effect with a number; `nil` if the effect does not run.
  private func index(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number && entries[low].isRunning ? low : nil
  }

  private mutating func leaveGroup(_ id: ID) {
    guard var group = groups?.removeValue(forKey: id) else { return }
    group.runningCount -= 1
    if group.runningCount == 0 { return }
    if group.numbers.count > 2 * group.runningCount { group.numbers.removeAll { !contains($0) } }
    groups?[id] = group
  }

  private mutating func forgetEnded() {
    entries.removeAll { !$0.isRunning }
    endedCount = 0
    // Half the limit: otherwise the groups would be made and dropped again and again while the number is near the limit.
    if entries.count <= Self.linearSearchLimit / 2 { groups = nil }
  }

  private mutating func makeGroups() {
    var groups: [ID: Group] = [:]
    for entry in entries where entry.isRunning {
      guard let id = entry.id else { continue }
      groups[id, default: Group()].numbers.append(entry.number)
      groups[id]?.runningCount += 1
    }
    self.groups = groups
  }
}

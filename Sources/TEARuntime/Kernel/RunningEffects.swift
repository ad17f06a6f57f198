/// The running effects of a program, in the order in which they began.
///
/// A few effects are searched for an identity one by one; many effects are indexed by identity.
struct RunningEffects<ID: Hashable> {
  private struct Entry {
    let number: Int
    let id: ID?
    var isRunning = true
  }

  private struct Group {
    /// The numbers of the group's effects, in ascending order; ended effects are removed when they are the majority.
    var numbers: [Int] = []
    var runningCount = 0
  }

  /// Sorted by number; ended effects are removed when they are the majority.
  private var entries: [Entry] = []
  private var endedCount = 0
  /// The running effects by identity; `nil` while the effects are searched one by one.
  private var groups: [ID: Group]?

  /// The largest number of entries that are searched one by one; few programs run more effects at once.
  private static var linearSearchLimit: Int { 16 }

  /// The numbers of the running effects, in ascending order.
  var numbers: [Int] { entries.lazy.filter { $0.isRunning }.map { $0.number } }

  /// The number must be larger than those of all earlier effects.
  mutating func begin(_ number: Int, sharing id: ID?) {
    entries.append(Entry(number: number, id: id))
    if groups == nil {
      if entries.count > Self.linearSearchLimit { makeGroups() }
    } else if let id {
      groups?[id, default: Group()].numbers.append(number)
      groups?[id]?.runningCount += 1
    }
  }

  mutating func end(_ number: Int) {
    guard let index = index(of: number) else { return }
    entries[index].isRunning = false
    endedCount += 1
    if let id = entries[index].id { leaveGroup(id) }
    if endedCount > entries.count / 2 { forgetEnded() }
  }

  func contains(_ number: Int) -> Bool { index(of: number) != nil }

  func contains(sharing id: ID) -> Bool {
    if let groups { return groups[id] != nil }
    return entries.contains { $0.isRunning && $0.id == id }
  }

  /// Ends the effects with an identity, and returns their numbers in ascending order.
  mutating func endAll(sharing id: ID) -> [Int] {
    let candidates = groups.map { $0[id]?.numbers ?? [] } ?? entries.filter { $0.id == id }.map { $0.number }
    let numbers = candidates.filter { contains($0) }
    for number in numbers { end(number) }
    return numbers
  }

  /// The index of an effect in `entries`; `nil` if the effect does not run.
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
    // Half the limit: otherwise the groups would be made and dropped again and again near the limit.
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

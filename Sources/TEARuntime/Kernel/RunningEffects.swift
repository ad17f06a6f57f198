/// The effects of a program that run, in the order in which they began.
///
/// A few are looked through, as they are in most programs. More than that are found by their number and by what they share,
/// so that any number of them begins and ends in about the same time.
struct RunningEffects<ID: Hashable> {
  private struct Entry {
    let number: Int
    let id: ID?
    var isRunning = true
  }

  /// The effects that share an identity; those that have ended are forgotten when there are more of them than of others.
  private struct Group {
    var numbers: [Int] = []
    var count = 0
  }

  /// In the order of their numbers. Those that have ended are forgotten when there are more of them than of others.
  private var entries: [Entry] = []
  private var endedCount = 0
  /// The effects by their identities, where there are many.
  private var groups: [ID: Group]?

  /// The number of effects up to which looking through all of them is quicker than anything else.
  private static var few: Int { 16 }

  /// The numbers of the effects, from the first to the last.
  ///
  /// - Complexity: O(*n*) in the number of effects.
  var numbers: [Int] { entries.lazy.filter(\.isRunning).map(\.number) }

  /// Notes that an effect begins, whose number is larger than all before it.
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

  /// Notes that an effect has ended, if it runs.
  ///
  /// - Complexity: O(log *n*), amortised.
  mutating func end(_ number: Int) {
    guard let place = place(of: number) else { return }
    entries[place].isRunning = false
    endedCount += 1
    if let id = entries[place].id { leaveGroup(id) }
    if endedCount > entries.count / 2 { forgetEnded() }
  }

  /// Returns whether an effect runs.
  ///
  /// - Complexity: O(log *n*).
  func contains(_ number: Int) -> Bool { place(of: number) != nil }

  /// Returns whether an effect with an identity runs.
  ///
  /// - Complexity: O(1).
  func contains(sharing id: ID) -> Bool {
    if let groups { return groups[id] != nil }
    return entries.contains { $0.isRunning && $0.id == id }
  }

  /// Removes the effects with an identity.
  ///
  /// - Returns: Their numbers, from the first to the last.
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

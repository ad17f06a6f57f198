/// A part of the way from an old list to a new one. The numbers are indices.
package enum ListEdit: Equatable {
  case change(old: Int, new: Int)
  case removal(old: Int)
  case insertion(new: Int)
  /// The element stands on another side of the elements that stay.
  case move(old: Int, new: Int)
}

/// Two lists, without the elements that they have in common at the beginning and at the end.
package struct ListComparison {
  /// The indices of the elements between the common beginning and the common end.
  let old: Range<Int>
  let new: Range<Int>
  let commonEndCount: Int
  /// Compares an element of the old list with one of the new.
  private let areSame: (Int, Int) -> Bool

  package init(_ oldCount: Int, _ newCount: Int, areSame: @escaping (Int, Int) -> Bool) {
    let shorterCount = min(oldCount, newCount)
    let start = (0..<shorterCount).first { !areSame($0, $0) } ?? shorterCount
    commonEndCount =
      (0..<shorterCount - start).first { !areSame(oldCount - 1 - $0, newCount - 1 - $0) } ?? shorterCount - start
    (old, new) = (start..<oldCount - commonEndCount, start..<newCount - commonEndCount)
    self.areSame = areSame
  }

  /// The edits from the old list to the new one. Lists of one length are compared index by index, unless moves, or a few removals
  /// and insertions as well, say the same.
  ///
  /// - Parameters:
  ///   - limit: The largest number of changes.
  ///   - savedChanges: The least number of changes for which one move, removal or insertion stands, where it is preferred.
  ///   - alignmentLimit: The largest number of elements that are aligned, since this takes the square of their number.
  /// - Returns: `nil` where the whole lists say more: they have no element in common, or differ in too many.
  package func edits(limit: Int, savedChanges: Int, alignmentLimit: Int) -> [ListEdit]? {
    let canAlign = max(old.count, new.count) <= alignmentLimit
    let alignedEdits = canAlign ? alignedEdits : nil
    guard old.count == new.count else { return alignedEdits }
    let indices = Array(old.lazy.filter { !areSame($0, $0) }.prefix(limit + 1))
    if let alignedEdits, alignedEdits.count * savedChanges <= indices.count { return alignedEdits }
    if indices.count > limit { return nil }
    let exchanges = canAlign && savedChanges == 1 ? exchanges(among: indices) : nil
    return exchanges ?? indices.map { .change(old: $0, new: $0) }
  }

  /// The moves of elements that take each other's places; `nil` where one of them is gone.
  private func exchanges(among indices: [Int]) -> [ListEdit]? {
    var places = indices
    var edits: [ListEdit] = []
    for index in indices {
      guard let place = places.firstIndex(where: { areSame(index, $0) }) else { return nil }
      edits.append(.move(old: index, new: places.remove(at: place)))
    }
    return edits
  }

  /// The edits between elements that stay; `nil` where none stays, or where one would have to move to its own index.
  private var alignedEdits: [ListEdit]? {
    let script = new.difference(from: old, by: areSame)
    guard script.removals.count < old.count || old.lowerBound + commonEndCount > 0 else { return nil }
    // Elements with the number of elements before them that stay.
    func spots(_ changes: [CollectionDifference<Int>.Change]) -> [(index: Int, stayingCount: Int)] {
      changes.enumerated().map { rank, change in
        switch change {
        case .insert(_, let index, _), .remove(_, let index, _): (index, index - rank)
        }
      }
    }
    var insertions = spots(script.insertions)
    let removals = spots(script.removals).map { removal in
      let target = insertions.firstIndex { areSame(removal.index, $0.index) }
      return (removal, target: target.map { insertions.remove(at: $0).index })
    }
    var edits: [ListEdit] = []
    var rest = insertions[...]
    func addInsertions(before stayingCount: Int) {
      let next = rest.prefix { $0.stayingCount < stayingCount }
      edits += next.map { .insertion(new: $0.index) }
      rest = rest.dropFirst(next.count)
    }
    for (removal, target) in removals {
      addInsertions(before: removal.stayingCount)
      if let target {
        guard target != removal.index else { return nil }
        edits.append(.move(old: removal.index, new: target))
      } else if let insertion = rest.first, insertion.stayingCount == removal.stayingCount {
        edits.append(.change(old: removal.index, new: insertion.index))
        rest.removeFirst()
      } else {
        edits.append(.removal(old: removal.index))
      }
    }
    addInsertions(before: .max)
    return edits
  }
}

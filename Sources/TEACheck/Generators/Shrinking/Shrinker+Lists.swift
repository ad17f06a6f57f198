extension Shrinker {
  /// A list in a record: the choice of its length, and the elements that may be deleted.
  struct List {
    /// The index of the choice whose number is the length minus the least possible length.
    var lengthIndex: Int
    /// The first elements of the list: as many as may be deleted without making it too short.
    var elements: [Choices.Span]

    var range: Range<Int> { lengthIndex..<(elements.last?.range.upperBound ?? lengthIndex + 1) }
  }

  /// In the order in which they begin.
  var lists: [List] {
    if let cachedLists = best.groupCache.lists { return cachedLists }
    let lists = findLists()
    best.groupCache.lists = lists
    return lists
  }

  private func findLists() -> [List] {
    let firstSpanIndexAt = Dictionary(
      best.groups.enumerated().lazy.filter { !$1.isRecursive && !$1.range.isEmpty }.map { ($1.range.lowerBound, $0) },
      uniquingKeysWith: { first, _ in first })
    return best.lengthIndices.sorted().map { lengthIndex in
      var list = List(lengthIndex: lengthIndex, elements: [])
      guard let firstSpanIndex = firstSpanIndexAt[lengthIndex + 1] else { return list }
      let depth = best.groups[firstSpanIndex].depth
      for span in best.groups[firstSpanIndex...] where span.depth <= depth {
        guard span.depth == depth, span.range.lowerBound == list.range.upperBound, !span.isRecursive,
          UInt64(list.elements.count) < best.record[lengthIndex]
        else { break }
        list.elements.append(span)
      }
      return list
    }
  }

  /// Deletes elements at the same indices from two lists, or from all lists with equal lengths, in chunks: first of the least
  /// length, then of half of it, and so on down to one element.
  mutating func deleteFromLists() {
    var (first, second) = (0, 1)
    while case let lists = lists, first + 1 < lists.count, !isOver {
      if second == first + 1 {
        let count = lists[first].elements.count
        let indicesOfEqualLength = lists.indices.filter { index in
          index >= first && lists[index].elements.count == count
            && !lists.indices.contains { $0 != index && lists[$0].range.contains(lists[index].lengthIndex) }
        }
        if count > 0, indicesOfEqualLength.count > 2 { deleteTogether(indicesOfEqualLength) }
      }
      if second < self.lists.count, lists.count <= Self.maxLists {
        deleteTogether([first, second])
        second += 1
      } else {
        first += 1
        second = first + 1
      }
    }
  }

  /// The largest number of lists of which pairs are tried.
  private static var maxLists: Int { 12 }

  /// Deletes elements at the same indices from several lists, unless one list lies inside of another.
  private mutating func deleteTogether(_ indices: [Int]) {
    func disjointLists(_ shrinker: Self) -> [List]? {
      let lists = shrinker.lists
      guard indices.allSatisfy({ $0 < lists.count }) else { return nil }
      let chosenLists = indices.map { lists[$0] }
      return zip(chosenLists, chosenLists.dropFirst()).allSatisfy { $0.range.upperBound <= $1.lengthIndex }
        ? chosenLists : nil
    }
    guard let count = disjointLists(self)?.map(\.elements.count).min() else { return }
    var chunkSize = count
    while chunkSize >= 1 {
      var index = 0
      while let lists = disjointLists(self), case let leastCount = lists.map(\.elements.count).min() ?? 0,
        index < leastCount
      {
        let positions = index..<min(leastCount, index + chunkSize)
        if !delete(lists.map { ($0, positions) }) { index += chunkSize }
      }
      chunkSize /= 2
    }
  }

  private mutating func delete(_ deletions: [(list: List, indices: Range<Int>)]) -> Bool {
    accept(without: deletions.filter { !$0.indices.isEmpty }.map { $0.list.elements[$0.indices].range }) { record in
      for (list, indices) in deletions { record[list.lengthIndex] -= UInt64(indices.count) }
    }
  }

  /// Tries all small values of two sizes: the lengths of two lists with elements that may be deleted, or one such length and a
  /// number.
  ///
  /// Other passes lower two sizes by the same amount. The scan finds sizes that must change together in another way, for
  /// example where one must be a multiple or the square of the other.
  mutating func scanSizes() {
    var (first, second) = (0, 1)
    while case let sizes = sizes, first + 1 < sizes.count, sizes.count <= Self.maxSizes, !isOver {
      if second < sizes.count {
        if !scan(sizes[first], sizes[second]) { second += 1 }
      } else {
        first += 1
        second = first + 1
      }
    }
  }

  /// Lowers numbers on which the length of a row of groups may depend. A shortened row keeps its last groups, not its first.
  mutating func shortenKeepingLast() {
    var index = 0
    while index < best.record.count, !isOver {
      // Elements are skipped, because most numbers are elements and no length depends on them.
      if best.record[index] > 0, !best.groups.contains(where: { $0.range.contains(index) }) {
        let number = best.record[index]
        _ = (0..<min(number, Self.triedNumberCount)).contains { newNumber in
          var record = best.record
          record[index] = newNumber
          return accept(record, keepsLast: true)
        }
      }
      index += 1
    }
  }

  /// The number of values, from 0, that ``shortenKeepingLast()`` tries for one number.
  private static var triedNumberCount: UInt64 { 16 }
  /// The largest number of sizes of which pairs are scanned.
  private static var maxSizes: Int { 8 }
  /// The largest size that a scan tries, except for a length that may be a product.
  private static var largestSize: Int { 12 }
  /// The largest size for which a scan tries the elements at both ends of a list.
  private static var tinySize: Int { 4 }
  /// The largest length that a scan tries where it may be a product, such as 9 · 9.
  private static var largestProduct: Int { 81 }

  /// The outermost lists with elements, and the numbers outside of all lists, as lists without elements. With several lists,
  /// also the numbers in lists of at most three elements.
  private var sizes: [List] {
    let lists = lists
    let outermostLists = lists.filter { list in
      !lists.contains { $0.range.contains(list.lengthIndex) && $0.lengthIndex < list.lengthIndex }
    }
    let numberIndices = best.record.indices.filter { index in
      best.record[index] > 0 && best.bounds[index] > 1 && !outermostLists.contains { $0.range.contains(index) }
    }
    let elementIndices =
      outermostLists.count < 2
      ? []
      : outermostLists.filter { $0.elements.count <= 3 }.flatMap(\.elements).filter {
        $0.range.count == 1 && best.record[$0.range.lowerBound] > 0
      }.map(\.range.lowerBound)
    let numbers = (numberIndices + elementIndices).map { List(lengthIndex: $0, elements: []) }
    return (outermostLists.filter { !$0.elements.isEmpty } + numbers).sorted { $0.lengthIndex < $1.lengthIndex }
  }

  private mutating func scan(_ firstSize: List, _ secondSize: List) -> Bool {
    func value(_ size: List) -> Int { Int(clamping: best.record[size.lengthIndex]) }
    guard !firstSize.range.contains(secondSize.lengthIndex), !firstSize.elements.isEmpty || !secondSize.elements.isEmpty
    else { return false }
    func maxValue(of size: List, beside other: List) -> Int {
      // The length of a list may be a product of numbers, and is larger then.
      min(value(size), !size.elements.isEmpty && other.elements.isEmpty ? Self.largestProduct : Self.largestSize)
    }
    for firstNumber in 0...maxValue(of: firstSize, beside: secondSize) {
      for secondNumber in 0...maxValue(of: secondSize, beside: firstSize)
      where firstNumber < value(firstSize) || secondNumber < value(secondSize) {
        guard !isOver else { return false }
        let newNumbers = [(firstSize, firstNumber), (secondSize, secondNumber)]
        let shortened = newNumbers.filter { !$0.0.elements.isEmpty && $0.1 < $0.0.elements.count }
        // The elements that matter may be at the start or at the end. Both are tried only where both new numbers are tiny.
        let isTiny = firstNumber <= Self.tinySize && secondNumber <= Self.tinySize
        let isAccepted = (isTiny ? [false, true] : [false]).contains { keepsLast in
          accept(
            without: shortened.map { list, count in
              (keepsLast ? list.elements.dropLast(count) : list.elements.dropFirst(count)).range
            }, keepsLast: keepsLast
          ) { record in
            for (size, number) in newNumbers { record[size.lengthIndex] = UInt64(number) }
          }
        }
        if isAccepted { return true }
      }
    }
    return false
  }

  /// Moves elements from a list to a later one, which is empty or has elements of the same type.
  mutating func moveElements() {
    var (source, target) = (0, 1)
    while case let lists = lists, source + 1 < lists.count, lists.count <= Self.maxLists, !isOver {
      if target < lists.count {
        if !moveElements(from: lists[source], to: lists[target]) { target += 1 }
      } else {
        source += 1
        target = source + 1
      }
    }
  }

  /// Tries to move all elements where the target is empty; otherwise, or if that fails, moves the last one.
  private mutating func moveElements(from source: List, to target: List) -> Bool {
    guard let lastElement = source.elements.last, source.range.upperBound <= target.lengthIndex else { return false }
    guard best.record[target.lengthIndex] < best.bounds[target.lengthIndex], best.record[source.lengthIndex] > 0 else {
      return false
    }
    guard target.elements.first.map({ $0.type == lastElement.type }) ?? true else { return false }
    if target.elements.isEmpty, source.elements.count > 1 {
      var record = best.record
      record.replaceSubrange(
        (target.lengthIndex + 1)..<(target.lengthIndex + 1),
        with: record[(source.lengthIndex + 1)..<source.range.upperBound])
      record.swapAt(source.lengthIndex, target.lengthIndex)
      record.removeSubrange((source.lengthIndex + 1)..<source.range.upperBound)
      if accept(record) { return true }
    }
    var record = best.record
    record.insert(contentsOf: content(lastElement), at: target.lengthIndex + 1)
    record[target.lengthIndex] += 1
    record[source.lengthIndex] -= 1
    record.removeSubrange(lastElement.range)
    return accept(record)
  }
}

// Passes that delete or change two elements, or an element and a number, at any distance.

extension Shrinker {
  /// The largest number of elements of which all pairs are tried.
  private static var fewElements: Int { 24 }

  /// The elements of all lists, each with the index of the list's length; and the groups without a length, such as the
  /// positions of a shuffle.
  private var elements: [(lengthIndex: Int?, range: Range<Int>)] {
    depths.flatMap { depth in
      groupRows(at: depth).flatMap { row in row.map { (lengthIndex(of: row), $0.range) } }
    }
  }

  /// Deletes two elements of one list or of two lists.
  ///
  /// Elements at equal distances from both ends of a list are tried first, because some values are symmetric. All other pairs
  /// are tried only where there are few elements.
  mutating func deletePairs() {
    deleteFromBothEnds()
    var one = 0
    while case let elements = elements, one < elements.count, elements.count <= Self.fewElements, !isOver {
      let isDeleted = elements.indices.dropFirst(one + 1).reversed().contains { other in
        delete([elements[one], elements[other]])
      }
      if !isDeleted { one += 1 }
    }
  }

  /// Deletes pairs of chunks of elements at equal distances from both ends of a list: halves first, and then ever smaller
  /// chunks.
  private mutating func deleteFromBothEnds() {
    for depth in depths {
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count, !isOver {
        var chunk = rows[rowIndex].count / 2
        while chunk >= 1 {
          var index = 0
          while case let rows = groupRows(at: depth), rowIndex < rows.count, 2 * (index + chunk) <= rows[rowIndex].count
          {
            let (spans, lengthIndex) = (rows[rowIndex], lengthIndex(of: rows[rowIndex]))
            let ends = [spans[index..<(index + chunk)], spans.dropLast(index).suffix(chunk)].map { spans in
              spans[spans.startIndex].range.lowerBound..<spans[spans.endIndex - 1].range.upperBound
            }
            guard let lengthIndex, best.record[lengthIndex] >= 2 * chunk else { break }
            if !accept(without: ends, { $0[lengthIndex] -= UInt64(2 * chunk) }) { index += chunk }
          }
          chunk /= 2
        }
        rowIndex += 1
      }
    }
  }

  private mutating func delete(_ elements: [(lengthIndex: Int?, range: Range<Int>)]) -> Bool {
    let elements = elements.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard zip(elements, elements.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
      return false
    }
    var record = best.record
    for lengthIndex in elements.compactMap(\.lengthIndex) {
      guard record[lengthIndex] > 0 else { return false }
      record[lengthIndex] -= 1
    }
    return accept(without: elements.map(\.range)) { $0 = record }
  }

  /// Deletes an element that is a number, and changes another number by about the same amount, or to each number up to
  /// ``smallNumber``.
  ///
  /// This preserves the sum of a list, a remainder of the sum, or another number that must equal the sum.
  mutating func deleteBesideNumbers() {
    var index = 0
    while case let elements = elements, index < elements.count, hasTerms, !isOver {
      if !deleteBesideNumbers(elements[index]) { index += 1 }
    }
  }

  private mutating func deleteBesideNumbers(_ element: (lengthIndex: Int?, range: Range<Int>)) -> Bool {
    let index = element.range.lowerBound
    guard element.range.count == 1, let lengthIndex = element.lengthIndex, best.record[lengthIndex] > 0 else {
      return false
    }
    let number = best.record[index]
    for other in variableChoices where other != index {
      let (old, bound) = (best.record[other], best.bounds[other])
      // The choices of signed numbers alternate between the signs, so the choice of a sum may be off by one.
      let changed = [number, number &+ 1, number &- 1].flatMap { [old &- $0, old &+ $0] }
      let isSmall = max(number, old) < Self.smallNumber
      let small = isSmall ? Array(0...min(bound, Self.smallNumber)) : []
      for new in small + changed where new != old && new <= bound {
        guard !isOver else { return false }
        let isDeleted = accept(without: [element.range]) { record in
          record[lengthIndex] -= 1
          record[other] = new
        }
        if isDeleted { return true }
      }
    }
    return false
  }

  /// The indices of all choices that have an alternative and do not count groups, zeros included.
  var variableChoices: [Int] {
    best.record.indices.filter { best.bounds[$0] > 0 && !best.lengthIndices.contains($0) }
  }

  /// There are at most ``mostTerms`` numbers, and they are not 0, 1, 2 and so on: they may be terms of a sum.
  private var hasTerms: Bool { variableChoices.count <= Self.mostTerms && !areNames(variableChoices) }

  /// Returns whether the choices at some indices are 0, 1, 2 and so on in this order. Such numbers are probably names of
  /// things, such as the indices of nodes, and cannot be lowered.
  func areNames(_ indices: [Int]) -> Bool { zip(indices, 0...).allSatisfy { best.record[$0] == UInt64($1) } }

  /// The largest count of numbers that may be terms of a sum.
  private static var mostTerms: Int { 9 }
  /// The largest value that is tried for another number, where both numbers are below this value.
  private static var smallNumber: UInt64 { 32 }

  /// Exchanges two numbers with the same maximum wherever they occur, so that the smaller number comes first.
  ///
  /// This suits letters, and numbers that are only names of things.
  mutating func exchangeNames() {
    var tried: Set<[UInt64]> = []
    while !isOver {
      // The distinct numbers with each maximum, in the order of their first appearance.
      var seen: [UInt64: [UInt64]] = [:]
      var next: (bound: UInt64, larger: UInt64, smaller: UInt64)?
      search: for index in variableChoices {
        let (bound, number) = (best.bounds[index], best.record[index])
        let before = seen[bound, default: []]
        guard !before.contains(number), before.count < Self.fewNames else { continue }
        seen[bound] = before + [number]
        for larger in before where larger > number && tried.insert([bound, larger, number]).inserted {
          next = (bound, larger, number)
          break search
        }
      }
      guard let next else { return }
      var record = best.record
      for index in variableChoices where best.bounds[index] == next.bound {
        if record[index] == next.larger {
          record[index] = next.smaller
        } else if record[index] == next.smaller {
          record[index] = next.larger
        }
      }
      if accept(record) { tried = [] }
    }
  }

  /// The largest count of distinct numbers with the same maximum that are exchanged.
  private static var fewNames: Int { 12 }
}

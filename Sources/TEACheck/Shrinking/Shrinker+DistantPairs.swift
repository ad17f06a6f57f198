// Passes that delete or change two elements, or an element and a number, at any distance.

extension Shrinker {
  /// The largest number of elements of which all pairs are tried.
  private static var fewElements: Int { 24 }

  /// The elements of all lists, and groups that no number counts, such as the positions of a shuffle.
  private var elements: [(lengthIndex: Int?, range: Range<Int>)] {
    depths.flatMap { depth in
      siblings(at: depth).flatMap { row in row.map { (lengthIndex(of: row), $0.range) } }
    }
  }

  /// Deletes two elements of one list or of two, the outermost first, which suits symmetric values.
  ///
  /// In long lists, only elements at equal distances from both ends are paired, many at a time while that works.
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

  private mutating func deleteFromBothEnds() {
    for depth in depths {
      var rowIndex = 0
      while case let rows = siblings(at: depth), rowIndex < rows.count, !isOver {
        var chunk = rows[rowIndex].count / 2
        while chunk >= 1 {
          var index = 0
          while case let rows = siblings(at: depth), rowIndex < rows.count, 2 * (index + chunk) <= rows[rowIndex].count
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

  /// Deletes an element that is a number, and changes another number by the same amount, or to any small one.
  ///
  /// This preserves the sum of a list, a remainder of it, or a number that states it.
  mutating func deleteBesideNumbers() {
    var index = 0
    while case let elements = elements, index < elements.count, hasTerms, !isOver {
      if !deleteBesideNumbers(elements[index]) { index += 1 }
    }
  }

  private mutating func deleteBesideNumbers(_ element: (lengthIndex: Int?, range: Range<Int>)) -> Bool {
    let place = element.range.lowerBound
    guard element.range.count == 1, let lengthIndex = element.lengthIndex, best.record[lengthIndex] > 0 else {
      return false
    }
    let number = best.record[place]
    for other in numbers where other != place {
      let (old, bound) = (best.record[other], best.bounds[other])
      // The choices of signed numbers alternate between the signs, so a difference of one is a step of two or none.
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

  /// The places of numbers, zeros included, except those that count groups.
  var numbers: [Int] {
    best.record.indices.filter { best.bounds[$0] > 0 && !best.lengthIndices.contains($0) }
  }

  /// There are few numbers, and they are not all names, which could not be smaller.
  private var hasTerms: Bool { numbers.count <= Self.fewTerms && !areNames(numbers) }

  /// Returns whether numbers are names of new things: 0, 1, 2 and so on.
  func areNames(_ places: [Int]) -> Bool { zip(places, 0...).allSatisfy { best.record[$0] == UInt64($1) } }

  private static var fewTerms: Int { 9 }
  private static var smallNumber: UInt64 { 32 }

  /// Exchanges two numbers at all of their places, where that puts the smaller one first: names of things, or letters.
  mutating func exchangeNames() {
    var tried: Set<[UInt64]> = []
    while !isOver {
      var seen: [UInt64: [UInt64]] = [:]
      var next: (bound: UInt64, one: UInt64, other: UInt64)?
      search: for place in numbers {
        let (bound, number) = (best.bounds[place], best.record[place])
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
      for place in numbers where best.bounds[place] == next.bound {
        if record[place] == next.one {
          record[place] = next.other
        } else if record[place] == next.other {
          record[place] = next.one
        }
      }
      if accept(record) { tried = [] }
    }
  }

  private static var fewNames: Int { 12 }
}

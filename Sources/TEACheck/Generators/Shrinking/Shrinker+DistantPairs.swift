extension Shrinker {
  /// The largest number of elements of which all pairs are tried.
  private static var maxElementsForAllPairs: Int { 24 }

  /// The elements of all lists, and the groups without a length, such as the positions of a shuffle.
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
    var first = 0
    while case let elements = elements, first < elements.count, elements.count <= Self.maxElementsForAllPairs, !isOver {
      let isDeleted = elements.indices.dropFirst(first + 1).reversed().contains { second in
        delete([elements[first], elements[second]])
      }
      if !isDeleted { first += 1 }
    }
  }

  /// Deletes chunks at equal distances from both ends of a list, halves first.
  private mutating func deleteFromBothEnds() {
    for depth in depths {
      var rowIndex = 0
      while case let rows = groupRows(at: depth), rowIndex < rows.count, !isOver {
        var chunkSize = rows[rowIndex].count / 2
        while chunkSize >= 1 {
          var index = 0
          while case let rows = groupRows(at: depth), rowIndex < rows.count,
            2 * (index + chunkSize) <= rows[rowIndex].count
          {
            let (spans, lengthIndex) = (rows[rowIndex], lengthIndex(of: rows[rowIndex]))
            let endRanges = [spans[index..<(index + chunkSize)].range, spans.dropLast(index).suffix(chunkSize).range]
            guard let lengthIndex, best.record[lengthIndex] >= 2 * chunkSize else { break }
            if !accept(without: endRanges, { $0[lengthIndex] -= UInt64(2 * chunkSize) }) { index += chunkSize }
          }
          chunkSize /= 2
        }
        rowIndex += 1
      }
    }
  }

  /// Deletes elements, unless they overlap.
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

  /// Deletes an element that is a number, and changes another number by about the same amount. Where both numbers are below
  /// ``smallNumber``, all small numbers are also tried in place of the number that stays.
  ///
  /// This preserves the sum of a list, a remainder of the sum, or another number that must equal the sum.
  mutating func deleteAdjustingNumber() {
    var index = 0
    while case let elements = elements, index < elements.count, mayBeTerms, !isOver {
      if !deleteAdjustingNumber(elements[index]) { index += 1 }
    }
  }

  private mutating func deleteAdjustingNumber(_ element: (lengthIndex: Int?, range: Range<Int>)) -> Bool {
    let index = element.range.lowerBound
    guard element.range.count == 1, let lengthIndex = element.lengthIndex, best.record[lengthIndex] > 0 else {
      return false
    }
    let number = best.record[index]
    for otherIndex in variableIndices where otherIndex != index {
      let (otherNumber, bound) = (best.record[otherIndex], best.bounds[otherIndex])
      // In `ZigZag` order, the sum of two choices may differ by one from the choice of the sum.
      let sumsAndDifferences = [number, number &+ 1, number &- 1].flatMap { [otherNumber &- $0, otherNumber &+ $0] }
      let areSmall = max(number, otherNumber) < Self.smallNumber
      let smallNumbers = areSmall ? Array(0...min(bound, Self.smallNumber)) : []
      for newNumber in smallNumbers + sumsAndDifferences where newNumber != otherNumber && newNumber <= bound {
        guard !isOver else { return false }
        let isDeleted = accept(without: [element.range]) { record in
          record[lengthIndex] -= 1
          record[otherIndex] = newNumber
        }
        if isDeleted { return true }
      }
    }
    return false
  }

  /// The indices of the choices that have an alternative, zeros included and lengths left out.
  var variableIndices: [Int] {
    best.record.indices.filter { best.bounds[$0] > 0 && !best.lengthIndices.contains($0) }
  }

  /// The numbers may be terms of a sum: they are few, and not just 0, 1, 2 and so on.
  private var mayBeTerms: Bool {
    variableIndices.count <= Self.maxTerms && !numbersCountUpFromZero(at: variableIndices)
  }

  /// The numbers at these indices are 0, 1, 2 and so on in this order. They are then probably identifiers, such as the indices
  /// of nodes, and cannot be lowered.
  func numbersCountUpFromZero(at indices: [Int]) -> Bool {
    zip(indices, 0...).allSatisfy { best.record[$0] == UInt64($1) }
  }

  /// The largest number of choices that may be the terms of one sum.
  private static var maxTerms: Int { 9 }
  /// Numbers below this one are small. In place of a small number, every number up to this one is tried.
  private static var smallNumber: UInt64 { 32 }

  /// Exchanges two numbers with the same bound wherever they occur, so that the smaller number comes first.
  ///
  /// This suits letters, and numbers that are only identifiers.
  mutating func exchangeIdentifiers() {
    var triedExchanges: Set<[UInt64]> = []
    while !isOver {
      // The distinct numbers with each bound, in the order of their first appearance.
      var numbersByBound: [UInt64: [UInt64]] = [:]
      var exchange: (bound: UInt64, larger: UInt64, smaller: UInt64)?
      search: for index in variableIndices {
        let (bound, number) = (best.bounds[index], best.record[index])
        let earlierNumbers = numbersByBound[bound, default: []]
        guard !earlierNumbers.contains(number), earlierNumbers.count < Self.maxIdentifiers else { continue }
        numbersByBound[bound] = earlierNumbers + [number]
        for larger in earlierNumbers where larger > number && triedExchanges.insert([bound, larger, number]).inserted {
          exchange = (bound, larger, number)
          break search
        }
      }
      guard let exchange else { return }
      var record = best.record
      for index in variableIndices where best.bounds[index] == exchange.bound {
        if record[index] == exchange.larger {
          record[index] = exchange.smaller
        } else if record[index] == exchange.smaller {
          record[index] = exchange.larger
        }
      }
      if accept(record) { triedExchanges = [] }
    }
  }

  /// The largest number of different numbers with the same bound that ``exchangeIdentifiers()`` exchanges with each other.
  private static var maxIdentifiers: Int { 12 }
}

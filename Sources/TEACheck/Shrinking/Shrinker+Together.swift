// Passes over two elements, or an element and a number, that go or change together, wherever they are.

extension Shrinker {
  /// Among so many elements, any two are tried.
  private static var fewElements: Int { 24 }

  /// The elements of all lists, and of what follows in groups that nothing counts, such as the order of a shuffle.
  private var elements: [(counter: Int?, range: Range<Int>)] {
    depths.flatMap { depth in
      siblings(at: depth).flatMap { run in run.map { (counter(of: run), $0.range) } }
    }
  }

  /// Deletes two elements that are apart, in one list or in two: the outermost first, as of what is symmetric.
  ///
  /// Of long lists only those as far from the start as from the end, many at a time while that works.
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
      var run = 0
      while case let runs = siblings(at: depth), run < runs.count, !isOver {
        var chunk = runs[run].count / 2
        while chunk >= 1 {
          var index = 0
          while case let runs = siblings(at: depth), run < runs.count, 2 * (index + chunk) <= runs[run].count {
            let (spans, counter) = (runs[run], counter(of: runs[run]))
            let ends = [spans[index..<(index + chunk)], spans.dropLast(index).suffix(chunk)].map { spans in
              spans[spans.startIndex].range.lowerBound..<spans[spans.endIndex - 1].range.upperBound
            }
            guard let counter, best.record[counter] >= 2 * chunk else { break }
            if !accept(without: ends, { $0[counter] -= UInt64(2 * chunk) }) { index += chunk }
          }
          chunk /= 2
        }
        run += 1
      }
    }
  }

  private mutating func delete(_ elements: [(counter: Int?, range: Range<Int>)]) -> Bool {
    let elements = elements.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard zip(elements, elements.dropFirst()).allSatisfy({ $0.range.upperBound <= $1.range.lowerBound }) else {
      return false
    }
    var record = best.record
    for counter in elements.compactMap(\.counter) {
      guard record[counter] > 0 else { return false }
      record[counter] -= 1
    }
    return accept(without: elements.map(\.range)) { $0 = record }
  }

  /// Deletes an element that is a number, and changes another number: by as much, or to any small one.
  ///
  /// So the sum of a list may stay what it is, or stay a multiple, or what another number says it is.
  mutating func deleteBesideNumbers() {
    var index = 0
    while case let elements = elements, index < elements.count, hasTerms, !isOver {
      if !deleteBesideNumbers(elements[index]) { index += 1 }
    }
  }

  private mutating func deleteBesideNumbers(_ element: (counter: Int?, range: Range<Int>)) -> Bool {
    let place = element.range.lowerBound
    guard element.range.count == 1, let counter = element.counter, best.record[counter] > 0 else { return false }
    let number = best.record[place]
    for other in numbers where other != place {
      let (old, bound) = (best.record[other], best.bounds[other])
      // The choices of a signed number alternate between the signs, so that one more is two or none.
      let changed = [number, number &+ 1, number &- 1].flatMap { [old &- $0, old &+ $0] }
      let isSmall = max(number, old) < Self.smallNumber
      let small = isSmall ? Array(0...min(bound, Self.smallNumber)) : []
      for new in small + changed where new != old && new <= bound {
        guard !isOver else { return false }
        let isDeleted = accept(without: [element.range]) { record in
          record[counter] -= 1
          record[other] = new
        }
        if isDeleted { return true }
      }
    }
    return false
  }

  /// The places of numbers, those that are zero as well, but for those that count groups.
  var numbers: [Int] {
    best.record.indices.filter { best.bounds[$0] > 0 && !best.counters.contains($0) }
  }

  /// There are few numbers, and not each of them a new one: what these are called cannot be less.
  private var hasTerms: Bool { numbers.count <= Self.fewTerms && !areNames(numbers) }

  /// Tests for numbers each of which is a new one: zero, one, two and so on.
  func areNames(_ places: [Int]) -> Bool { zip(places, 0...).allSatisfy { best.record[$0] == UInt64($1) } }

  private static var fewTerms: Int { 9 }
  private static var smallNumber: UInt64 { 32 }

  /// Exchanges two numbers wherever they are, where that puts the smaller first: names of things, or letters.
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

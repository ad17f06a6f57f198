internal import TEAMemory

/// One worker's share in finding the new candidates of a batch: those whose hashes belong to its segments of the index.
@usableFromInline
package struct CandidateLookUp {
  @usableFromInline package let worker: Int
  @usableFromInline package var index: WorldIndex
  /// The rows that are read ahead because a candidate may equal them; at most ``ahead``.
  private let expectedRows: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The sum of all words that were read ahead, without meaning: the compiler cannot remove reads that it depends on.
  private var touched: UInt64 = 0

  /// The number of look-ups whose memory is read ahead together, so that their cache misses overlap.
  private static var ahead: Int { 64 }

  @usableFromInline
  package init(worker: Int, index: WorldIndex) {
    self.worker = worker
    self.index = index
    expectedRows = .allocate(capacity: Self.ahead)
  }

  @usableFromInline
  package func deallocate() { expectedRows.deallocate() }

  /// Finds this worker's candidates that are new.
  ///
  /// - Parameters:
  ///   - all: The candidates of all workers, each of which is the *finder* of its own.
  ///   - tellsNumbers: `true` to store the number of the equal world in each candidate.
  @usableFromInline
  package mutating func findNew(
    _ all: UnsafeMutableBufferPointer<Candidates>, among arena: RowArena, tellsNumbers: Bool
  ) {
    let (index, worker, words) = (index, worker, all[0].comparedSize / 8)
    func rowMemory(of number: Int) -> UnsafeMutableRawPointer {
      if number < WorldIndex.firstProvisional { return arena[number] }
      let (worker, candidate) = Candidates.locate(number)
      return all[worker].row(candidate)
    }
    for finder in all.indices {
      let (hashes, worldNumbers, order) = (all[finder].hashes, all[finder].worldNumbers, all[finder].order)
      let range = all[finder].firsts[worker]..<all[finder].firsts[worker + 1]
      var fresh = range.lowerBound
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(range.upperBound, first + Self.ahead)
        // Reads ahead: first the slots of the table, then the first byte and the last word of the rows that they name. The
        // results do not depend on these reads.
        var touched: UInt64 = 0
        var each = first
        while each < end {
          touched &+= index.entry(at: hashes[Int(order[each])])
          each += 1
        }
        var expectedCount = 0
        each = first
        while each < end {
          let hash = hashes[Int(order[each])]
          let entry = index.entry(at: hash)
          each += 1
          guard (entry ^ hash) >> 32 == 0, entry != 0 else { continue }
          expectedRows[expectedCount] = rowMemory(of: WorldIndex.number(entry))
          expectedCount += 1
        }
        each = 0
        while each < expectedCount {
          touched &+= UInt64(expectedRows[each].load(as: UInt8.self))
          touched &+= expectedRows[each].load(fromByteOffset: 8 * words - 8, as: UInt64.self)
          each += 1
        }
        self.touched &+= touched
        each = first
        while each < end {
          let candidate = Int(order[each])
          let row = UnsafeRawPointer(all[finder].row(candidate))
          let known = index.insert(Candidates.provisional(finder, candidate), hash: hashes[candidate]) {
            RawMemory.areSame(rowMemory(of: $0), row, words: words)
          }
          if tellsNumbers { worldNumbers[candidate] = known.map { UInt32(truncatingIfNeeded: $0) } ?? Candidates.fresh }
          if known == nil {
            order[fresh] = UInt32(truncatingIfNeeded: candidate)
            fresh += 1
          }
          each += 1
        }
        first = end
      }
      all[finder].freshCounts[worker] = fresh - range.lowerBound
    }
  }

  /// Finds this worker's candidates whose hashes are new, in an index of whole hashes.
  @usableFromInline
  package mutating func findNewHashes(_ all: UnsafeMutableBufferPointer<Candidates>) {
    let (index, worker) = (index, worker)
    for finder in all.indices {
      let (hashes, order) = (all[finder].hashes, all[finder].order)
      let range = all[finder].firsts[worker]..<all[finder].firsts[worker + 1]
      var fresh = range.lowerBound
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(range.upperBound, first + Self.ahead)
        var touched: UInt64 = 0
        for each in first..<end { touched &+= index.entry(at: hashes[Int(order[each])]) }
        self.touched &+= touched
        for each in first..<end {
          let candidate = order[each]
          if index.insert(hash: hashes[Int(candidate)]) {
            order[fresh] = candidate
            fresh += 1
          }
        }
        first = end
      }
      all[finder].freshCounts[worker] = fresh - range.lowerBound
    }
  }

  /// Replaces the provisional numbers of this worker's new candidates in the index by the numbers of their rows.
  @usableFromInline
  package func replaceProvisional(_ all: UnsafeMutableBufferPointer<Candidates>) {
    for finder in all.indices {
      let candidates = all[finder]
      let first = candidates.firsts[worker]
      for position in first..<first + candidates.freshCounts[worker] {
        let candidate = Int(candidates.order[position])
        index.replace(
          Candidates.provisional(finder, candidate), by: Int(candidates.worldNumbers[candidate]),
          hash: candidates.hashes[candidate])
      }
    }
  }
}

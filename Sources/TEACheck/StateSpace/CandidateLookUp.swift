internal import TEAMemory

/// The look-up of one worker's share of a batch: the candidates whose hashes belong to the worker's segments of the index.
@usableFromInline
package struct CandidateLookUp {
  @usableFromInline package let worker: Int
  @usableFromInline package var index: WorldIndex
  /// The rows that are read ahead, at most ``readAheadCount``, because a candidate may equal them.
  private let expectedRows: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// The sum of all words that were read ahead. The sum has no meaning, but keeps the compiler from removing these reads.
  private var touched: UInt64 = 0

  /// The number of look-ups whose memory is read ahead together, so that their cache misses overlap.
  private static var readAheadCount: Int { 64 }

  @usableFromInline
  package init(worker: Int, index: WorldIndex) {
    self.worker = worker
    self.index = index
    expectedRows = .allocate(capacity: Self.readAheadCount)
  }

  @usableFromInline
  package func deallocate() { expectedRows.deallocate() }

  /// Finds this worker's candidates that are new, and moves them to the front of their groups in ``Candidates/lookUpOrder``.
  ///
  /// - Parameters:
  ///   - allCandidates: The candidates of all workers. The worker that made a candidate is its *finder*.
  ///   - storesNumbers: `true` to set each candidate's world number to that of the equal world, or to ``Candidates/fresh``.
  @usableFromInline
  package mutating func findNew(
    _ allCandidates: UnsafeMutableBufferPointer<Candidates>, among arena: RowArena, storesNumbers: Bool
  ) {
    let (index, worker, wordCount) = (index, worker, allCandidates[0].comparedSize / 8)
    func rowMemory(of number: Int) -> UnsafeMutableRawPointer {
      if number < WorldIndex.firstProvisional { return arena[number] }
      let (finder, candidate) = Candidates.locate(number)
      return allCandidates[finder].row(candidate)
    }
    for finder in allCandidates.indices {
      let (hashes, worldNumbers) = (allCandidates[finder].hashes, allCandidates[finder].worldNumbers)
      let order = allCandidates[finder].lookUpOrder
      let range = allCandidates[finder].groupStarts[worker]..<allCandidates[finder].groupStarts[worker + 1]
      var freshEnd = range.lowerBound
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(range.upperBound, first + Self.readAheadCount)
        // Reads ahead: first the slots of the table, then the first byte and the last compared word of the rows whose numbers
        // the slots hold. The results do not depend on these reads.
        var touched: UInt64 = 0
        var position = first
        while position < end {
          touched &+= index.entry(at: hashes[Int(order[position])])
          position += 1
        }
        var expectedCount = 0
        position = first
        while position < end {
          let hash = hashes[Int(order[position])]
          let entry = index.entry(at: hash)
          position += 1
          guard (entry ^ hash) >> 32 == 0, entry != 0 else { continue }
          expectedRows[expectedCount] = rowMemory(of: WorldIndex.number(entry))
          expectedCount += 1
        }
        var expected = 0
        while expected < expectedCount {
          touched &+= UInt64(expectedRows[expected].load(as: UInt8.self))
          touched &+= expectedRows[expected].load(fromByteOffset: 8 * wordCount - 8, as: UInt64.self)
          expected += 1
        }
        self.touched &+= touched
        position = first
        while position < end {
          let candidate = Int(order[position])
          let row = UnsafeRawPointer(allCandidates[finder].row(candidate))
          let knownNumber = index.insert(Candidates.provisional(finder, candidate), hash: hashes[candidate]) {
            RawMemory.areSame(rowMemory(of: $0), row, words: wordCount)
          }
          if storesNumbers {
            worldNumbers[candidate] = knownNumber.map { UInt32(truncatingIfNeeded: $0) } ?? Candidates.fresh
          }
          if knownNumber == nil {
            order[freshEnd] = UInt32(truncatingIfNeeded: candidate)
            freshEnd += 1
          }
          position += 1
        }
        first = end
      }
      allCandidates[finder].freshCounts[worker] = freshEnd - range.lowerBound
    }
  }

  /// Finds and moves candidates as ``findNew(_:among:storesNumbers:)`` does, by an index of whole hashes.
  @usableFromInline
  package mutating func findNewHashes(_ allCandidates: UnsafeMutableBufferPointer<Candidates>) {
    let (index, worker) = (index, worker)
    for finder in allCandidates.indices {
      let (hashes, order) = (allCandidates[finder].hashes, allCandidates[finder].lookUpOrder)
      let range = allCandidates[finder].groupStarts[worker]..<allCandidates[finder].groupStarts[worker + 1]
      var freshEnd = range.lowerBound
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(range.upperBound, first + Self.readAheadCount)
        var touched: UInt64 = 0
        for position in first..<end { touched &+= index.entry(at: hashes[Int(order[position])]) }
        self.touched &+= touched
        for position in first..<end {
          let candidate = order[position]
          if index.insert(hash: hashes[Int(candidate)]) {
            order[freshEnd] = candidate
            freshEnd += 1
          }
        }
        first = end
      }
      allCandidates[finder].freshCounts[worker] = freshEnd - range.lowerBound
    }
  }

  /// Replaces, in the index, the provisional numbers of this worker's new candidates by their world numbers.
  @usableFromInline
  package func replaceProvisional(_ allCandidates: UnsafeMutableBufferPointer<Candidates>) {
    for finder in allCandidates.indices {
      let candidates = allCandidates[finder]
      let first = candidates.groupStarts[worker]
      for position in first..<first + candidates.freshCounts[worker] {
        let candidate = Int(candidates.lookUpOrder[position])
        index.replace(
          Candidates.provisional(finder, candidate), by: Int(candidates.worldNumbers[candidate]),
          hash: candidates.hashes[candidate])
      }
    }
  }
}

/// Finds out which candidates of a batch are new: one worker's part of that, some of the segments of the index.
@usableFromInline
struct Recogniser<State: SearchState> {
  @usableFromInline let worker: Int
  @usableFromInline var index: WorldIndex
  @usableFromInline let places: UnsafeMutablePointer<UnsafeMutableRawPointer>
  /// A number without meaning, which keeps reads from being optimised away.
  @usableFromInline var touched: UInt64 = 0

  /// How many look-ups are begun before the first is ended, so that their waits for memory overlap.
  @inlinable static var ahead: Int { 64 }

  @usableFromInline
  init(worker: Int, index: WorldIndex) {
    self.worker = worker
    self.index = index
    places = .allocate(capacity: Self.ahead)
  }

  @usableFromInline
  func deallocate() { places.deallocate() }

  /// The number of a candidate among those of all workers.
  @inlinable
  static func provisional(_ expansion: Int, _ candidate: Int) -> Int {
    WorldIndex.firstProvisional + expansion * Expansion<State>.limit + candidate
  }

  /// The expansion of a candidate, and its place there.
  @inlinable
  static func locate(_ number: Int) -> (expansion: Int, candidate: Int) {
    let number = number - WorldIndex.firstProvisional
    return (number / Expansion<State>.limit, number % Expansion<State>.limit)
  }

  /// Finds this worker's candidates that are new.
  ///
  /// - Parameter tellsIndices: Whether candidates are told which worlds they equal.
  @_alwaysEmitIntoClient
  mutating func recognise(
    _ expansions: UnsafeMutableBufferPointer<Expansion<State>>, among store: WorldStore<State>, tellsIndices: Bool
  ) {
    let (index, worker) = (index, worker)
    guard let all = expansions.baseAddress else { return }
    let (structuralHash, packing) = (all.pointee.structuralHash, store.packing)
    let slot = all[worker].slot
    slot.enter(Crumb(.other))
    defer { slot.exit() }
    func place(of number: Int) -> UnsafeMutableRawPointer {
      if number < WorldIndex.firstProvisional {
        return packing.map { store.bytes(of: number, $0) } ?? UnsafeMutableRawPointer(store.address(of: number))
      }
      let (expansion, candidate) = Self.locate(number)
      return packing.map { all[expansion].bytes + candidate * $0.size }
        ?? UnsafeMutableRawPointer(all[expansion].states + candidate)
    }
    func isSame(_ one: Int, _ other: Int) -> Bool {
      let (one, other) = (place(of: one), place(of: other))
      if let packing { return StructuralHash.isSame(one, other, packing.comparedSize) }
      return State.isSame(
        one.assumingMemoryBound(to: State.self), other.assumingMemoryBound(to: State.self), structuralHash)
    }
    for expansion in expansions.indices {
      let (hashes, indices, order) = (all[expansion].hashes, all[expansion].indices, all[expansion].order)
      let origins = all[expansion].origins
      let range = all[expansion].firsts[worker]..<all[expansion].firsts[worker + 1]
      var fresh = range.lowerBound
      for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.ahead) {
        let part = first..<min(range.upperBound, first + Self.ahead)
        // Three waits, one after the other, each for many at a time, and nothing is decided while it lasts: for the table,
        // for the world, for what it points to or for its end.
        var touched: UInt64 = 0
        for place in part { touched &+= index.entry(at: hashes[Int(order[place])]) }
        var met = 0
        for number in part {
          let hash = hashes[Int(order[number])]
          let entry = index.entry(at: hash)
          guard (entry ^ hash) >> 32 == 0 else { continue }
          places[met] = place(of: WorldIndex.number(entry))
          met += 1
        }
        for number in 0..<met { touched &+= UInt64(places[number].load(as: UInt8.self)) }
        if let packing {
          let last = packing.comparedSize - 1
          for number in 0..<met { touched &+= UInt64(places[number].load(fromByteOffset: last, as: UInt8.self)) }
        } else {
          for number in 0..<met {
            touched &+= State.touchFarMemory(of: places[number].assumingMemoryBound(to: State.self), structuralHash)
          }
        }
        self.touched &+= touched
        for number in part {
          let candidate = Int(order[number])
          let own = Self.provisional(expansion, candidate)
          // What is compared is the user's.
          slot.leave(Crumb(origins[candidate]))
          let known = index.insert(own, hash: hashes[candidate]) { isSame($0, own) }
          if tellsIndices {
            indices[candidate] = known.map { UInt32(truncatingIfNeeded: $0) } ?? Expansion<State>.fresh
          }
          if known == nil {
            order[fresh] = UInt32(truncatingIfNeeded: candidate)
            fresh += 1
          }
        }
      }
      all[expansion].freshCounts[worker] = fresh - range.lowerBound
    }
  }

  /// Finds this worker's candidates whose hashes are new; known ones are not told apart.
  @_alwaysEmitIntoClient
  mutating func recogniseHashes(_ expansions: UnsafeMutableBufferPointer<Expansion<State>>) {
    let (index, worker) = (index, worker)
    for expansion in expansions {
      let (hashes, order) = (expansion.hashes, expansion.order)
      let range = expansion.firsts[worker]..<expansion.firsts[worker + 1]
      var fresh = range.lowerBound
      for first in stride(from: range.lowerBound, to: range.upperBound, by: Self.ahead) {
        let part = first..<min(range.upperBound, first + Self.ahead)
        var touched: UInt64 = 0
        for number in part { touched &+= index.entry(at: hashes[Int(order[number])]) }
        self.touched &+= touched
        for number in part {
          let candidate = order[number]
          if index.insert(hash: hashes[Int(candidate)]) {
            order[fresh] = candidate
            fresh += 1
          }
        }
      }
      expansion.freshCounts[worker] = fresh - range.lowerBound
    }
  }

  /// Puts the indices of the worlds in the place of the numbers of the candidates.
  @_alwaysEmitIntoClient
  func settle(_ expansions: UnsafeMutableBufferPointer<Expansion<State>>) {
    for (number, expansion) in expansions.enumerated() {
      let first = expansion.firsts[worker]
      for place in first..<first + expansion.freshCounts[worker] {
        let candidate = Int(expansion.order[place])
        index.replace(
          Self.provisional(number, candidate), by: Int(expansion.indices[candidate]), hash: expansion.hashes[candidate])
      }
    }
  }
}

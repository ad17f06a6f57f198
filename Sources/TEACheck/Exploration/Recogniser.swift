/// Finds out which candidates of a batch are new: one worker's part of that, some of the segments of the index.
@usableFromInline
struct Recogniser<State: SearchState> {
  @usableFromInline let worker: Int
  @usableFromInline var index: WorldIndex
  @usableFromInline let places: UnsafeMutablePointer<UnsafeMutablePointer<State>>
  /// A number without meaning, which keeps reads from being optimised away.
  @usableFromInline var touched: UInt64 = 0

  /// How many look-ups are begun before the first is ended, so that their waits for memory overlap.
  @usableFromInline static var ahead: Int { 64 }

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

  /// Marks the candidates in this worker's range that are new.
  @_alwaysEmitIntoClient
  mutating func recognise(_ expansions: UnsafeMutableBufferPointer<Expansion<State>>, among store: WorldStore<State>) {
    let (index, worker, workers) = (index, worker, expansions.count)
    guard let all = expansions.baseAddress else { return }
    let structuralHash = all.pointee.structuralHash
    func place(of number: Int) -> UnsafeMutablePointer<State> {
      guard number >= WorldIndex.firstProvisional else { return store.address(of: number) }
      let (expansion, candidate) = Self.locate(number)
      return all[expansion].states + candidate
    }
    for expansion in 0..<workers {
      let (hashes, indices, states) = (all[expansion].hashes, all[expansion].indices, all[expansion].states)
      let count = all[expansion].count
      for first in stride(from: 0, to: count, by: Self.ahead) {
        let part = first..<min(count, first + Self.ahead)
        // Three waits, one after the other, each for many at a time: for the table, for the world, for what it points to.
        var met = 0
        for candidate in part {
          guard indices[candidate] == Expansion<State>.open else { continue }
          let hash = hashes[candidate]
          if workers > 1, WorldIndex.owner(of: hash, among: workers) != worker { continue }
          let entry = index.entry(at: hash)
          guard (entry ^ hash) >> 32 == 0 else { continue }
          places[met] = place(of: WorldIndex.number(entry))
          met += 1
        }
        var touched: UInt64 = 0
        for number in 0..<met { touched &+= UInt64(UnsafeRawPointer(places[number]).load(as: UInt8.self)) }
        for number in 0..<met {
          guard let memory = State.farMemory(of: places[number], structuralHash) else { break }
          touched &+= UInt64(memory.load(fromByteOffset: 16, as: UInt8.self))
        }
        self.touched &+= touched
        for candidate in part {
          guard indices[candidate] == Expansion<State>.open else { continue }
          let hash = hashes[candidate]
          if workers > 1, WorldIndex.owner(of: hash, among: workers) != worker { continue }
          let known = index.insert(Self.provisional(expansion, candidate), hash: hash) {
            State.isSame(place(of: $0), states + candidate, structuralHash)
          }
          indices[candidate] = known.map { UInt32(truncatingIfNeeded: $0) } ?? Expansion<State>.fresh
        }
      }
    }
  }

  /// Marks the candidates in this worker's range whose hashes are new; known ones are not told apart.
  @_alwaysEmitIntoClient
  mutating func recogniseHashes(_ expansions: UnsafeMutableBufferPointer<Expansion<State>>) {
    let (index, worker, workers) = (index, worker, expansions.count)
    for expansion in expansions {
      let (hashes, indices, count) = (expansion.hashes, expansion.indices, expansion.count)
      for first in stride(from: 0, to: count, by: Self.ahead) {
        let part = first..<min(count, first + Self.ahead)
        var touched: UInt64 = 0
        for candidate in part {
          guard indices[candidate] == Expansion<State>.open else { continue }
          let hash = hashes[candidate]
          if workers > 1, WorldIndex.owner(of: hash, among: workers) != worker { continue }
          touched &+= index.entry(at: hash)
        }
        self.touched &+= touched
        for candidate in part {
          guard indices[candidate] == Expansion<State>.open else { continue }
          let hash = hashes[candidate]
          if workers > 1, WorldIndex.owner(of: hash, among: workers) != worker { continue }
          indices[candidate] = index.insert(hash: hash) ? Expansion<State>.fresh : 0
        }
      }
    }
  }

  /// Puts the indices of the worlds in the place of the numbers of the candidates.
  @_alwaysEmitIntoClient
  func settle(_ expansions: UnsafeMutableBufferPointer<Expansion<State>>) {
    for (number, expansion) in expansions.enumerated() {
      for candidate in expansion.new {
        let candidate = Int(candidate)
        let hash = expansion.hashes[candidate]
        if expansions.count > 1, WorldIndex.owner(of: hash, among: expansions.count) != worker { continue }
        index.replace(Self.provisional(number, candidate), by: Int(expansion.indices[candidate]), hash: hash)
      }
    }
  }
}

/// Finds out which candidates of a batch are new: one worker's part of that, a range of hashes.
@usableFromInline
struct Recogniser<State: SearchState> {
  @usableFromInline let worker: Int
  @usableFromInline var index = WorldIndex()
  /// The candidates in this worker's range, by their numbers in the batch.
  @usableFromInline var own: [UInt32] = []
  @usableFromInline var tags: [UInt32] = []
  /// The number of the first candidate of each expansion.
  @usableFromInline var firsts: [Int] = []
  @usableFromInline var touched: UInt64 = 0

  @usableFromInline
  init(worker: Int) { self.worker = worker }

  /// Enters a world that is no candidate of a batch.
  @_alwaysEmitIntoClient
  mutating func insert(_ number: Int, tag: UInt32, isEqual: (Int) -> Bool) -> Bool {
    index.reserve(1)
    defer { index.taken.removeAll(keepingCapacity: true) }
    return index.insert(number, tag: tag, isEqual: isEqual) == nil
  }

  /// Marks the candidates in this worker's range that are new.
  @_alwaysEmitIntoClient
  mutating func recognise(_ expansions: UnsafeBufferPointer<Expansion<State>>, among store: WorldStore<State>) {
    collect(expansions)
    index.reserve(own.count)
    let (own, tags, firsts) = (own, tags, firsts)
    let provisional = WorldIndex.firstProvisional
    func place(of number: Int) -> UnsafeMutablePointer<State> {
      guard number >= provisional else { return store.address(of: number) }
      let (expansion, candidate) = Self.locate(number - provisional, firsts)
      return expansions[expansion].states + candidate
    }
    tags.withUnsafeBufferPointer { tags in
      for next in own.indices {
        if next & 31 == 0 {
          let ahead = UnsafeBufferPointer(rebasing: tags[next..<min(tags.count, next + 32)])
          touched &+= index.warm(ahead) { UnsafeRawPointer(place(of: $0)).load(as: UInt8.self) }
        }
        let number = Int(own[next])
        let (expansion, candidate) = Self.locate(number, firsts)
        let state = expansions[expansion].states + candidate
        let known = index.insert(provisional + number, tag: tags[next]) { place(of: $0).pointee == state.pointee }
        expansions[expansion].indices[candidate] =
          known.map { UInt32(truncatingIfNeeded: $0) } ?? Expansion<State>.fresh
      }
    }
  }

  /// Puts the indices of the worlds in the place of the numbers of the candidates.
  @_alwaysEmitIntoClient
  mutating func settle(_ expansions: UnsafeBufferPointer<Expansion<State>>) {
    let firsts = firsts
    index.settle { number in
      let (expansion, candidate) = Self.locate(number - WorldIndex.firstProvisional, firsts)
      return Int(expansions[expansion].indices[candidate])
    }
  }

  @_alwaysEmitIntoClient
  mutating func collect(_ expansions: UnsafeBufferPointer<Expansion<State>>) {
    own.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    firsts.removeAll(keepingCapacity: true)
    var first = 0
    for expansion in expansions {
      firsts.append(first)
      for candidate in 0..<expansion.count {
        let tag = expansion.tags[candidate]
        if expansions.count > 1, WorldIndex.owner(of: tag, among: expansions.count) != worker { continue }
        own.append(UInt32(truncatingIfNeeded: first + candidate))
        tags.append(tag)
      }
      first += expansion.count
    }
  }

  /// The expansion of a candidate, and its place there.
  @_alwaysEmitIntoClient
  static func locate(_ number: Int, _ firsts: [Int]) -> (expansion: Int, candidate: Int) {
    var expansion = firsts.count - 1
    while firsts[expansion] > number { expansion -= 1 }
    return (expansion, number - firsts[expansion])
  }
}

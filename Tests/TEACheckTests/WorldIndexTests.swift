@testable import TEAStateSpace
@testable import TEASupport
import Testing

@testable import TEACheck

/// The hash table of worlds agrees with a dictionary or a set.
@Suite struct WorldIndexTests {
  /// A hash whose upper half is one of `tagCount` tags, so that the segments of the table fill unevenly. The factor, 2³²
  /// divided by the golden ratio, spreads the tags.
  private func hash(_ value: Int, tagCount: Int) -> UInt64 {
    let tag = UInt64(value % tagCount + 1) &* 0x9E37_79B9
    return tag << 32 | UInt64(value)
  }

  @Test(arguments: [1, 3, 40, 5_000]) func `an exact index finds the entered worlds`(_ tagCount: Int) {
    let index = WorldIndex(isCompact: false)
    defer { index.deallocate() }
    var random = RandomNumbers(seed: 1)
    var (values, numbers): ([Int], [Int: Int]) = ([], [:])
    for _ in 0..<8_000 {
      let value = Int(random.next(through: 3_000))
      let known = index.insert(values.count, hash: hash(value, tagCount: tagCount)) { values[$0] == value }
      #expect(known == numbers[value])
      if known == nil {
        numbers[value] = values.count
        values.append(value)
      }
    }
    #expect(values.count == numbers.count)
  }

  @Test(arguments: [1, 40]) func `a provisional number is replaced in place`(_ tagCount: Int) {
    let index = WorldIndex(isCompact: false)
    defer { index.deallocate() }
    for value in 0..<2_000 {
      _ = index.insert(WorldIndex.firstProvisional + value, hash: hash(value, tagCount: tagCount)) { _ in false }
    }
    for value in (0..<2_000).reversed() {
      index.replace(WorldIndex.firstProvisional + value, by: value, hash: hash(value, tagCount: tagCount))
    }
    for value in 0..<2_000 {
      #expect(index.insert(0, hash: hash(value, tagCount: tagCount)) { $0 == value } == value)
    }
  }

  @Test(arguments: [1, 3, 40, 5_000]) func `a compact index behaves like a set of hashes`(_ tagCount: Int) {
    let index = WorldIndex(isCompact: true)
    defer { index.deallocate() }
    var random = RandomNumbers(seed: 2)
    var oracle: Set<UInt64> = []
    for _ in 0..<20_000 {
      let hash = hash(Int(random.next(through: 9_000)), tagCount: tagCount)
      #expect(index.insert(hash: hash) == oracle.insert(hash).inserted)
    }
  }

  @Test func `each segment has one owner, and each worker owns a segment`() {
    for workers in 1...WorldIndex.segmentCount {
      var owners: Set<Int> = []
      for segment in 0..<UInt64(WorldIndex.segmentCount) {
        let firstHash = segment << (64 - WorldIndex.segmentBits)
        let owner = WorldIndex.owner(of: firstHash, among: workers)
        #expect(owner == WorldIndex.owner(of: firstHash | (1 << (64 - WorldIndex.segmentBits) - 1), among: workers))
        owners.insert(owner)
      }
      #expect(owners == Set(0..<workers))
    }
  }

  @Test func `a spread hash never looks like a free slot`() {
    var random = RandomNumbers(seed: 3)
    for hash in [0, 1, .max, 1 << 63] + (0..<1_000).map({ _ in random.next() }) {
      #expect(WorldIndex.spread(hash) >> 32 != 0)
    }
  }
}

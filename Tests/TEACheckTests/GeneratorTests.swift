import Testing

@testable import TEACheck

/// Generators with each source of choices: random numbers, a record, and an enumeration.
@Suite struct GeneratorTests {
  private func expectReplay<Value: Equatable>(_ generator: Gen<Value>) throws {
    for seed in 0..<200 as Range<UInt64> {
      let (value, record) = try generator.record(seed: seed)
      #expect(try generator.replay(record) == value)
      #expect(try generator.sample(seed: seed) == value)
    }
  }

  @Test func `generators replay the values that they sampled`() throws {
    let number = Gen<Int>.integer
    try expectReplay(number)
    try expectReplay(Gen<UInt8>.integer(in: 3...9))
    try expectReplay(Gen<String>.string)
    try expectReplay(Gen<[Int]>.array(of: number, count: 0...10))
    try expectReplay(Gen<Set<Int>>.set(of: number, count: 0...5))
    try expectReplay(Gen<[Int: Bool]>.dictionary(of: number, .bool, count: 0...5))
    try expectReplay(Gen<Int?>.optional(number))
    try expectReplay(number.map { $0 / 2 })
    try expectReplay(Gen<Int>.integer(in: 0...5).flatMap { .array(of: .bool, count: $0...$0) })
    try expectReplay(Gen<Int>.integer(in: 0...50).filter { $0.isMultiple(of: 3) })
    try expectReplay(Gen.oneOf(number, .always(7)))
    try expectReplay(Gen.frequency((3, .always("a")), (1, .always("b"))))
    try expectReplay(Gen.element(of: ["x", "y", "z"]))
    try expectReplay(zip(number, .bool, Gen<Character>.character).map { "\($0)" })
  }

  @Test func `enumeration begins with the simplest value`() {
    #expect(Gen<Int>.integer(in: -2...5).enumerate(20) == [0, 1, -1, 2, -2, 3, 4, 5])
    #expect(Gen<Int>.integer(in: 5...8).enumerate(20) == [5, 6, 7, 8])
    #expect(Gen<Int>.integer(in: -8 ... -5).enumerate(20) == [-5, -6, -7, -8])
    #expect(Gen<Int8>.integer.enumerate(300).count == 256)
    #expect(Gen.element(of: ["x", "y", "z"]).enumerate(20) == ["x", "y", "z"])
    #expect(
      zip(.bool, Gen<Int>.integer(in: 0...1)).map { "\($0.0) \($0.1)" }.enumerate(9) == [
        "false 0", "false 1", "true 0", "true 1",
      ])
    #expect(Gen<Int>.integer(in: 0...9).filter { $0 > 6 }.enumerate(20) == [7, 8, 9])
  }

  @Test func `values stay within their ranges`() throws {
    for seed in 0..<500 as Range<UInt64> {
      #expect((3...9).contains(try Gen<UInt8>.integer(in: 3...9).sample(seed: seed)))
      #expect((-7...(-2)).contains(try Gen<Int>.integer(in: -7 ... -2).sample(seed: seed)))
      #expect((2...4).contains(try Gen<[Bool]>.array(of: .bool, count: 2...4).sample(seed: seed).count))
    }
  }

  @Test func `random integers include zero, its neighbours and the bounds of the type`() throws {
    var seen: Set<Int64> = []
    for seed in 0..<3_000 as Range<UInt64> { seen.insert(try Gen<Int64>.integer.sample(seed: seed)) }
    #expect(seen.isSuperset(of: [0, 1, -1, .max, .min]))
  }

  @Test func `choices that do not fit a generator still make a value`() throws {
    #expect(try Gen<UInt8>.integer(in: 3...9).replay([99]) == 9)
    #expect(try Gen<[Int]>.array(of: .integer, count: 0...3).replay([3, 5]) == [3, 0, 0])
    #expect(try Gen<Int>.integer.replay([]) == 0)
  }

  @Test func `the same seed makes the same value in every process`() throws {
    let values = try Gen<[Int16]>.array(of: .integer, count: 4...4).sample(seed: 42)
    #expect(values == [-1, 29, 27, -25])
  }
}

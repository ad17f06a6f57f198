import Testing

@testable import TEACheck

/// Generators of numbers of every width.
@Suite struct NumberTests {
  private func expectEdges<Number: FixedWidthInteger & Sendable>(of type: Number.Type) throws {
    let generator = Gen<Number>.integer
    var seen: Set<Number> = []
    for seed in 0..<6_000 as Range<UInt64> {
      let (value, record) = try generator.record(seed: seed)
      #expect(try generator.replay(record) == value)
      seen.insert(value)
    }
    #expect(seen.isSuperset(of: [0, 1, .max, .min, .min + 1]), "\(type)")
    #expect(seen.count > (Number.bitWidth == 8 ? 200 : 1_000), "\(type): \(seen.count)")
    #expect(generator.enumerate(4) == (Number.isSigned ? [0, 1, Number.zero &- 1, 2] : [0, 1, 2, 3]))
  }

  @Test func `integers of every width include their edges`() throws {
    try expectEdges(of: Int.self)
    try expectEdges(of: Int8.self)
    try expectEdges(of: Int16.self)
    try expectEdges(of: Int32.self)
    try expectEdges(of: Int64.self)
    try expectEdges(of: Int128.self)
    try expectEdges(of: UInt.self)
    try expectEdges(of: UInt8.self)
    try expectEdges(of: UInt16.self)
    try expectEdges(of: UInt32.self)
    try expectEdges(of: UInt64.self)
    try expectEdges(of: UInt128.self)
  }

  @Test func `wide integers stay within their range`() throws {
    let bounds: ClosedRange<Int128> = -3...(1 << 100)
    var widest: Int128 = 0
    for seed in 0..<2_000 as Range<UInt64> {
      let value = try Gen<Int128>.integer(in: bounds).sample(seed: seed)
      #expect(bounds.contains(value))
      widest = max(widest, value)
    }
    #expect(widest == 1 << 100)
    #expect(Gen<Int128>.integer(in: bounds).enumerate(9) == [0, 1, -1, 2, -2, 3, -3, 4, 5])
    #expect(Gen<UInt128>.integer(in: 5...9).enumerate(9) == [5, 6, 7, 8, 9])
  }

  /// The share of 20 000 sampled values that are in a range.
  private func share<Value: Comparable>(of range: ClosedRange<Value>, in generator: Gen<Value>) throws -> Double {
    Double(try (0..<20_000 as Range<UInt64>).count { range.contains(try generator.sample(seed: $0)) }) / 20_000
  }

  @Test func `numbers of every length are drawn`() throws {
    #expect(try share(of: 256...0x10_0000, in: Gen<Int32>.integer) > 0.02)
    #expect(try share(of: 128...8_191, in: Gen<Int>.integer(in: 0...1_000_000)) > 0.03)
    #expect(try share(of: 256...0x7FFF, in: Gen<UInt16>.integer) > 0.02)
    #expect(try share(of: 1 << 62...1 << 64 - 1, in: Gen<UInt128>.integer(in: 0...1 << 65)) > 0.001)
  }

  @Test func `both edges of a lopsided range are drawn`() throws {
    #expect(try share(of: -5_000 ... -5_000, in: Gen<Int>.integer(in: -5_000...1_000_000)) > 0.005)
    #expect(try share(of: 5_000...5_000, in: Gen<Int>.integer(in: -1_000_000...5_000)) > 0.005)
    #expect(try share(of: 1_000_000...1_000_000, in: Gen<Int>.integer(in: -5_000...1_000_000)) > 0.005)
  }

  @Test func `floating-point numbers are of every magnitude`() throws {
    #expect(try share(of: 1e-9...1e-3, in: Gen<Double>.floatingPoint) > 0.003)
    #expect(try share(of: 1e11...1e30, in: Gen<Double>.floatingPoint) > 0.003)
    #expect(try share(of: 0.1...0.1, in: Gen<Double>.floatingPoint) > 0)
    // Intel Macs have no `Float16`.
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      #expect(try share(of: .infinity ... .infinity, in: Gen<Float16>.floatingPoint) < 0.1)
    #endif
  }

  @Test func `a thousand numbers are enumerated in order`() {
    #expect(Gen<Int>.integer(in: 0...999).enumerate(1_000) == Array(0...999))
  }

  @Test func `wide integers shrink`() {
    let error = #expect(throws: Falsified<Int128>.self) { try forAll(Gen<Int128>.integer) { $0 < 1 << 90 } }
    #expect(error?.value == 1 << 90)
    let smallError = #expect(throws: Falsified<UInt128>.self) { try forAll(Gen<UInt128>.integer) { $0 < 1_000_000 } }
    #expect(smallError?.value == 1_000_000)
  }

  private func expectWithin<Number: BinaryFloatingPoint & Sendable>(_ range: ClosedRange<Number>) throws {
    let generator = Gen<Number>.floatingPoint(in: range)
    var seen: Set<Number> = []
    for seed in 0..<1_000 as Range<UInt64> {
      let (value, record) = try generator.record(seed: seed)
      #expect(range.contains(value), "\(value)")
      #expect(try generator.replay(record) == value)
      seen.insert(value)
    }
    #expect(seen.contains(range.lowerBound) && seen.contains(range.upperBound))
    #expect(seen.count > 50 || range.lowerBound == range.upperBound)
  }

  @Test func `floating-point numbers keep to their range`() throws {
    try expectWithin(0...1 as ClosedRange<Double>)
    try expectWithin(-2.5...1_000_000 as ClosedRange<Double>)
    try expectWithin(-Double.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
    try expectWithin(0.1...0.2 as ClosedRange<Float>)
    try expectWithin(3...3 as ClosedRange<Float>)
    #expect(Gen<Double>.floatingPoint(in: -1...2).enumerate(4) == [0, 1, -1, 2])
    #expect(Gen<Double>.floatingPoint(in: 0.25...0.5).enumerate(1) == [0.25])
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      try expectWithin(-1...60_000 as ClosedRange<Float16>)
      #expect(Gen<Float16>.floatingPoint.enumerate(3) == [0, 1, -1])
    #endif
  }
}

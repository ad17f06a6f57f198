import Testing

@testable import TEACheck

/// Hashes and comparisons of models by all that they store.
@Suite struct ModelHashTests {
  enum Colour { case red, green, blue }
  struct Inner: Hashable { var small: UInt8 = 3, large = 7 }
  struct Plain: Hashable {
    var isOn = true
    var number: Int32 = 5
    var inner = Inner()
    var colour = Colour.green
    var list: [UInt16] = [1, 2, 3]
    var flags: [Bool] = [true, false]
    var text = "text"
    var set: Set<Int> = [1, 2]
  }

  private func hash<Value>(_ value: Value, _ comparison: ValueComparison) -> UInt64 {
    withUnsafePointer(to: value) { comparison.hash(of: UnsafeRawPointer($0)) }
  }

  @Test func `equal models have equal hashes, and different models have different hashes`() throws {
    let comparison = ValueComparison(of: Plain.self)
    let plain = hash(Plain(), comparison)
    var same = Plain()
    same.list = [1, 2]
    same.list.append(3)
    same.set = [2, 1]
    #expect(hash(same, comparison) == plain)
    let changes: [(inout Plain) -> Void] = [
      { $0.isOn = false }, { $0.number = -5 }, { $0.inner.small = 4 }, { $0.inner.large = 1 << 60 },
      { $0.colour = .blue },
      { $0.list = [1, 2, 4] }, { $0.list = [1, 2] }, { $0.flags = [false, true] }, { $0.text = "test" },
      { $0.set = [1] },
    ]
    var hashes: Set<UInt64> = [plain]
    for change in changes {
      var other = Plain()
      change(&other)
      hashes.insert(hash(other, comparison))
    }
    #expect(hashes.count == changes.count + 1)
  }

  @Test func `padding does not change a hash`() throws {
    let comparison = ValueComparison(of: Inner.self)
    var hashes: Set<UInt64> = []
    for fill in [0x00, 0x5A, 0xFF] as [UInt8] {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: MemoryLayout<Inner>.stride, alignment: 8)
      defer { memory.deallocate() }
      memory.initializeMemory(as: UInt8.self, repeating: fill, count: MemoryLayout<Inner>.stride)
      memory.storeBytes(of: 3, as: UInt8.self)
      memory.storeBytes(of: 7, toByteOffset: 8, as: Int.self)
      hashes.insert(comparison.hash(of: memory))
    }
    #expect(hashes.count == 1)
  }

  struct Modular: Hashable {
    var number = 0
    static func == (one: Modular, other: Modular) -> Bool { one.number % 10 == other.number % 10 }
    func hash(into hasher: inout Hasher) { hasher.combine(number % 10) }
  }
  struct Partial: Hashable {
    var seen = 0, hidden = 0
    static func == (one: Partial, other: Partial) -> Bool { one.seen == other.seen }
    func hash(into hasher: inout Hasher) { hasher.combine(seen) }
  }
  struct Holder: Hashable { var partial = Partial(), count = 0 }
  struct Real: Hashable { var number = 0.0 }

  @Test func `models are compared by what they store and not by their ==`() {
    func areSame<Model: Equatable>(_ one: Model, _ other: Model) -> Bool {
      let comparison = ValueComparison(of: Model.self)
      return withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { comparison.isSame(one, $0) } }
    }
    #expect(Modular(number: 3) == Modular(number: 13) && !areSame(Modular(number: 3), Modular(number: 13)))
    #expect(!areSame(Partial(seen: 1, hidden: 2), Partial(seen: 1, hidden: 3)))
    #expect(!areSame(Holder(partial: Partial(hidden: 2)), Holder(partial: Partial(hidden: 3))))
    #expect(areSame(Holder(partial: Partial(hidden: 2)), Holder(partial: Partial(hidden: 2))))
    #expect(!areSame(Real(number: 0), Real(number: -0.0)) && areSame(Real(number: .nan), Real(number: .nan)))
    #expect(areSame(3, 3) && !areSame(3, 4) && !areSame("\u{E9}", "e\u{301}"))
  }
}

import TEAGenerators
import TEARuntime
import Testing

@testable import TEACheck

/// Lists of payloads claim to be all values only where they are.
@Suite struct ListedPayloadTests {
  enum Whole: CaseIterable { case on, off, broken }

  /// A program that stores what its messages carry.
  enum Storing<Payload: Hashable & Sendable>: Module {
    enum Message: Hashable { case set(Payload) }
    static func start(with flags: Void) -> Payload? { nil }
    static func update(for message: Message, model: inout Payload?, perform: (Command) -> Void) {
      if case .set(let payload) = message { model = payload }
    }
  }

  private func coverage<Payload: Hashable & Sendable>(_ type: Payload.Type, scope: Int = 3) -> CheckResult.Coverage? {
    let result = Specification(of: Storing<Payload>.self) {}.check(scope: scope).exploration()
    #expect(result.verdict == .passed)
    return result.coverage
  }

  enum Single: Hashable { case only }

  @Test func `arrays that are longer than the derived ones are noted at a large scope`() {
    #expect(coverage([Single].self, scope: 100) == .completeWithinScope)
    #expect(coverage([Single].self, scope: 101) == .completeWithinScope)
    #expect(coverage([Single].self, scope: 200) == .completeWithinScope)
    #expect(coverage([Single: Single].self, scope: 200) == .complete)
    #expect(coverage(Set<Single>.self, scope: 200) == .complete)
  }

  private func list<Value>(_ type: Value.Type, attempts: Int = 1_000) throws -> Gen<Value>.SmallestValues {
    try Derivation(root: type).generator(for: type).fewSmallest(3, attempts: attempts)
  }

  @Test func `all sets and dictionaries of a small type are listed, each once`() throws {
    let flags = try list(Set<Bool>.self)
    #expect(flags.values == [[], [false], [true], [false, true]] && flags.isExhaustive)
    let states = try list(Set<Whole>.self)
    #expect(states.values.count == 8 && Set(states.values).count == 8 && states.isExhaustive)
    let settings = try list([Bool: Bool].self)
    #expect(settings.values.count == 9 && Set(settings.values).count == 9 && settings.isExhaustive)
    let numbers = try list([Whole: Int].self)
    #expect(numbers.values == [[:], [.on: 0], [.off: 0]] && !numbers.isExhaustive)
  }

  indirect enum Group: Hashable { case empty, all(Set<Group>), named([Bool: Group]) }

  @Test func `sets of a type inside of itself are derived as before`() throws {
    let generator = try Derivation(root: Group.self).generator(for: Group.self)
    #expect(generator.enumerate(2).count == 2)
    for seed in 1...50 as ClosedRange<UInt64> { _ = try generator.sample(seed: seed) }
  }
}

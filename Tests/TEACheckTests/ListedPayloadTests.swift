import TEARuntime
import Testing

@testable import TEACheck

/// Lists of payloads claim to be all values only where they are.
@Suite struct ListedPayloadTests {
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
  }
}

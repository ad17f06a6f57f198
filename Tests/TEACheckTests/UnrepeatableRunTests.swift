import TEARuntime
import Testing

@testable import TEACheck

/// Random runs that would end in the violation of another property when they are shrunk.
@Suite struct UnrepeatableRunTests {
  enum Counter: Module {
    enum Message: CaseIterable { case add, jump }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model += message == .add ? 1 : 100
    }
  }

  /// The search for a shortest run finds the violation of another property of the same name first.
  @Test func `a shrunk run violates the property of its own place`() {
    let line = #line
    let result = Specification(of: Counter.self) {
      Messages(of: .model) { _ in Array(repeating: .add, count: 60) + [.jump] }
      Always("small") { $0 < 12 || $0 >= 100 }
      Always("small") { $0 < 300 }
    }.check().exploration { $0.engine = .sample }
    #expect(result.place.hasSuffix(":\(line + 3)"), "\(result.place)")
    #expect(result.counterexample?.steps.count == 12)
  }
}

import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// Random runs that end in another way when they are run again, and runs that could be shrunk to the violation of another
/// property.
@Suite struct UnrepeatableRunTests {
  enum Counter: Module {
    enum Message: CaseIterable { case add, jump }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model += message == .add ? 1 : 100
    }
  }

  /// Counts the calls of a property, which holds in the first `limit` of them.
  private final class Calls: Sendable {
    private let count = Atomic(0)
    let limit: Int
    init(limit: Int) { self.limit = limit }
    var number: Int { count.load(ordering: .relaxed) }
    func next() -> Bool { count.add(1, ordering: .relaxed).newValue <= limit }
  }

  private func sampleOneRun(_ calls: Calls) -> CheckResult {
    Specification(of: Counter.self) { Always("few calls") { _ in calls.next() } }.check(cases: 1).exploration {
      $0.engine = .sample
    }
  }

  @Test func `a run whose repetition ends in a violation is reported as flaky`() {
    // A check makes its first run twice, so the second half of the calls belongs to the repetition.
    let calls = Calls(limit: .max)
    #expect(sampleOneRun(calls).verdict == .passed)
    let result = sampleOneRun(Calls(limit: calls.number / 2))
    #expect(result.verdict == .violated)
    #expect(
      result.counterexample?.detail == "flaky: a run, run again with the same messages, ended in another way")
  }

  enum Clock: Module {
    enum Message: CaseIterable { case look }
    nonisolated(unsafe) static var time = 0
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      time += 1
      model = time
    }
  }

  @Test func `a run whose repetition ends in another world is reported as flaky`() throws {
    let specification = Specification(of: Clock.self) {}
    let runner = CheckRunner(
      specification: specification, module: "Clock", name: "", bounds: CheckBounds(), settings: CheckSettings()
    ) { _ in }
    let sampling = runner.makeRuns(try Rules(specification, scope: 3), SamplingBounds(cases: 1))
    #expect(
      sampling.violation?.violation.detail == "flaky: a run, run again with the same messages, led to another world")
  }

  private struct Unlisted: Error {}

  /// The messages of the world with a count of 10 cannot be listed. Later runs are longer, so some early runs end in this world
  /// without needing its messages. A longer repetition of such a run would fail.
  @Test func `a run is repeated to its own length`() {
    for seed in 0..<8 as Range<UInt64> {
      let result = Specification(of: Counter.self) {
        Messages(of: .model) { count in
          if count == 10 { throw Unlisted() }
          return [.add]
        }
      }.check().exploration { ($0.engine, $0.seed) = (.sample, seed) }
      #expect(result.verdict == .error, "seed \(seed): \(result.counterexample?.detail ?? "")")
      #expect(result.message?.contains(" threw Unlisted() after add, add, ") == true, "\(result.message ?? "")")
    }
  }

  /// The search for a shortest run finds the violation of another property of the same name first.
  @Test func `a run is shrunk to a violation of its own property, not of another with the same name`() {
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

@testable import TEASupport
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// A shrink ends when its check does, with the best run so far.
@Suite struct EndedShrinkTests {
  enum Counter: Module {
    enum Message: Hashable { case add(Int), wait(String) }
    struct Model: Hashable { var sum = 0, waits = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let number): model.sum &+= number
      case .wait: model.waits += 1
      }
    }
  }

  private func sample(_ settings: @escaping (inout CheckSettings) -> Void, judging: @escaping @Sendable () -> Void = {})
    -> CheckResult
  {
    Specification(of: Counter.self) {
      Always("few waits") { model in
        if model.waits < 12 { return true }
        judging()
        return false
      }
    }.check().exploration {
      $0.engine = .sample
      settings(&$0)
    }
  }

  @Test func `an interruption while a run is shrunk ends the shrink, and the report says so`() {
    let interruption = Interruption()
    // The interruption is requested when the first violation is found, so the shrink of that run begins with it.
    let result = sample({ $0.interruption = interruption }, judging: { interruption.request() })
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "few waits")
    #expect(
      result.finding?.contains(" · shrunk until it was interrupted · found with ") == true, "\(result.finding ?? "")")
  }

  @Test func `a shrink that is not interrupted is not said to have ended early`() {
    let result = sample { _ in }
    #expect(result.counterexample?.steps.count == 12)
    #expect(result.finding?.contains("until") == false)
  }

  /// After the last candidate, the shrunk run is made once more. Its last world is the last that is judged.
  @Test func `an interruption after the last candidate of a shrink is not said to have ended it`() throws {
    let undisturbed = try sampleOnOneThread(requestingAt: .max)
    let interrupted = try sampleOnOneThread(requestingAt: undisturbed.judgements)
    #expect(interrupted.judgements == undisturbed.judgements)
    #expect(interrupted.sampling.extentOfShrink == "shrunk")
    #expect(interrupted.sampling.violation?.trace.count == 12)
  }

  /// Makes random runs on one thread, so that they judge the same worlds each time.
  ///
  /// - Parameter judgement: The number of the judged world, from 1, at which an interruption is requested.
  private func sampleOnOneThread(requestingAt judgement: Int) throws -> (sampling: Sampling<Counter>, judgements: Int) {
    let interruption = Interruption()
    let judgements = Mutex(0)
    let specification = Specification(of: Counter.self) {
      Always("few waits") { model in
        let number = judgements.withLock { count in
          count += 1
          return count
        }
        if number == judgement { interruption.request() }
        return model.waits < 12
      }
    }
    var settings = CheckSettings()
    settings.workers = 1
    let runner = CheckRunner(
      specification: specification, module: "Counter", name: "", bounds: CheckBounds(), settings: settings
    ) { _ in }
    var bounds = SamplingBounds()
    bounds.interruption = interruption
    let sampling = runner.makeRuns(try Rules(specification, scope: 3), bounds)
    return (sampling, judgements.withLock { $0 })
  }

  @Test func `a shrinker asks before each candidate if it is to end`() throws {
    var calls = 0
    let generator = Gen<[Int]>.array(of: Gen<Int>.integer(in: 0...1_000))
    var random = Choices(seed: 3, size: 60)
    let value = try generator.generate(&random)
    var choices = Choices(.recorded(random.record))
    _ = try generator.generate(&choices)
    var shrinker = Shrinker(
      Shrinker.Failure(value, choices), isEnded: { calls >= 3 }, generate: generator.generate
    ) { _ in
      calls += 1
      return false
    }
    shrinker.shrinkWithoutSchedule()
    #expect(calls == 3)
  }
}

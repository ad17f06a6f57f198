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

  /// A program whose runs have one possible step.
  enum Steps: Module {
    enum Message: Hashable { case go }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
  }

  /// Makes one random run of about 10 000 steps on one thread.
  ///
  /// - Parameter judge: Receives the model of each judged world, and returns whether the property holds.
  private func sampleSteps(_ interruption: Interruption, judge: @escaping @Sendable (Int) -> Bool) -> CheckResult {
    Specification(of: Steps.self) { Always("holds") { judge($0) } }.check().exploration {
      ($0.engine, $0.cases, $0.length, $0.workers, $0.interruption) = (.sample, 1, 10_000, 1, interruption)
    }
  }

  @Test func `an interruption ends a run between two steps, and the run does not count`() {
    let interruption = Interruption()
    let judgements = Mutex(0)
    let result = sampleSteps(interruption) { model in
      if model == 20 { interruption.request() }
      judgements.withLock { $0 += 1 }
      return true
    }
    #expect(result.verdict == .inconclusive && result.message == "it was interrupted")
    #expect(result.transitions == 0)
    let count = judgements.withLock { $0 }
    #expect(count < 100)
  }

  @Test func `an interruption ends a candidate of a shrink between two steps, and no other run is made`() {
    let interruption = Interruption()
    let runs = Mutex((violated: 0, lastModel: 0))
    let judgementsAfter = Mutex(0)
    let result = sampleSteps(interruption) { model in
      if interruption.isRequested { judgementsAfter.withLock { $0 += 1 } }
      let violatedRuns = runs.withLock { runs in
        if model >= 150, runs.lastModel < 150 { runs.violated += 1 }
        runs.lastModel = model
        return runs.violated
      }
      // The run and its first repetition violate the property. The next run is a candidate.
      if model == 20, violatedRuns == 2 { interruption.request() }
      return model < 150
    }
    #expect(result.verdict == .violated && result.counterexample?.steps.count == 150)
    #expect(result.finding?.contains(" · shrunk until it was interrupted · found with 150 steps") == true)
    let count = judgementsAfter.withLock { $0 }
    #expect(count < 100)
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
    shrinker.shrinkWithoutScheduler()
    #expect(calls == 3)
  }
}

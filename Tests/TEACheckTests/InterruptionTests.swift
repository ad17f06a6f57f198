@testable import TEASupport
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Searches that are interrupted or run out of memory end with the results that they have, and claim no more.
@Suite struct InterruptionTests {
  private let grid = Grid.specification(counters: 4, modulus: 8).check()

  @Test func `a search that is interrupted before it begins has explored only the start`() {
    for engine in [CheckSettings.Engine.explore, .automatic, .survey] {
      let result = grid.exploration { settings in
        settings.engine = engine
        settings.interruption = Interruption.requested()
      }
      #expect(result.verdict == .inconclusive && !result.isComplete)
      #expect([result.states, result.transitions, result.depth, result.sampledSteps] == [1, 0, 0, 0])
      #expect(result.coverage == .bounded(depth: 0, beyond: 1))
      #expect(result.message == "it was interrupted")
    }
  }

  @Test(arguments: [2, 50, 700, 4_000], [1, 2, 8])
  func `a search that is interrupted ends with the worlds found so far`(_ worldCount: Int, _ workers: Int) {
    let interruption = Interruption()
    let result = grid.exploration(
      workers: workers, { $0.interruption = interruption },
      onProgress: { if $0.states >= worldCount { interruption.request() } })
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "it was interrupted")
    // The grid has 4 096 worlds. All may be found before an interruption at 4 000 takes effect.
    #expect(result.states >= worldCount && (result.states < 4_096 || worldCount == 4_000))
    guard case .bounded(let depth, let beyond) = result.coverage else {
      Issue.record("\(result)")
      return
    }
    #expect(depth <= result.depth && beyond <= result.states)
    #expect(result.sampledSteps == 0)
  }

  @Test func `an interruption while suggestions are looked for keeps the result of the search`() {
    let interruption = Interruption()
    let result = grid.exploration(
      { settings in
        settings.engine = .suggest
        settings.interruption = interruption
      }, onProgress: { if $0.stage == "looking for what holds in all worlds" { interruption.request() } })
    #expect(result.verdict == .passed && result.states == 4_096)
    #expect(result.suggestions == nil)
    #expect(result.notes.contains("interrupted while it looked for what holds: nothing is suggested"))
  }

  @Test(arguments: [1, 2, 8]) func `random runs end when they are interrupted`(_ workers: Int) {
    let interruption = Interruption()
    func sample() -> CheckResult {
      grid.exploration(
        workers: workers,
        { settings in
          settings.engine = .sample
          settings.cases = 100_000
          settings.interruption = interruption
        },
        onProgress: { if $0.runs >= 100 { interruption.request() } })
    }
    // The second sampling begins when the interruption is already requested.
    for leastRunCount in [100, 0] {
      let result = sample()
      #expect(result.verdict == .inconclusive)
      #expect(result.message == "it was interrupted")
      guard case .sampled(let runs, let steps) = result.coverage else {
        Issue.record("\(result)")
        return
      }
      // Far fewer than the 100 000 runs of the settings.
      #expect(runs >= leastRunCount && runs < 2_000 && steps == result.transitions)
    }
  }

  @Test func `random runs without time end before their first step`() {
    let result = grid.exploration { ($0.engine, $0.time) = (.sample, .zero) }
    #expect(result.verdict == .inconclusive && result.transitions == 0)
    #expect(result.message == "the time ran out before every random run was made; allow more with --time")
  }

  @Test func `a few interrupted runs say nothing of a filter`() {
    let interruption = Interruption()
    let check = Specification(of: SamplingTests.Choosy.self) { Sometimes("changed") { $0 > 0 } }.check()
    let result = check.exploration(
      { settings in
        settings.engine = .sample
        settings.cases = 20
        settings.interruption = interruption
      }, onProgress: { if $0.runs > 0 { interruption.request() } })
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "it was interrupted")
  }

  @Test func `random runs after an exploration end when they are interrupted`() {
    let interruption = Interruption()
    let result = grid.exploration(
      { settings in
        settings.engine = .automatic
        settings.states = 100
        settings.cases = 100_000
        settings.interruption = interruption
      },
      onProgress: { if $0.runs > 0 { interruption.request() } })
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "it was interrupted")
    #expect(result.sampledSteps > 0)
  }

  @Test func `a search that is interrupted before late messages are looked for keeps its worlds`() {
    let interruption = Interruption()
    let result = Specification(of: LateMessageVerdictTests.Button.self) {
      Messages(of: .model) { ($0.taps == 0 ? [.tap] : []) + ($0.waits < 1_000 ? [.wait] : []) }
      StaleViews()
    }.check().exploration(
      { $0.interruption = interruption }, onProgress: { if $0.states >= 50 { interruption.request() } })
    #expect(result.verdict == .inconclusive && result.message == "it was interrupted")
    #expect(result.states >= 50 && result.states < 2_000)
    #expect(
      result.notes.contains(
        "late messages were left out: the check ended before the search with them began"))
  }

  @Test func `a known issue that an interrupted search did not find is not reported as fixed`() {
    let check = Race.specification(typed: 4, retries: 2, isFixed: false, settles: true).check()
      .knownIssue("a reply overtakes a later one")
    #expect(check.exploration().verdict == .passed)
    let result = check.exploration { $0.interruption = Interruption.requested() }
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "it was interrupted")
  }

  @Test func `the report states that a check was not run`() {
    #expect(
      TextReport.lines(of: grid.listed(by: grid.name).notRunResult) == [
        "? Grid  inconclusive · 0 worlds · 0 transitions · 0.00 s",
        "  it was not run, because of the interruption",
      ])
  }

  @Test func `a search that runs out of memory names the memory as its bound`() {
    // The bound is one byte.
    let exact = grid.exploration { $0.memory = 1 }
    #expect(exact.verdict == .inconclusive && exact.states > 1 && exact.states < 4_096)
    #expect(
      exact.message
        == "the memory ran out before every world was explored; allow more with --memory, or try --compact")
    let compact = grid.exploration { settings in
      settings.memory = 1
      settings.isCompact = true
    }
    #expect(compact.verdict == .inconclusive)
    #expect(compact.message == "the memory ran out before every world was explored; allow more with --memory")
    guard case .bounded = compact.coverage else {
      Issue.record("\(compact)")
      return
    }
  }

  @Test func `a large bound on memory changes nothing`() {
    #expect(grid.exploration { $0.memory = 1 << 40 } == grid.exploration())
  }

  @Test func `the resident memory of the process is known`() throws {
    let bytes = try #require(Platform.residentBytes)
    #expect(bytes > 1 << 20 && bytes < 1 << 40)
  }
}

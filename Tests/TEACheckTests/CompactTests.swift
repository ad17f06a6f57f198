import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Worlds that are told apart by 64 bits: the same numbers, and no claim of more than the odds.
@Suite struct CompactTests {
  /// `Benchmarks/run explorer` counts the larger ones.
  @Test(arguments: Yardstick.all.filter { $0.worlds < 50_000 })
  func aYardstickHasItsCountsAtAnyNumberOfWorkers(_ yardstick: Yardstick) {
    let results = [1, 2, 8].map { yardstick.check.exploration(workers: $0) { $0.isCompact = true } }
    let result = results[0]
    let isExact = result.notes.contains(Self.exactness)
    #expect(result.verdict == .passed && result.isComplete == isExact)
    #expect(
      [result.states, result.transitions, result.depth] == [yardstick.worlds, yardstick.transitions, yardstick.depth])
    #expect(result.coverage == (isExact ? .complete : .compact(odds: odds(yardstick.worlds))))
    #expect(results.allSatisfy { $0 == result })
  }

  @Test(arguments: WorkerTests.violated.filter { $0.name != "8-puzzle, container" } + WorkerTests.corpus)
  func theShortestCounterexampleIsTheSame(_ check: Check) {
    let exact = check.exploration()
    for workers in [1, 2, 8] {
      let compact = check.exploration(workers: workers) { $0.isCompact = true }
      if compact.verdict == .error {
        #expect(compact.message?.contains("--compact") == true)
        continue
      }
      #expect(
        [compact.states, compact.transitions, compact.depth] == [exact.states, exact.transitions, exact.depth])
      #expect(compact.counterexample == exact.counterexample)
      #expect(compact.finding == exact.finding)
      #expect(!compact.isComplete || compact.notes.contains(Self.exactness))
    }
  }

  @Test func modelsOfEightBytesAreToldApartExactly() {
    let check = Specification(of: Switches.self) { Sometimes("all are on") { $0 == .init(on: .max) } }.check()
    let results = [1, 2, 8].map { check.exploration(workers: $0) { $0.isCompact = true } }
    let result = results[0]
    #expect(result.coverage == .complete && result.isComplete && result.notes.contains(Self.exactness))
    #expect([result.states, result.transitions, result.depth] == [256, 2_048, 8])
    #expect(results.allSatisfy { $0 == result })
    #expect(check.exploration().states == 256)
  }

  private static let exactness = "every world has a hash of 64 bits of its own: none was missed"

  @Test func theReportSaysTheOdds() {
    let result = Grid.specification(3, 10).check("grid").exploration { $0.isCompact = true }
    let note =
      "worlds were told apart by 64 bits of their hashes: the odds that one was missed are about 1 in 36 trillion, "
      + "if every hash(into:) looks at all that == looks at"
    #expect(
      TextReport.lines(of: result).first
        == "✓ Grid · grid  complete, but for odds of 1 in 36 trillion · 1 000 worlds · 3 000 transitions · depth 27 · "
        + "0.00 s")
    #expect(result.notes.contains(note))
    #expect(TextReport.summary(of: [result]) == "1 check: 1 passed (1 complete but for the odds of hashes)")
    #expect(exitCode(of: [result], requiresComplete: true) == ExitCode.inconclusive)
    let record = result.record(suite: "Suite")
    #expect(record["complete"] == .bool(false))
    #expect(CheckResult(record: record)?.coverage == result.coverage)
  }

  @Test(arguments: [
    (0, "0"), (1, "0"), (2, "1 in 18 quintillion"), (1_000, "1 in 36 trillion"), (1_000_000, "1 in 36 million"),
    (10_000_000, "1 in 368 934"), (1 << 31, "1 in 8"),
  ])
  func theOddsOfSomeNumbersOfWorlds(_ worlds: Int, _ text: String) {
    #expect(TextReport.text(ofOdds: odds(worlds)) == text)
  }

  @Test func aWorldThatIsNotMetMayHaveBeenMissed() {
    let check = Specification(of: Grid.self) {
      Grid.specification(2, 4)
      Sometimes("five") { $0.counters.contains(5) }
    }.check()
    #expect(check.exploration().verdict == .violated)
    let result = check.exploration { $0.isCompact = true }
    #expect(result.verdict == .inconclusive && result.counterexample == nil)
    #expect(result.message?.hasPrefix("no world that was looked at satisfies “five”; ") == true)
  }

  @Test func oneWorldForSeveralIsRefused() {
    let reduced = [
      TwoPhaseCommit.symmetric(3).check(),
      Specification(of: TwoPhaseCommit.self) {
        TwoPhaseCommit.specification(3)
        Distinguish(by: { $0.managers })
      }.check(),
    ]
    for check in reduced {
      let result = check.exploration { $0.isCompact = true }
      #expect(result.verdict == .error)
      #expect(
        result.message == "one world stands for several here, and --compact cannot tell the way to it; leave it out")
    }
  }

  @Test func whatOnlyWholeRunsShowIsRefused() {
    let check = Specification(of: Grid.self) {
      Grid.specification(2, 4)
      Recovers("back at the start") { $0.counters == [0, 0] }
    }.check()
    #expect(check.exploration().isComplete)
    let compact = check.exploration { $0.isCompact = true }
    #expect(compact.verdict == .error)
    #expect(
      compact.message
        == "“back at the start” can only be judged by all worlds and the steps between them, which --compact forgets; "
        + "leave it out")
    let kept = check.exploration { $0.checkpoint = "nowhere" }
    #expect(kept.verdict == .error)
    #expect(kept.message?.contains("which a checkpoint does not keep") == true)
  }

  @Test func thereIsNoGraphWithoutSteps() {
    var settings = CheckSettings()
    settings.isCompact = true
    #expect(throws: GraphError.self) { try Grid.specification(2, 4).check().graph(settings, false, 0) }
  }

  private func odds(_ worlds: Int) -> Double { CheckRunner<Grid>.oddsOfMissing(among: worlds) }
}

/// Eight switches, in one byte.
private enum Switches: Module {
  enum Message: CaseIterable { case a, b, c, d, e, f, g, h }

  struct Model: Hashable { var on: UInt8 = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    for (number, other) in Message.allCases.enumerated() where other == message { model.on ^= 1 << number }
  }
}

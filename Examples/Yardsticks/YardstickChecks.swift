import TEACheck

/// Models whose exact numbers of worlds and transitions, and whose depths, are known from independent searches.
///
/// The larger models are measured by `Benchmarks/run explorer`.
@main struct YardstickChecks: CheckSuite {
  static var checks: [Check] {
    PlainGrid.specification.check("grid 6 10, to depth 16", depth: 16)
    Grid.specification(counters: 5, modulus: 10).check("grid 5 10")
    PlainPuzzle.specification.check("8-puzzle")
    Puzzle.specification.check("8-puzzle")
    PlainTwoPhaseCommit.specification(6).check("2pc 6")
    TwoPhaseCommit.specification(6).check("2pc 6")
    for count in [3, 5, 6] { TwoPhaseCommit.symmetric(count).check("2pc \(count), symmetric") }
    Race.specification(typed: 4, retries: 2, isFixed: false, settles: true).check("race 4 2")
      .knownIssue("a reply overtakes a later one", steps: 4, worlds: 28)
    Race.specification(typed: 4, retries: 2, isFixed: true, settles: true).check("race 4 2, fixed")
    OrderedRace.specification(typed: 4, retries: 2, isFixed: false).check("race 4 2, in order")
    Panels.specification(count: 2, typed: 4, retries: 2, isFixed: false, settles: true).check("panels 2, race 4 2")
      .knownIssue("a reply overtakes a later one", steps: 4, worlds: 55)
    Panels.specification(count: 3, typed: 2, retries: 1, isFixed: true, settles: true).check(
      "panels 3, race 2 1, fixed")
    Fat.specification(rows: 6, cursors: 4).check("fat 6 4")
  }
}

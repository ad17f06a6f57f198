import TEACheck

/// Models whose exact numbers of worlds, transitions and steps are known from independent searches.
@main struct YardstickChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: PlainGrid.self) { Always("digits") { $0.a < 10 } }
      .check("grid 6 10", states: 2_000_000)
    Grid.specification(6, 10).check("grid 6 10", states: 2_000_000)
    Puzzle.specification.check("8-puzzle")
    TwoPhaseCommit.specification(6).check("2pc 6")
    for count in [3, 5, 6, 7, 8] { TwoPhaseCommit.symmetric(count).check("2pc \(count), symmetric") }
    Race.specification(4, 2, isFixed: false, settles: true).check("race 4 2")
      .knownIssue("a reply overtakes a later one", steps: 4, worlds: 28)
    Race.specification(4, 2, isFixed: true, settles: true).check("race 4 2, fixed")
    Fat.specification(6, 4).check("fat 6 4")
  }
}

import Extent
import Testing

@testable import ButtonsChecks
@testable import RealBugsChecks
@testable import SearchBoxChecks
@testable import TEACheck
@testable import YardstickChecks

/// The whole result of an exploration is the same at any number of workers: verdict, counts, depth, and the shortest
/// counterexample. ``YardstickTests`` tests this for programs without violations, and `.ci/same-results` for the records of
/// the examples.
@Suite struct WorkerTests {
  /// The checks of the examples. The fixed meeting has many worlds, so it is included at night only.
  static let exampleChecks = (RealBugsChecks.checks + ButtonsChecks.checks + SearchBoxChecks.checks)
    .filter { Extent.current == .night || $0.module != "FixedMeeting" }

  /// The numbers of workers that are compared with one worker.
  static let workers = Extent.of(gate: [8], night: [2, 8])

  /// Programs that break a property in many worlds of a level.
  ///
  /// Each is a constant of its own, because the compiler gives up on one expression for all.
  static let violatedChecks: [Check] = [
    race, panels, twoPhaseCommit, plainTwoPhaseCommit, puzzle, plainPuzzle, plainGrid, fat,
  ]

  private static let race: Check = Race.specification(typed: 6, retries: 2, isFixed: false, settles: true).check(
    "race 6 2")
  private static let panels: Check = Panels.specification(count: 2, typed: 4, retries: 2, isFixed: false, settles: true)
    .check("panels 2, race 4 2")

  private static let twoPhaseCommit: Check = Specification(of: TwoPhaseCommit.self) {
    TwoPhaseCommit.specification(5)
    Always("three prepare and none aborts") { model in
      model.managers.count { $0 == .prepared } < 3 || !model.managers.contains(.aborted)
    }
  }.check("2pc 5, container")

  private static let plainTwoPhaseCommit: Check = Specification(of: PlainTwoPhaseCommit.self) {
    PlainTwoPhaseCommit.specification(5)
    Step("the last abort is the coordinator's") { $0.after.aborted != $0.after.managers || $0.before.notes == [] }
  }.check("2pc 5, plain")

  private static let puzzle: Check = Specification(of: Puzzle.self) {
    Puzzle.specification
    Always("seven and eight stay apart") { [$0.tiles[0], $0.tiles[4]] != [8, 7] }
  }.check("8-puzzle, container")

  private static let plainPuzzle: Check = Specification(of: PlainPuzzle.self) {
    PlainPuzzle.specification
    Always("seven and eight stay apart") { [$0[0], $0[4]] != [8, 7] }
  }.check("8-puzzle, plain")

  private static let plainGrid: Check = Specification(of: PlainGrid.self) {
    PlainGrid.specification
    Always("no three of a kind") { [$0.b, $0.d, $0.f] != [2, 2, 2] }
  }.check("grid 6 10, plain")

  private static let fat: Check = Specification(of: Fat.self) {
    Fat.specification(rows: 6, cursors: 4)
    Always("some are to do") { $0.rows.values.count(where: \.isDone) < 5 }
  }.check("fat 6 4")

  @Test(arguments: violatedChecks + exampleChecks) func `the result is the same at any number of workers`(
    _ check: Check
  ) {
    let result = check.exploration()
    for workers in Self.workers {
      let other = check.exploration(workers: workers)
      #expect(TextReport.lines(of: other) == TextReport.lines(of: result))
      #expect(other == result)
    }
    #expect(result.counterexample != nil || !Self.violatedChecks.contains { $0.title == check.title })
  }
}

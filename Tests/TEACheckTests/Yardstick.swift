import Extent
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// A yardstick model, with the counts that independent searches found.
struct Yardstick: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var check: Check
  var worldCount: Int
  var transitionCount: Int
  var depth: Int
  /// The number of worlds in which nothing can happen.
  var endCount: Int

  /// - Parameter counts: The numbers of worlds and transitions, and the depth.
  init<M>(_ name: String, _ specification: Specification<M>, _ counts: (Int, Int, Int), endCount: Int = 0) {
    testDescription = name
    check = specification.check(name)
    (worldCount, transitionCount, depth) = counts
    self.endCount = endCount
  }

  /// The yardsticks that a debug build explores within seconds; in the gate only those with fewer than 10 000 transitions.
  ///
  /// `.ci/same-results` counts larger ones in the gate.
  static let all = (twoPhaseCommits + grids + races + orderedRaces + panels + fats)
    .filter { $0.transitionCount < Extent.of(gate: 10_000, night: .max) }

  static let twoPhaseCommits = [(3, (288, 1_145, 10)), (5, (8_832, 58_145, 16))].flatMap { managers, counts in
    [
      Yardstick("2pc \(managers), container", TwoPhaseCommit.specification(managers), counts),
      Yardstick("2pc \(managers), plain", PlainTwoPhaseCommit.specification(managers), counts),
    ]
  }

  static let grids = [(2, 4), (3, 10), (4, 5)].map { counters, modulus in
    let worlds = (0..<counters).reduce(1) { product, _ in product * modulus }
    return Yardstick(
      "grid \(counters) \(modulus)", Grid.specification(counters: counters, modulus: modulus),
      (worlds, counters * worlds, counters * (modulus - 1)))
  }

  static let races = [
    race(2, 0, isFixed: false, (16, 22, 4), endCount: 5), race(2, 0, isFixed: true, (12, 18, 4), endCount: 3),
    race(2, 1, isFixed: false, (34, 55, 6), endCount: 7), race(2, 1, isFixed: true, (23, 39, 6), endCount: 4),
    race(3, 1, isFixed: false, (128, 324, 8), endCount: 10), race(3, 1, isFixed: true, (63, 159, 8), endCount: 5),
    race(4, 2, isFixed: false, (735, 2_643, 12), endCount: 17), race(4, 2, isFixed: true, (238, 824, 12), endCount: 7),
    race(6, 2, isFixed: false, (7_686, 43_483, 16), endCount: 25),
    race(6, 2, isFixed: true, (1_342, 7_096, 16), endCount: 9),
  ]

  static let orderedRaces = [
    orderedRace(2, 0, isFixed: false, (12, 16, 4), endCount: 3),
    orderedRace(2, 0, isFixed: true, (10, 12, 4), endCount: 3),
    orderedRace(2, 1, isFixed: false, (26, 39, 6), endCount: 5),
    orderedRace(2, 1, isFixed: true, (19, 26, 6), endCount: 4),
    orderedRace(3, 1, isFixed: false, (67, 128, 8), endCount: 6),
    orderedRace(3, 1, isFixed: true, (39, 65, 8), endCount: 5),
    orderedRace(4, 2, isFixed: false, (257, 581, 12), endCount: 8),
    orderedRace(4, 2, isFixed: true, (103, 198, 12), endCount: 7),
    orderedRace(6, 2, isFixed: false, (957, 2_420, 16), endCount: 10),
  ]

  static let panels = [
    Yardstick(
      "panels 2, race 2 1", Panels.specification(count: 2, typed: 2, retries: 1, isFixed: false), (1_156, 3_740, 12),
      endCount: 49),
    Yardstick(
      "panels 3, race 2 1, fixed", Panels.specification(count: 3, typed: 2, retries: 1, isFixed: true, settles: true),
      (12_167, 61_893, 18),
      endCount: 64),
  ]

  static let fats = [Yardstick("fat 6 4", Fat.specification(rows: 6, cursors: 4), (256, 1_792, 9))]

  private static func race(
    _ typed: Int, _ retries: Int, isFixed: Bool, _ counts: (Int, Int, Int), endCount: Int
  ) -> Yardstick {
    Yardstick(
      "race \(typed) \(retries)\(isFixed ? ", fixed" : "")",
      Race.specification(typed: typed, retries: retries, isFixed: isFixed, settles: isFixed), counts, endCount: endCount
    )
  }

  private static func orderedRace(
    _ typed: Int, _ retries: Int, isFixed: Bool, _ counts: (Int, Int, Int), endCount: Int
  ) -> Yardstick {
    Yardstick(
      "race \(typed) \(retries)\(isFixed ? ", fixed" : ""), in order",
      OrderedRace.specification(typed: typed, retries: retries, isFixed: isFixed), counts, endCount: endCount)
  }
}

import Foundation
import Testing

@testable import TEACheck

/// The live program and the checker's world do the same, for random modules and random schedules.
@Suite struct AgreementTests {
  /// How many schedules are tried; more with the variable `AGREEMENT_SCHEDULES`.
  private static let schedules = ProcessInfo.processInfo.environment["AGREEMENT_SCHEDULES"].flatMap { Int($0) } ?? 1_000

  @Test func `a live program does what the checker says it can do`() throws {
    try agree(LiveProgram.self, schedules: Self.schedules)
  }

  @Test func `a runtime of a few lines does the same, without mistakes`() throws {
    try agree(NaiveRuntime.self, schedules: 300)
  }

  @Test func `commands before the view are found`() throws {
    #expect(
      try disagreement(of: HastyRuntime.self) == """
        after these steps the live program and the checker differ
          1  dispatch a
          live:    ["perform plain #0", "show state 0 after 1"]
          checker: ["show state 0 after 1", "perform plain #0"]
        """)
  }

  @Test func `recursion instead of a queue is found`() throws {
    #expect(
      try disagreement(of: RecursiveRuntime.self) == """
        after these steps the live program and the checker differ
          1  dispatch a
          2  dispatch a
          live:    ["show state 0 after 2", "perform echo #0", "show state 1 after 3", "perform plain #1"]
          checker: ["show state 0 after 2", "perform echo #0", "perform plain #1", "show state 1 after 3"]
        """)
  }

  @Test func `a failing update that is not put back is found`() throws {
    #expect(
      try disagreement(of: ForgetfulRuntime.self) == """
        after these steps the live program and the checker differ
          1  dispatch a
          live model:    state 0 after 1
          checker model: state 0 after 0
        """)
  }

  private func agree<Live: LiveRuntime>(_ runtime: Live.Type, schedules: Int) throws {
    try forAll(Schedules.all, cases: schedules) { behaviour, schedule in
      try Agreement.check(Live.self, behaviour, schedule)
      return true
    }
  }

  private func disagreement<Live: LiveRuntime>(of runtime: Live.Type) throws -> String? {
    do {
      try agree(runtime, schedules: 3_000)
      return nil
    } catch let falsified as Falsified<(Machine.Behaviour, [ScheduledAct])> {
      return (falsified.thrown as? Disagreement)?.description
    }
  }
}

import Extent
import Testing

@testable import TEACheck

/// Compares live programs with the checker's world, for random modules and random schedules.
@Suite struct AgreementTests {
  private static let scheduleCount = Extent.of(gate: 2_000, night: 100_000)

  /// ``NaiveRuntime`` must agree as well. The schedules must carry out every kind of command but `cancel`, cancel every kind
  /// that can be cancelled, and have failures at every message.
  @Test func `a live program does what the checker says it can do`() throws {
    /// The first two words of each line of a log, such as “perform echo”.
    var loggedActs: Set<String> = []
    try forAll(Schedules.all, cases: Self.scheduleCount) { behaviour, schedule in
      for line in try CheckerRun.check([LiveProgram.self, NaiveRuntime.self], behaviour, schedule) {
        loggedActs.insert(line.split(separator: " ").prefix(2).joined(separator: " "))
      }
      return true
    }
    for kind in Machine.CommandKind.allCases where kind != .cancel {
      #expect(loggedActs.contains("perform \(kind)"))
      // Nothing cancels the effects with the identity 2, which only the kind `throttle` has.
      if let id = Machine.policy(for: Machine.Command(kind: kind, serial: 0)).id, id != 2 {
        #expect(loggedActs.contains("cancel \(kind)"))
      }
    }
    #expect(loggedActs.isSuperset(of: Machine.Message.allCases.map { "fail \($0)" }))
  }

  @Test func `a runtime that performs commands before it shows the view is found`() throws {
    let description = try disagreement(of: HastyRuntime.self)
    #expect(
      description == """
        at the start the HastyRuntime and the checker differ
          live:    ["perform plain #0", "show state 0 after 0"]
          checker: ["show state 0 after 0", "perform plain #0"]
        """)
  }

  @Test func `a runtime that delivers a reply within a step instead of queueing it is found`() throws {
    let description = try disagreement(of: RecursiveRuntime.self)
    #expect(description?.contains("perform echo") == true)
  }

  @Test func `a runtime that keeps the model of a failed update is found`() throws {
    let description = try disagreement(of: ForgetfulRuntime.self)
    #expect(description?.hasSuffix("live model:    state 0 after 1\n  checker model: state 0 after 0") == true)
  }

  @Test func `runtimes that admit, cancel, order or time commands wrongly are found`() throws {
    let mistakenRuntimes: [NaiveRuntime.Type] = [
      GenerousRuntime.self, DeafRuntime.self, EagerRuntime.self, BackwardRuntime.self, ImpatientRuntime.self,
      TiredRuntime.self, TirelessRuntime.self, ClosedRuntime.self, UnorderedRuntime.self,
    ]
    for runtime in mistakenRuntimes { #expect(try disagrees(runtime), "\(runtime)") }
  }

  /// `true` if a runtime disagrees with the checker about any of 3 000 schedules. Does not shrink the schedule.
  private func disagrees(_ runtime: any LiveRuntime.Type) throws -> Bool {
    for number in 0..<3_000 {
      let (behaviour, schedule) = try Schedules.all.sample(seed: UInt64(number), size: 1 + number % 60)
      do {
        try CheckerRun.check([runtime], behaviour, schedule)
      } catch is Disagreement {
        return true
      }
    }
    return false
  }

  /// The description of the shrunk disagreement, or `nil` if a runtime agrees with the checker about 3 000 schedules.
  private func disagreement(of runtime: any LiveRuntime.Type) throws -> String? {
    do {
      try forAll(Schedules.all, cases: 3_000) { behaviour, schedule in
        try CheckerRun.check([runtime], behaviour, schedule)
        return true
      }
      return nil
    } catch let falsified as Falsified<(Machine.Behaviour, [ScheduledAct])> {
      return (falsified.thrown as? Disagreement)?.description
    }
  }
}

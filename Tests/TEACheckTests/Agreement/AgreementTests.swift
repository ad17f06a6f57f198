import Foundation
import Testing

@testable import TEACheck

/// The live program and the checker's world do the same, for random modules and random schedules.
@Suite struct AgreementTests {
  /// How many schedules are tried; more with the variable `AGREEMENT_SCHEDULES`.
  private static let schedules = ProcessInfo.processInfo.environment["AGREEMENT_SCHEDULES"].flatMap { Int($0) } ?? 2_000

  @Test func `a live program does what the checker says it can do`() throws {
    try agree(LiveProgram.self, schedules: Self.schedules)
  }

  @Test func `a runtime of a few lines, which shares nothing with the kernel, does the same`() throws {
    try agree(NaiveRuntime.self, schedules: Self.schedules)
  }

  @Test func `the schedules carry out every kind of command, and cancel every kind that can be`() throws {
    var seen: Set<String> = []
    try forAll(Schedules.all, cases: 1_000) { behaviour, schedule in
      for line in try Agreement.check(NaiveRuntime.self, behaviour, schedule) {
        seen.insert(line.split(separator: " ").prefix(2).joined(separator: " "))
      }
      return true
    }
    for kind in Machine.CommandKind.allCases where kind != .cancel {
      #expect(seen.contains("perform \(kind)"))
      if Machine.policy(for: Machine.Command(kind: kind, serial: 0)).id ?? 2 != 2 {
        #expect(seen.contains("cancel \(kind)"))
      }
    }
    #expect(seen.isSuperset(of: Machine.Message.allCases.map { "fail \($0)" }))
  }

  @Test func `commands before the view are found`() throws {
    let story = try disagreement(of: HastyRuntime.self)
    #expect(
      story == """
        at the start the live program and the checker differ
          live:    ["perform plain #0", "show state 0 after 0"]
          checker: ["show state 0 after 0", "perform plain #0"]
        """)
  }

  @Test func `recursion instead of a queue is found`() throws {
    let story = try disagreement(of: RecursiveRuntime.self)
    #expect(story?.contains("perform echo") == true)
  }

  @Test func `a failing update that is not put back is found`() throws {
    let story = try disagreement(of: ForgetfulRuntime.self)
    #expect(story?.hasSuffix("live model:    state 0 after 1\n  checker model: state 0 after 0") == true)
  }

  @Test func `mistakes of admission, cancellation, order and time are found`() throws {
    let mistaken: [NaiveRuntime.Type] = [
      GenerousRuntime.self, DeafRuntime.self, EagerRuntime.self, BackwardRuntime.self, ImpatientRuntime.self,
      TiredRuntime.self, TirelessRuntime.self, ClosedRuntime.self, UnorderedRuntime.self,
    ]
    for runtime in mistaken { #expect(try disagreement(of: runtime) != nil, "\(runtime)") }
  }

  private func agree<Live: LiveRuntime>(_ runtime: Live.Type, schedules: Int) throws {
    try forAll(Schedules.all, cases: schedules) { behaviour, schedule in
      try Agreement.check(runtime, behaviour, schedule)
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

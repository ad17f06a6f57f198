import Extent
import Testing

@testable import ButtonsChecks
@testable import ElementaryChecks
@testable import RealBugsChecks
@testable import SearchBoxChecks
@testable import TEACheck

@Suite struct ExampleTests {
  /// The checks of `FixedMeeting` take seconds. `.ci/run` runs them by `tea-check`, so this test includes them at night only.
  @Test(
    arguments: (ButtonsChecks.checks + SearchBoxChecks.checks + RealBugsChecks.checks + ElementaryChecks.checks)
      .filter { Extent.current == .night || $0.module != "FixedMeeting" })
  func `each check is complete or finds its known issue as pinned`(_ check: Check) throws {
    let result = try check.run()
    #expect(result.isComplete || result.knownIssue != nil)
    #expect(result.counterexample?.steps.count == check.knownIssue?.steps)
    #expect(check.knownIssue == nil || check.knownIssue?.worlds != nil)
  }

  @Test func `a meeting is broken exactly if its time is no multiple of an attendee's share`() {
    let all = Meeting.all(minutes: Extent.of(gate: 5...6, night: 5...9))
    let broken = all.filter { flags in
      Meeting.speaking([flags]).check().outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .violated
    }
    #expect(broken == all.filter { !$0.seconds.isMultiple(of: $0.seconds / $0.attendees) })
    #expect((broken.count, all.count) == Extent.of(gate: (6, 24), night: (15, 60)))
  }
}

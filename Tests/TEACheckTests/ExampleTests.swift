import Extent
import Testing

@testable import ButtonsChecks
@testable import ElementaryChecks
@testable import RealBugsChecks
@testable import SearchBoxChecks
@testable import TEACheck
@testable import WorldChecks

/// The examples' checks pass, and their known issues are found as they are pinned.
@Suite struct ExampleTests {
  /// In the gate without those that take seconds, which its main command runs.
  @Test(
    arguments: (ButtonsChecks.checks + SearchBoxChecks.checks + RealBugsChecks.checks + ElementaryChecks.checks)
      .filter { Extent.current == .night || $0.module != "FixedMeeting" })
  func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.isComplete || result.knownIssue != nil)
    #expect(result.counterexample?.steps.count == check.issue?.steps)
    #expect(check.issue == nil || check.issue?.worlds != nil)
  }

  @Test func meetingsWhoseTimeDoesNotDivideAreBroken() {
    let all = Meeting.all(minutes: Extent.of(gate: 5...6, night: 5...9))
    let broken = all.filter { flags in
      Meeting.order([flags]).check().outcome(CheckSettings(), onProgress: { _ in }).result.verdict == .violated
    }
    #expect(broken == all.filter { !$0.seconds.isMultiple(of: $0.seconds / $0.attendees) })
    #expect((broken.count, all.count) == Extent.of(gate: (6, 24), night: (15, 60)))
  }
}

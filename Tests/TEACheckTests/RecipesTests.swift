import Foundation
import Testing

@testable import RecipesApp
@testable import RecipesChecks
@testable import TEACheck

/// The programs of the how-to pages; `PageOutputTests` and `.ci/pages` compare the pages with them. The programs are
/// internal, hence `@testable`.
@Suite struct RecipesTests {
  @Test(arguments: RecipesChecks.checks) func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.counterexample?.steps.count == check.knownIssue?.steps)
  }

  @Test func `the programs pass after the fixes that the pages name`() throws {
    let fixedProfile = Specification(of: Profile.self) {
      Messages(of: .world) { $0.outstanding.count < 2 ? [.appeared] : [] }
      InterimReplies { _, model in model.shown == nil ? [.cached(version: 1)] : [] }
      Replies { _ in [.fresh(version: 2)] }
      Step("never goes back to what is older") { step in (step.after.shown ?? 0) >= (step.before.shown ?? 0) }
    }
    let result = try fixedProfile.check().run()
    #expect(result.verdict == .passed && result.coverage == .complete)
    let upload = try #require(RecipesChecks.checks.first { $0.title == "FixedUpload" }).run()
    #expect(upload.coverage == .complete && upload.states == 3)
  }

  @Test func `a verifier objects to the second load`() {
    let result = verified.check().outcome(CheckSettings()) { _ in }.result
    #expect(result.verdict == .violated && result.counterexample?.steps.count == 2)
  }
}

/// The verifier on the how-to page about two programs.
enum OneLoadAtATime: Verifier {
  typealias Client = Profile

  static func start(with flags: Void) -> Int { 0 }

  static func verify(_ step: Transition<Profile>, state running: inout Int) throws {
    if case .fresh = step.message { running -= 1 }
    running += step.commands.count
    if running > 1 { throw Objection("two loads at a time") }
  }
}

let verified = Specification(of: Verified<OneLoadAtATime>.self) {
  Messages(of: .world) { $0.outstanding.count < 2 ? [.appeared] : [] }
  Replies { _ in [.fresh(version: 2)] }
  Accepts("one load at a time")
}

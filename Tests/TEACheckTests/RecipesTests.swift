import Foundation
import Testing

@testable import RecipesApp
@testable import RecipesChecks
@testable import TEACheck

/// The guide with recipes shows what is compiled, in a target whose modules are internal, and what it prints.
@Suite struct RecipesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: RecipesChecks.checks) func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.counterexample?.steps.count == check.issue?.steps)
    let story = TextReport.lines(of: result).map { String($0) }.drop { !$0.contains("violated after") }
      .prefix { !$0.contains("note:") }
    let text = story.joined(separator: "\n").trimmingCharacters(in: .newlines)
    #expect(try read("Sources/TEACheck/TEACheck.docc/Recipes.md").contains("```\n\(text)\n```\n"), "\(text)")
  }

  @Test(arguments: [
    "App/MirroredSetting", "App/TwoEvents", "App/FeedbackByState", "App/SynchronousDispatch", "App/Recipes",
    "Checks/RecipesChecks",
  ])
  func `the guide shows what is compiled`(file: String) throws {
    let code = try read("Examples/Recipes/\(file).swift")
    #expect(try read("Sources/TEACheck/TEACheck.docc/Recipes.md").contains("```swift\n\(code)```\n"))
  }

  /// The mends that the guide names.
  @Test func `mended as the guide says, each holds`() throws {
    let once = Specification(of: Profile.self) {
      Messages(of: .world) { $0.outstanding.count < 2 ? [.appeared] : [] }
      InterimReplies { _, model in model.shown == nil ? [.cached(version: 1)] : [] }
      Replies { _ in [.fresh(version: 2)] }
      Step("never goes back to what is older") { step in (step.after.shown ?? 0) >= (step.before.shown ?? 0) }
    }
    let result = try once.check().run()
    #expect(result.verdict == .passed && result.coverage == .complete)
  }
}

import Foundation
import Testing

@testable import SearchBoxChecks
@testable import TEACheck

/// What the README shows is what there is.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theExampleIsTheOneThatIsCompiledHere() throws {
    let example = try read("Tests/TEACheckTests/ReadmeExample.swift")
    #expect(try read("README.md").contains("```swift\n\(example)```\n"))
  }

  @Test func theExamplePrintsTheFailureOfTheReadme() throws {
    let failure = try #require(throws: CheckFailure.self) { try checkTill() }
    let text = failure.description.trimmingCharacters(in: .newlines)
    #expect(try read("README.md").contains("```\n\(text)\n```\n"), "\(text)")
  }

  @Test func theStoryOfTheSearchBoxIsTheOneOfTheReadme() throws {
    let result = SearchBoxChecks.checks[0].outcome(CheckSettings(), onProgress: { _ in }).result
    let lines = TextReport.lines(of: result).dropFirst().map { String($0) }
    let text = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
    #expect(try read("README.md").contains("\n\(text)\n"), "\(text)")
  }

  @Test func theTwoCommandsAreTheOnesOfTheGate() throws {
    let gate = try read(".ci/run")
    for command in ["swift run tea-check", "swift test"] {
      #expect(try read("README.md").contains("\n\(command)\n"))
      #expect(gate.contains("\n\(command)\n"))
    }
  }
}

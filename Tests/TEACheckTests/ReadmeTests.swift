import Foundation
import Testing

@testable import RealBugsChecks
@testable import SearchBoxChecks
@testable import TEACheck

/// The README and the pages of the catalogs agree with the package: examples, outputs, links and commands.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the example of the README is the compiled one`() throws {
    let example = try read("Tests/TEACheckTests/ReadmeExample.swift")
    #expect(try read("README.md").contains("```swift\n\(example)```\n"))
  }

  @Test func `the example prints the failure that the README shows`() throws {
    let failure = try #require(throws: CheckFailure.self) { try checkTill() }
    let text = failure.description.trimmingCharacters(in: .newlines)
    #expect(try read("README.md").contains("```\n\(text)\n```\n"), "\(text)")
  }

  @Test func `the search box prints the counterexample that the README shows`() throws {
    let result = SearchBoxChecks.checks[0].outcome(CheckSettings(), onProgress: { _ in }).result
    let lines = TextReport.lines(of: result).dropFirst().map { String($0) }
    let text = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
    #expect(try read("README.md").contains("\n\(text)\n"), "\(text)")
  }

  @Test func `the first suggestion is the one that the pages show`() throws {
    let check = try #require(RealBugsChecks.checks.first { $0.title == "FixedNumberFact · ask twice" })
    var settings = CheckSettings()
    settings.engine = .suggest
    let lines = TextReport.lines(of: check.outcome(settings, onProgress: { _ in }).result)
    let suggestion = lines.drop { !$0.hasPrefix("  1  ") && !$0.hasPrefix("   1  ") }.prefix { !$0.isEmpty }
    let indent = try #require(suggestion.first).prefix { $0 == " " }.count
    let text = suggestion.map { $0.dropFirst(indent) }.joined(separator: "\n")
    for page in ["README.md", "Sources/TEACheck/TEACheck.docc/HowTo/Suggestions.md"] {
      #expect(try read(page).contains("```\n\(text)\n```\n"), "\(text)")
    }
  }

  @Test func `the README is short, and its links lead to files`() throws {
    let readme = try read("README.md")
    #expect(readme.split(whereSeparator: \.isWhitespace).count <= 1_500)
    for link in readme.matches(of: /\]\(([^)#:]+)\)/) {
      let path = Self.root.appendingPathComponent(String(link.1)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link.1)")
    }
  }

  @Test(arguments: ["TEACheck", "TEARuntime"])
  func `every page of a catalog is under a topic, and every link leads to a page`(_ name: String) throws {
    let folder = Self.root.appendingPathComponent("Sources/\(name)/\(name).docc")
    var pages: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".md") {
      let page = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      pages[page] = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }
    let listedPages = pages[name]?.split(separator: "## Topics").last.map {
      $0.matches(of: /- <doc:([A-Za-z]+)>/).map { String($0.1) }
    }
    let articles = Set(pages.keys).subtracting([name])
    #expect(Set(listedPages ?? []) == articles, "\(articles.symmetricDifference(listedPages ?? []))")
    for (page, text) in pages {
      for link in text.matches(of: /<doc:([A-Za-z]+)>/) {
        #expect(articles.contains(String(link.1)), "\(page): \(link.1)")
      }
    }
  }

  @Test func `the commands of the README are run by the gate`() throws {
    let gate = try read(".ci/run")
    for command in ["swift run tea-check", "swift test"] {
      #expect(try read("README.md").contains("\n\(command)\n"))
      #expect(gate.contains("\n\(command)\n"))
    }
  }
}

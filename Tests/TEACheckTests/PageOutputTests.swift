import Foundation
import Testing

@testable import AdoptingChecks
@testable import CounterChecks
@testable import RealBugsChecks
@testable import RecipesChecks
@testable import SearchBoxChecks
@testable import TEACheck
@testable import WorldChecks

/// Each block of a page below a comment `<!-- printed by: CHECK -->` is printed by the check of the examples with that title.
@Suite struct PageOutputTests {
  struct Output: CustomStringConvertible {
    var page: String
    var check: String
    var text: String

    var description: String { "\(page): \(check)" }
  }

  static let outputs: [Output] = {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    return paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted().flatMap { path in
      let text = (try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)) ?? ""
      return text.matches(of: /(?s)<!-- printed by: ([^\n]+) -->\n```\n(.*?)\n```\n/).map {
        Output(page: path, check: String($0.1), text: String($0.2))
      }
    }
  }()

  private static let checks =
    AdoptingChecks.checks + CounterChecks.checks + RecipesChecks.checks + SearchBoxChecks.checks + WorldChecks.checks
    + RealBugsChecks.checks

  @Test(arguments: outputs) func `the block is printed by its check`(_ output: Output) throws {
    let check = try #require(Self.checks.first { $0.title == output.check })
    let result = check.outcome(CheckSettings(), onProgress: { _ in }).result
    let report = TextReport.lines(of: result).joined(separator: "\n").replacing(/[0-9.]+ s$/, with: "0.00 s")
    let lines = report.replacing(#/[0-9]+\.[0-9]{2} s(?=\n|$)/#, with: "0.00 s").split(
      separator: "\n", omittingEmptySubsequences: false)
    let shown = output.text.replacing(#/[0-9]+\.[0-9]{2} s(?=\n|$)/#, with: "0.00 s").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.firstRange(of: shown) != nil, "\(report)")
  }

  @Test func `the pages have at least fourteen blocks that a check prints`() {
    #expect(Self.outputs.count >= 14)
  }
}

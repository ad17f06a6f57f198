import Extent
import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The code of suggestions for the examples compiles where it is pasted, and has the suggested outcome in fixed programs.
@Suite(.serialized, .throwAwayPackage) struct SuggestedCodeTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  private static let realBugs = checkoutFolder.appendingPathComponent("Examples/RealBugs")

  /// The Swift expressions of the specifications, by the titles of their checks.
  private func specifications() throws -> [String: String] {
    let main = try String(
      contentsOf: Self.realBugs.appendingPathComponent("RealBugsChecks.swift"), encoding: .utf8)
    var expressions: [String: String] = [:]
    for match in main.matches(of: /(?m)^    (([A-Za-z]+(?:<[A-Za-z]+>)?)\..+)\.check\("(.+)"\)$/) {
      expressions["\(match.2) · \(match.3)"] = String(match.1)
    }
    return expressions
  }

  /// The suggestions for every third check are compiled in the gate, and those for every check at night. The suggestions for
  /// a rare check are always compiled: see `isRare`.
  private static let interval = Extent.of(gate: 3, night: 1)

  @Test func suggestionsCompileAndHaveTheSuggestedOutcomeInFixedPrograms() async throws {
    let command = try ThrowAwayPackage.executable()
    let suite = command.deletingLastPathComponent().appendingPathComponent("RealBugsChecks")
    let states = Extent.of(gate: "1000", night: "2000")
    let suggestRun = try await package.run(
      suite, ["suggest", "--format", "json", "--states", states], in: package.folder)
    let expressions = try specifications()
    var checks: [String] = []
    // The number of steps of the exception to a suggestion, by the title of the check with the suggested code.
    var stepCounts: [String: Int] = [:]
    let results = try suggestRun.output.split(separator: "\n").map {
      CheckResult(record: try JSON(parsing: String($0)))
    }
    for (number, result) in results.enumerated() {
      guard let result, let suggestions = result.suggestions else { continue }
      // Few fixed programs have a suggestion with exceptions, so their checks are always included.
      let isRare = result.title.contains("Fixed") && suggestions.contains { $0.exceptions > 0 }
      guard isRare || number % Self.interval == Self.interval - 1 else { continue }
      let expression = try #require(expressions[result.title], "\(result.title)")
      let module = try #require(expression.firstMatch(of: /^[A-Za-z]+(<[A-Za-z]+>)?/)).0
      let codes = suggestions.filter { $0.exceptions == 0 }.map(\.code)
      // A check of a module with a bug ends at a violation of the specification's own property, and the suggested code is not
      // judged. So this code must only compile.
      let kind = result.title.contains("Fixed") ? "fixed" : "compiled"
      /// - Parameter outcome: The suggested outcome: `held`, or the number of steps of the exception.
      func addCheck(_ lines: [String], _ outcome: String) {
        let body = ([expression] + lines).joined(separator: "\n")
        checks.append("Specification(of: \(module).self) {\n\(body)\n}.check(\"\(kind): \(outcome), \(checks.count)\")")
      }
      addCheck(codes, "held")
      for suggestion in suggestions where suggestion.exceptions > 0 {
        stepCounts["\(module) · \(kind): \(suggestion.exception?.steps.count ?? 0), \(checks.count)"] =
          suggestion.exception?.steps.count
        addCheck([suggestion.code], "\(suggestion.exception?.steps.count ?? 0)")
      }
    }
    // A smaller count means that the suggestions were not read.
    #expect(checks.count > 60 / Self.interval)
    try paste(checks)
    let exploreRun = try await package.teaCheck("explore", "--filter", "fixed:", "--format", "json", "--states", states)
    #expect(exploreRun.errors == "")
    var (heldCount, violatedCount) = (0, 0)
    for line in exploreRun.output.split(separator: "\n") {
      let result = try #require(CheckResult(record: try JSON(parsing: String(line))))
      if let stepCount = stepCounts[result.title] {
        violatedCount += 1
        #expect(result.verdict == .violated && result.counterexample?.steps.count == stepCount, "\(result.title)")
      } else {
        heldCount += 1
        #expect([.passed, .inconclusive].contains(result.verdict), "\(result.title): \(result.counterexample as Any)")
      }
    }
    #expect(heldCount > 20 / Self.interval && violatedCount > 0, "\(heldCount), \(violatedCount)")
  }

  /// Examples whose suggestions are written where `--apply` writes them.
  private static let examples = Extent.of(gate: ["SearchBox"], night: ["SearchBox", "World", "Counter"])

  @Test(arguments: examples) func allSuggestionsCompileWhereTheyAreWritten(_ example: String) async throws {
    let suite = try ThrowAwayPackage.executable().deletingLastPathComponent()
      .appendingPathComponent("\(example)Checks")
    let suggestRun = try await package.run(
      suite, ["suggest", "--all", "--format", "json", "--states", "2000"], in: package.folder)
    let folder = Self.realBugs.deletingLastPathComponent().appendingPathComponent(example)
    try? FileManager.default.removeItem(atPath: "\(package.path)/Sources/Checks")
    var sources: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
      sources[file] = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    }
    // The code to add, by the file and the line of a specification. Checks with the same specification share a list.
    var codesByPlace: [String: [Int: [String]]] = [:]
    var heldSuggestions: Set<String> = []
    for line in suggestRun.output.split(separator: "\n") {
      let result = try #require(CheckResult(record: try JSON(parsing: String(line))))
      let place = result.place.split(separator: ":")
      let file = try #require(place.first?.split(separator: "/").last.map(String.init))
      let lineNumber = try #require(place.last.flatMap { Int($0) })
      for suggestion in result.suggestions ?? [] {
        if suggestion.exceptions == 0 { heldSuggestions.insert("\(result.module) · \(suggestion.words)") }
        let codes = codesByPlace[file, default: [:]][lineNumber, default: []]
        if !codes.contains(suggestion.code) { codesByPlace[file, default: [:]][lineNumber] = codes + [suggestion.code] }
      }
    }
    // The last specification is edited first, so that the lines of the others do not change.
    for (file, codesByLine) in codesByPlace {
      for (line, codes) in codesByLine.sorted(by: { $0.key > $1.key }) {
        let text = try #require(sources[file])
        let edited = SuggestionEdit.adding(codes.joined(separator: "\n"), toSpecificationAt: line, in: text)
        #expect(edited != nil, "\(file):\(line)")
        sources[file] = edited ?? text
      }
    }
    for (file, text) in sources { try package.write(text, to: "Gate/Sources/Checks/\(file)") }
    let exploreRun = try await package.teaCheck("explore", "--format", "json", "--states", "2000")
    #expect(exploreRun.errors == "")
    var violatedProperties: [String] = []
    for line in exploreRun.output.split(separator: "\n") {
      let result = try #require(CheckResult(record: try JSON(parsing: String(line))))
      #expect(result.verdict != .error, "\(result.message ?? "")")
      if let property = result.counterexample?.property { violatedProperties.append("\(result.module) · \(property)") }
    }
    #expect(!heldSuggestions.isEmpty)
    #expect(heldSuggestions.isDisjoint(with: violatedProperties))
  }

  /// Replaces the suite of the package by one with these checks.
  private func paste(_ checks: [String]) throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.realBugs.path)
    where file.hasSuffix(".swift") && file != "RealBugsChecks.swift" {
      let text = try String(contentsOf: Self.realBugs.appendingPathComponent(file), encoding: .utf8)
      try package.write(text, to: "Gate/Sources/Checks/\(file)")
    }
    // The type checker would take long for a single list of all checks.
    let parts = stride(from: 0, to: checks.count, by: 8).map { checks[$0..<min(checks.count, $0 + 8)] }
    let main = """
      import TEACheck

      @main struct PastedChecks: CheckSuite {
        static var checks: [Check] { \(parts.indices.map { "part\($0)" }.joined(separator: " + ")) }
      \(parts.enumerated().map { number, part in
        "  @CheckBuilder private static var part\(number): [Check] {\n\(part.joined(separator: "\n"))\n  }"
      }.joined(separator: "\n"))
      }

      """
    try package.write(main, to: "Gate/Sources/Checks/Checks.swift")
  }
}

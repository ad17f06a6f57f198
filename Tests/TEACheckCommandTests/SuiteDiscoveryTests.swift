import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The executables of a package that are suites, as found in the output of `swift package describe --type json`.
@Suite struct SuiteDiscoveryTests {
  private func suites(_ targets: String, products: String = "") throws -> [String] {
    try suites(inDescription: "{\"name\":\"P\",\"products\":[\(products)],\"targets\":[\(targets)]}")
  }

  private func suites(inDescription text: String) throws -> [String] {
    let description = try JSON(parsing: text)
    let targets = UserPackage.suiteTargets(in: description) { _ in true }
    return UserPackage.executableNames(of: targets, in: description)
  }

  @Test func inAnotherPackageASuiteIsAnExecutableThatDependsOnTheProduct() throws {
    let targets = """
      {"name": "Gate", "type": "library", "product_dependencies": ["TEARuntime"], "sources": ["Gate.swift"]},
      {"name": "GateChecks", "type": "executable", "product_dependencies": ["TEACheck"],
       "target_dependencies": ["Gate"]},
      {"name": "App", "type": "executable", "target_dependencies": ["Gate"]},
      {"name": "Tool", "type": "executable"},
      {"name": "GateTests", "type": "test", "product_dependencies": ["TEACheck"], "target_dependencies": ["Gate"]}
      """
    #expect(try suites(targets) == ["GateChecks"])
  }

  @Test func inOurOwnPackageASuiteIsAnExecutableThatDependsOnTheTarget() throws {
    let targets = """
      {"name": "TEARuntime", "type": "library"},
      {"name": "TEACheck", "type": "library", "target_dependencies": ["TEARuntime"]},
      {"name": "tea-check", "type": "executable", "target_dependencies": ["TEACheck"]},
      {"name": "SearchBoxChecks", "type": "executable", "target_dependencies": ["TEACheck"]},
      {"name": "CounterChecks", "type": "executable", "target_dependencies": ["TEACheck"]},
      {"name": "ElmForSwift", "type": "executable", "target_dependencies": ["TEARuntime"]},
      {"name": "TEACheckTests", "type": "test", "target_dependencies": ["TEACheck", "CounterChecks"]}
      """
    #expect(try suites(targets) == ["CounterChecks", "SearchBoxChecks"])
  }

  @Test func aSuiteMayDependOnTheProductIndirectly() throws {
    let targets = """
      {"name": "Checks", "type": "executable", "target_dependencies": ["Specifications"]},
      {"name": "Specifications", "type": "library", "target_dependencies": ["Helpers", "Gate"]},
      {"name": "Helpers", "type": "library", "product_dependencies": ["TEACheck"]},
      {"name": "Gate", "type": "library"}
      """
    #expect(try suites(targets) == ["Checks"])
  }

  @Test func aCycleOfTargetsDoesNotKeepTheSearchFromEnding() throws {
    let targets = """
      {"name": "A", "type": "executable", "target_dependencies": ["B"]},
      {"name": "B", "type": "library", "target_dependencies": ["A", "B"]}
      """
    #expect(try suites(targets) == [])
  }

  @Test func aSuiteHasTheNameOfItsExecutable() throws {
    let targets = """
      {"name": "Checks", "type": "executable", "product_dependencies": ["TEACheck"]},
      {"name": "MoreChecks", "type": "executable", "product_dependencies": ["TEACheck"]}
      """
    let products = """
      {"name": "Library", "targets": ["Checks"], "type": {"library": ["automatic"]}},
      {"name": "gate-checks", "targets": ["Checks"], "type": {"executable": null}},
      {"name": "MoreChecks", "targets": ["MoreChecks"], "type": {"executable": null}}
      """
    #expect(try suites(targets, products: products) == ["MoreChecks", "gate-checks"])
  }

  @Test(arguments: ["{}", "[]", "{\"targets\":7}", "{\"targets\":[7,{}]}"])
  func aDescriptionWithoutTargetsHasNoSuite(_ text: String) throws {
    #expect(try suites(inDescription: text) == [])
  }

  @Test(arguments: [
    ("@main struct Checks: CheckSuite {", true), ("extension Checks: TEACheck.CheckSuite {}", true),
    ("// See the CheckSuite of this app.", false), (#"print("no CheckSuite")"#, false),
    ("/* CheckSuite */ struct CheckSuites {}", false),
    ("let quote = #\"\"\"#\n@main struct Checks: CheckSuite {}", true),
    ("let text = ##\"\"\"x\"#\"##\n@main struct Checks: CheckSuite {}", true),
    ("let text = #\"\"\"\nCheckSuite\n\"\"\"#", false), ("let text = \"\"\"\r\nCheckSuite\n\"\"\"", false),
  ])
  func aFileNamesASuiteOnlyOutsideOfCommentsAndStrings(_ text: String, _ mentionsSuite: Bool) {
    #expect(SwiftLexer.mentionsCheckSuite(text) == mentionsSuite)
  }
}

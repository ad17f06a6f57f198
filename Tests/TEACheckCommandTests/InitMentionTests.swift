import TEASupport
import Testing

@testable import tea_check

/// The sources in which `tea-check init` finds a check of a module, and its output when there is nothing to add.
@Suite struct InitMentionTests {
  private typealias Plan = InitSession.Plan

  private func module(_ name: String, in target: String, obstacle: String? = nil) -> FoundModule {
    FoundModule(name: name, target: target, file: "Sources/\(target)/\(name).swift", line: 3, obstacle: obstacle)
  }

  private func source(_ suite: String, _ text: String) -> SuiteText { SuiteText(text, of: suite) }

  @Test func `the output has each module behind the suite that speaks of it`() {
    let sources = [
      source("A", "Specification(of: Cart.self) {}"),
      source("B", "// Till for a while\nSpecification(of: Web.self) {}"),
    ]
    let modules = ["Cart", "Web", "Till"].map { module($0, in: "Shop") }
    #expect(
      Plan.reportIfNothingToAdd(modules, sources, []) == "It is all there: A speaks of Cart; B speaks of Web, Till.\n")
  }

  @Test func `a module that only a comment names does not count as checked while its obstacle stays`() {
    let text =
      "// Till is not checked yet: it is internal.\n// Specification(of: Till.self)\nSpecification(of: Cart.self)"
    let modules = [module("Cart", in: "Shop"), module("Till", in: "Shop", obstacle: "it is internal: write 'package'")]
    #expect(
      Plan.reportIfNothingToAdd(modules, [source("A", text)], [])
        == "There is nothing to add: A speaks of Cart.\n"
        + "Till (Sources/Shop/Till.swift:3) is not checked yet: it is internal: write 'package'\n")
    #expect(
      Plan.reportIfNothingToAdd([modules[1]], [source("A", text)], [])
        == "There is nothing to add.\n"
        + "Till (Sources/Shop/Till.swift:3) is not checked yet: it is internal: write 'package'\n")
  }

  @Test func `an internal module whose checks its own target exports is checked`() {
    let till = module("Till", in: "Shop", obstacle: "it is internal")
    let text = "let all = Specification(of: Till.self) {}.check()"
    let export = Plan.ExportingFile(suite: "A", target: "Shop", text: text)
    let other = Plan.ExportingFile(suite: "A", target: "Desk", text: text)
    let comment = Plan.ExportingFile(suite: "A", target: "Shop", text: "// \(text)")
    #expect(Plan.suite(specifying: till, [comment, other, export], []) == "A")
    #expect(Plan.suite(specifying: till, [comment, other], []) == nil)
    #expect(Plan.reportIfNothingToAdd([till], [], [export]) == "It is all there: A speaks of Till.\n")
  }

  @Test func `an internal module is not checked where the suite leaves out the list that exports its checks`() {
    var till = module("Till", in: "Shop")
    till.exportedList = "tillChecks"
    func suite(_ suiteText: String, exporting text: String = "") -> String? {
      let declaration = "package let tillChecks: [Check] = [Specification(of: Till.self) {}.check()]"
      let exports = [declaration, text].map { Plan.ExportingFile(suite: "A", target: "Shop", text: $0) }
      return Plan.suite(specifying: till, exports, [source("A", suiteText)])
    }
    #expect(suite("cartChecks") == nil)
    #expect(suite("// tillChecks") == nil)
    #expect(suite("oldtillChecks") == nil)
    #expect(suite("cartChecks + tillChecks") == "A")
    #expect(suite("Shop.tillChecks") == "A")
    #expect(suite("all", exporting: "package let all: [Check] = cartChecks + tillChecks") == "A")
  }

  @Test(arguments: [
    "import Shop", "  @testable import Shop", "package import Shop", "public import Shop", "@_spi(Checks) import Shop",
    "@_spi(Checks) @testable  import Shop", "@preconcurrency internal import\tShop", "import struct Shop.Cart",
    "@_spi( Checks )public import Shop",
  ])
  func `the import of a target is no mention of a module of its name`(_ line: String) {
    #expect(!source("S", "\(line)\nlet one = 1").mentions(module("Shop", in: "Shop")))
    #expect(source("S", "\(line)\nSpecification(of: Shop.self)").mentions(module("Shop", in: "Shop")))
    #expect(SourceScan("\(line)\nlet one = 1").imports == ["Shop"])
  }

  @Test func `a title, the check of a namesake and the check of a type in the target are no mentions`() {
    let text = """
      import Shop
      Specification(of: Shop.Cart.self) { Always("Search is empty") { _ in true } }
      Specification(of: Cart.self) {}
      """
    let modules = [module("Shop", in: "Shop"), module("Cart", in: "Web"), module("Search", in: "Shop")]
    let checked = module("Cart", in: "Shop")
    #expect(
      Plan.reportIfNothingToAdd(modules + [checked], [source("S", text)], []) == "It is all there: S speaks of Cart.\n")
  }
}

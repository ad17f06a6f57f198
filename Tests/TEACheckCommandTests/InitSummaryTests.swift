import Testing

@testable import TEACheck
@testable import tea_check

/// The manifest that `tea-check init` writes, and the line that tells why a module has no suggestion.
@Suite struct InitSummaryTests {
  @Test(arguments: ["", "/*\n * One house.\n */\n", "let address = \"\"\"\n At home.\n\"\"\"\n"])
  func `new targets are indented as the manifest is, and not as a comment or a text in it`(_ head: String) {
    let before = """
      let package = Package(
        name: "House",
        targets: [
          .target(name: "House")
        ]
      )
      """
    let written = """
      let package = Package(
        name: "House",
        targets: [
          .target(name: "House"),
          .executableTarget(
                name: "HouseChecks",
                dependencies: [ "House", .product(name: "TEACheck", package: "TEACheck"),]
            ),
          .testTarget(
                name: "HouseTests",
                dependencies: [
                    "House",
                    "HouseChecks"
                ]
            ),
        ]
      )
      """
    #expect(
      ManifestEdit.tidied(head + written, before: head + before)
        == head + """
          let package = Package(
            name: "House",
            targets: [
              .target(name: "House"),
              .executableTarget(
                name: "HouseChecks",
                dependencies: ["House", .product(name: "TEACheck", package: "TEACheck")]
              ),
              .testTarget(
                name: "HouseTests",
                dependencies: [
                  "House",
                  "HouseChecks"
                ]
              ),
            ]
          )
          """)
  }

  @Test func `a module without a suggestion is named with the reason`() {
    let modules = ["Door", "Shop.Cart", "Gate", "Lift"].map {
      FoundModule(name: $0, target: "House", file: "House.swift", line: 1)
    }
    func result(_ module: String, _ verdict: CheckResult.Verdict, _ code: [String]?) -> CheckResult {
      var result = CheckResult(module: module, name: "", place: "HouseChecks.swift:1", verdict: verdict)
      result.suggestions = code?.map {
        CheckResult.Suggestion(words: $0, code: $0, isOfSteps: false, total: 8, support: 8, exceptions: 0)
      }
      return result
    }
    let results = [
      result("Door", .passed, ["Always(\"shut\") { $0.isShut }"]), result("Cart", .passed, []),
      result("Gate", .trapped, nil),
    ]
    #expect(
      FirstSuggestions.summary(1, results, modules)
        == ", with 1 suggestion as comments; no suggestion for Shop.Cart: nothing was found that always holds; "
        + "no suggestion for Gate: its first check does not pass; "
        + "no suggestion for Lift: its search brought none")
    #expect(FirstSuggestions.summary(1, results, [modules[0]]) == ", with 1 suggestion as comments")
  }
}

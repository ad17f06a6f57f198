import TEASupport
import TEACheck
import Testing

@testable import tea_check

/// The checks that the names on a command line choose.
@Suite struct CheckSelectionTests {
  @Test func `a name of a suite without checks is told apart from an unknown name`() {
    let candidates = [ListedCheck(suite: "Shop", module: "Cart", name: "", title: "Cart", place: "Shop/Shop.swift:1")]
    #expect(CheckRound.emptySuite(named: ["Cart", "Web"], ["Web"], besides: candidates) == "Web")
    #expect(CheckRound.emptySuite(named: ["Cart", "Wob"], ["Web"], besides: candidates) == nil)
    // A module has the name of the suite without checks.
    #expect(CheckRound.emptySuite(named: ["Cart"], ["Cart"], besides: candidates) == nil)
  }

  private static func candidate(_ suite: String, _ module: String, _ name: String) -> ListedCheck {
    let title = name.isEmpty ? module : "\(module) · \(name)"
    return .init(suite: suite, module: module, name: name, title: title, place: "\(suite)/\(suite).swift:1")
  }

  private let candidates = [
    candidate("CounterChecks", "Counter", "plain"), candidate("CounterChecks", "Counter", "guarded"),
    candidate("SearchChecks", "Search", "guarded"), candidate("SearchChecks", "Clock", ""),
  ]

  private func titles(_ names: [String], filter: String? = nil) throws -> [String] {
    try CheckSelection.choose(names, filter: filter, among: candidates).map(\.title)
  }

  @Test func withoutNamesAllChecksAreChosen() throws {
    #expect(try titles([]) == ["Counter · plain", "Counter · guarded", "Search · guarded", "Clock"])
  }

  @Test(arguments: [
    ("Counter · guarded", ["Counter · guarded"]), ("guarded", ["Counter · guarded", "Search · guarded"]),
    ("Counter", ["Counter · plain", "Counter · guarded"]), ("Clock", ["Clock"]),
    ("SearchChecks", ["Search · guarded", "Clock"]),
  ])
  func aNameChoosesChecksByTitleNameModuleOrSuite(_ name: String, _ expected: [String]) throws {
    #expect(try titles([name]) == expected)
  }

  @Test func eachCheckIsChosenOnceInTheOrderOfTheSuites() throws {
    #expect(
      try titles(["Clock", "guarded", "Counter · guarded"]) == ["Counter · guarded", "Search · guarded", "Clock"])
  }

  @Test func aFilterKeepsTitlesThatContainIt() throws {
    #expect(try titles([], filter: "guard") == ["Counter · guarded", "Search · guarded"])
    #expect(try titles(["Counter"], filter: "guard") == ["Counter · guarded"])
  }

  @Test func aFilterThatKeepsNothingIsAnError() {
    let text = "No check has a title that contains 'zzz'; 'tea-check list' shows them"
    expectUsageError(text) { _ = try titles([], filter: "zzz") }
  }

  @Test(arguments: [
    ("Conter", "; did you mean 'Counter', 'Counter · plain', 'Counter · guarded'?"),
    ("guardd", "; did you mean 'guarded', 'Counter · guarded', 'Search · guarded'?"),
    ("SearchCheck", "; did you mean 'SearchChecks'?"), ("lst", "; did you mean 'list'?"),
    ("Shop.Counter", "; did you mean 'Counter', 'Counter · plain', 'Counter · guarded'?"),
    ("Shop.Cart", "; 'tea-check list' shows them"), ("-", "; 'tea-check list' shows them"),
    ("Telephone", "; 'tea-check list' shows them"),
    ("watch", "; did you mean the option '--watch'?"),
  ])
  func aMisspeltNameIsAnsweredWithNearNamesIfThereAreAny(_ name: String, _ hint: String) {
    expectUsageError("There is no check, module or suite named '\(name)'\(hint)") {
      _ = try titles(["Counter", name])
    }
  }
}

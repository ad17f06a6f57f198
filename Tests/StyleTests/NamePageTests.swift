import Foundation
import Testing

/// Each page that goes through another system's public names, compared with the tests that call the names.
@Suite struct NamePageTests {
  struct Page: Sendable, CustomTestStringConvertible {
    /// The path of the page in Sources/TEARuntime/Styles.
    var path: String
    /// The files that call the names, as paths in Tests without `.swift`. A comment with the name stands above each call.
    var testFiles: [String]
    /// The number of names in the page's table that are not marked “left out”.
    var nameCount: Int

    var testDescription: String { path }
  }

  static let pages = [
    Page(
      path: "Elementary/ElementaryStyle.docc/Release.md", testFiles: ["ElementaryStyleTests/ReleaseTests"],
      nameCount: 20),
    Page(path: "Elm/ElmStyle.docc/Versions.md", testFiles: ["ElmStyleTests/VersionsTests"], nameCount: 46),
    Page(
      path: "ElmButton/ElmButtonStyle.docc/Samples.md", testFiles: ["StyleTests/ElmButtonNameTests"], nameCount: 133),
    Page(
      path: "Mobius/MobiusStyle.docc/Release.md",
      testFiles: [
        "MobiusStyleTests/ReleaseTests", "MobiusStyleTests/MobiusReadmeTests", "MobiusStyleTests/WikiMobileAppTests",
      ], nameCount: 157),
    Page(path: "Poppel/PoppelStyle.docc/Seed.md", testFiles: ["StyleTests/PoppelSeedTests"], nameCount: 25),
  ]

  @Test(arguments: pages) func `each name that is not left out has its call in a test`(_ page: Page) throws {
    let root = URL(fileURLWithPath: "\(#filePath)").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    func lines(_ path: String) throws -> [Substring] {
      try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n")
    }
    var calls: Set<String> = []
    for file in page.testFiles {
      calls.formUnion(try lines("Tests/\(file).swift").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    var names: [String] = []
    for line in try lines("Sources/TEARuntime/Styles/\(page.path)") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count > 2, "the line has fewer than three columns: \(line)")
      let name = cells[0]
      let state = try #require(
        ["there", "differs", "left out"].first(where: cells[1].hasPrefix), "\(name) has no state")
      #expect(!cells[2].isEmpty || state == "there", "\(name) has no reason")
      #expect(calls.contains("// \(name)") == (state != "left out"), "\(name) is not called, or called though left out")
      if state != "left out" { names.append(name) }
    }
    #expect(Set(names).count == names.count)
    #expect(names.count == page.nameCount)
  }
}

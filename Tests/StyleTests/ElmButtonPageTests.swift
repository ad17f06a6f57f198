import Foundation
import Testing

@Suite struct ElmButtonPageTests {
  @Test func `each name of the page that is not left out has its call in a test`() throws {
    let file = URL(fileURLWithPath: "\(#filePath)").resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let page = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Styles/ElmButton/ElmButtonStyle.docc/Samples.md")
    let calls = try String(contentsOf: folder.appendingPathComponent("ElmButtonNameTests.swift"), encoding: .utf8)
    var names: [String] = []
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let name = cells[0]
      #expect(["there", "differs", "left out"].contains { cells[1].hasPrefix($0) }, "\(name) has no state")
      guard cells[1] != "left out" else {
        #expect(!cells[2].isEmpty, "\(name) is left out without a reason")
        #expect(!calls.contains("// \(name)\n"), "\(name) is called, and said to be left out")
        continue
      }
      names.append(name)
      #expect(calls.contains("// \(name)\n"), "\(name) is not called")
    }
    #expect(Set(names).count == names.count)
    #expect(names.count > 70)
  }
}

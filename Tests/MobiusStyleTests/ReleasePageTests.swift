import Foundation
import Testing

@Suite struct ReleasePageTests {
  @Test func `each name of the page has its call in a test`() throws {
    let file = URL(fileURLWithPath: "\(#filePath)").resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let page = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Styles/Mobius/MobiusStyle.docc/Release.md")
    let calls = try ["ReleaseTests.swift", "MobiusReadmeTests.swift"]
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
    var names: [String] = []
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells[1] != "left out" else { continue }
      names.append(cells[0])
      #expect(calls.contains("// \(cells[0])\n"), "\(cells[0]) is not called")
    }
    #expect(Set(names).count == names.count)
    #expect(names.count > 90)
  }
}

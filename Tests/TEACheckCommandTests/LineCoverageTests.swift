import Foundation
import TEASupport
import Testing

@testable import tea_check

/// The lines that no check executes, and the files whose lines are listed.
@Suite struct LineCoverageTests {
  @Test func `a folder of styles counts as TEACheck's own only beside the sources of TEACheck`() {
    let root = checkoutFolder.path
    #expect(LineCoverage.isSourceOfStyle("\(root)/Sources/TEARuntime/Styles/Elm/Sandbox.swift"))
    #expect(!LineCoverage.isSourceOfStyle("\(root)/Examples/Counter/Counter.swift"))
    #expect(!LineCoverage.isSourceOfStyle("/home/shop/Sources/TEARuntime/Styles/Button.swift"))
  }

  @Test(arguments: [0, -3, Int.min])
  func `a column below 1 counts as the first`(column: Int) throws {
    let json = try JSON(
      parsing: """
        {"filename": "a.swift", "segments": [[1, \(column), 0, true, true, false], [2, \(column), 1, true, true, false]]}
        """)
    let file = try #require(CoveredFile(json))
    let lines = file.unexecutedLines(in: "  let one = 1\nlet two = 2\n")
    #expect(lines.map(\.number) == [1] && lines.map(\.text) == ["let one = 1"] && lines.map(\.part) == [nil])
  }
}

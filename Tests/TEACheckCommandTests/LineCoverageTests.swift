import Foundation
import Testing

@testable import tea_check

/// The files whose lines are listed.
@Suite struct LineCoverageTests {
  @Test func `only styles beside TEACheck are its own sources`() {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    #expect(LineCoverage.isSourceOfStyle("\(root)/Sources/TEARuntime/Styles/Elm/Sandbox.swift"))
    #expect(!LineCoverage.isSourceOfStyle("\(root)/Examples/Counter/Counter.swift"))
    #expect(!LineCoverage.isSourceOfStyle("/home/shop/Sources/TEARuntime/Styles/Button.swift"))
  }
}

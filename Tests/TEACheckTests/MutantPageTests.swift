import Foundation
import Testing

/// The table of the page *Mutants* adds up, and shows that nineteen of twenty mutants are killed.
@Suite struct MutantPageTests {
  private struct Row {
    var module: String
    var rule: String
    var mutants: Int
    var killed: Int
    /// The killed mutants in per cent of all.
    var share: Int
  }

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  private static func rows() throws -> [Row] {
    try text(of: "Sources/TEACheck/TEACheck.docc/Explanation/Mutants.md")
      .matches(of: #/(?m)^(\w+) +([a-z]+(?: [a-z]+)*) +(\d+) +(\d+) +(\d+) % /#)
      .map { match in
        let (_, module, rule, mutants, killed, share) = match.output
        return Row(
          module: String(module), rule: String(rule), mutants: Int(mutants) ?? 0, killed: Int(killed) ?? 0,
          share: Int(share) ?? 0)
      }
  }

  @Test func `the rows add up`() throws {
    let rows = try Self.rows()
    let total = try #require(rows.last)
    let groups = rows.filter { $0.rule == "all" && $0.module != "all" }
    #expect(groups.map(\.module) == ["corpus", "examples", "kernel", "stepper"])
    for group in groups {
      let parts = rows.filter { $0.module == group.module && $0.rule != "all" }
      #expect(parts.map(\.mutants).reduce(0, +) == group.mutants)
      #expect(parts.map(\.killed).reduce(0, +) == group.killed)
    }
    #expect(groups.map(\.mutants).reduce(0, +) == total.mutants)
    #expect(groups.map(\.killed).reduce(0, +) == total.killed)
    for row in rows { #expect(row.share == Int((100 * Double(row.killed) / Double(row.mutants)).rounded())) }
  }

  @Test func `nineteen of twenty mutants are killed`() throws {
    let total = try #require(try Self.rows().last)
    #expect(total.killed * 20 >= total.mutants * 19)
  }

  @Test func `every equivalent mutant has a reason, and the page counts them`() throws {
    let lines = try Self.text(of: "Benchmarks/mutants.equivalent").split(separator: "\n").filter { !$0.hasPrefix("#") }
    for line in lines { #expect(line.split(separator: " | ").count == 4, "\(line)") }
    let page = try Self.text(of: "Sources/TEACheck/TEACheck.docc/Explanation/Mutants.md")
    #expect(page.contains(", \(lines.count) mean the same as the program"))
  }
}

import Foundation
import Testing

@testable import TEACheck

/// The list with an edit screen on the page *Check a list with an edit screen*, and the two reports that the page shows.
@Suite struct ChoresTests {
  /// The blocks of output of the page, in their order.
  private static let shown: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = root.appendingPathComponent("../../Sources/TEACheck/TEACheck.docc/HowTo/EditScreens.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: /(?s)<!-- held by: ChoresTests -->\n```\n(.*?)\n```\n/).map { String($0.1) }
  }()

  private func run<M>(_ specification: Specification<M>) -> CheckResult {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  @Test func `an undo overtakes its deletion`() throws {
    let result = run(choresSpecification(of: Chores.self))
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "at rest, the server has what is shown")
    #expect(result.counterexample?.steps.count == 4)
    let report = TextReport.lines(of: result).joined(separator: "\n")
    #expect(report.contains(try #require(Self.shown.first)), "\(report)")
  }

  @Test func `with a patient undo, the reply to a save that was left closes another screen`() throws {
    let result = run(choresSpecification(of: PatientChores.self))
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == "a reply changes only the screen that waits for it")
    #expect(result.counterexample?.steps.count == 5)
    let report = TextReport.lines(of: result).joined(separator: "\n")
    #expect(report.contains(try #require(Self.shown.last)), "\(report)")
  }

  @Test func `the repaired list passes, and every world was explored`() {
    let result = run(choresSpecification(of: RepairedChores.self))
    #expect(result.verdict == .passed)
    #expect(result.coverage == .complete)
    #expect(Self.shown.count == 2)
  }
}

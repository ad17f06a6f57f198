import Foundation
import TEARuntime
import Testing

@testable import AdoptingChecks
@testable import TEACheck

/// What the guide to adopting shows is what is compiled, and what it prints.
@Suite struct AdoptingTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func read(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: AdoptingChecks.checks) func check(_ check: Check) throws {
    let result = try check.run()
    #expect(result.counterexample?.steps.count == check.issue?.steps)
  }

  @Test(arguments: [
    "Redux/Cart", "Redux/CartModule", "Loop/Login", "Loop/LoginModule", "Composable/Effect", "Composable/FactFeature",
    "Composable/FactModule",
  ])
  func `the guide shows what is compiled`(file: String) throws {
    let code = try read("Examples/Adopting/\(file).swift")
    #expect(try read("Sources/TEACheck/TEACheck.docc/Adopting.md").contains("```swift\n\(code)```\n"))
  }

  @Test(arguments: [0, 2, 4]) func `the guide shows what is printed`(index: Int) throws {
    let result = AdoptingChecks.checks[index].outcome(CheckSettings(), onProgress: { _ in }).result
    let story = TextReport.lines(of: result).map { String($0) }.drop { !$0.contains("violated") }
      .prefix { !$0.contains("note:") }
    let text = story.joined(separator: "\n").trimmingCharacters(in: .newlines)
    #expect(try read("Sources/TEACheck/TEACheck.docc/Adopting.md").contains("```\n\(text)\n```\n"), "\(text)")
  }

  @Test func `cancel ids become policies`() throws {
    let effect: Effect<String, Int> = .merge([
      .run("a"), .run("b").cancellable(id: 1), .run("c").cancellable(id: 2, cancelInFlight: true), .cancel(3), .none,
      .merge([.run("d"), .run("e").cancellable(id: 5)]).cancellable(id: 4, cancelInFlight: true),
    ])
    #expect(
      effect.commands == [
        .run("a", .all), .run("b", .throttle(1, .zero)), .run("c", .latest(2)), .cancel(3), .cancel(4),
        .run("d", .throttle(4, .zero)), .run("e", .throttle(5, .zero)),
      ])
  }

  @Test func `what is cancelled by its id never replies`() throws {
    let program = try Program(FactModule.self, flags: (), time: .manual)
    var replies: [Reply<FactFeature.Action>] = []
    program.handleCommands(Handler { _, reply in replies.append(reply) })
    program.dispatch(.factTapped, .cancelTapped, .factTapped, .factTapped)
    #expect(replies.count == 3)
    for (index, reply) in replies.enumerated() { reply(.factLoaded("\(index)")) }
    program.receive()
    #expect(program.model.fact == "2")
    #expect(program.droppedMessageCount == 2)
  }
}

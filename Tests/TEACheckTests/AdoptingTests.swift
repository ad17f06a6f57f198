import Foundation
import TEARuntime
import Testing

@testable import AdoptingChecks
@testable import TEACheck

/// Runs the example of the pages on adopting. `PageOutputTests` and `.ci/pages` compare the pages with its output and its code.
@Suite struct AdoptingTests {
  @Test(arguments: AdoptingChecks.checks)
  func `each known issue is found in its declared number of steps`(_ check: Check) throws {
    let result = try check.run()
    #expect(result.counterexample?.steps.count == check.knownIssue?.steps)
  }

  @Test func `cancel ids become policies`() throws {
    let effect: Effect<String, Int> = .merge([
      .run("a"), .run("b").cancellable(id: 1), .run("c").cancellable(id: 2, cancelInFlight: true), .cancel(3), .none,
      .merge([.run("d"), .run("e").cancellable(id: 5)]).cancellable(id: 4, cancelInFlight: true),
      .debounce("f", id: 6, for: .seconds(1)), .throttle("g", id: 7, for: .seconds(2)),
    ])
    #expect(
      effect.commands == [
        .run("a", .all), .run("b", .throttle(1, .zero)), .run("c", .latest(2)), .cancel(3), .cancel(4),
        .run("d", .throttle(4, .zero)), .run("e", .throttle(5, .zero)),
        .run("f", .debounce(6, .seconds(1))), .run("g", .throttle(7, .seconds(2))),
      ])
  }

  @Test func `replies of commands that were cancelled by their id are dropped`() throws {
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

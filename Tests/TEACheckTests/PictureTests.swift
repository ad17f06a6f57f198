@testable import TEAResults
import TEARuntime
import Testing

@testable import TEACheck

/// The picture that a report shows of a check: the worlds of the search that led to its result.
@Suite struct PictureTests {
  private func outcome(
    of check: Check, _ change: (inout CheckSettings) -> Void = { _ in }
  ) -> Check.Outcome {
    var settings = CheckSettings()
    (settings.engine, settings.pictureLimit) = (.explore, 1_000)
    change(&settings)
    return check.outcome(settings, onProgress: { _ in })
  }

  /// Counts to 9.
  enum Count: Module {
    enum Message: CaseIterable { case next }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = min(9, model + 1) }
  }

  @Test func `searches for violations of other properties leave the picture of the first alone`() throws {
    let check = Specification(of: Count.self) {
      Always("below three") { $0 < 3 }
      Always("below five") { $0 < 5 }
    }.check()
    let alone = try #require(outcome(of: check).picture)
    let outcome = outcome(of: check) { $0.findsAllViolations = true }
    #expect(outcome.result.otherViolations.map { $0.counterexample?.property } == ["below five"])
    let picture = try #require(outcome.picture)
    #expect(picture.trail == [0, 1, 2, 3] && picture.trail == alone.trail)
    #expect(picture.nodes.count == 4 && picture.shortfall == alone.shortfall)
  }

  @Test func `a check that passes after it has learned messages of the world has no trail in its picture`() throws {
    let specification = Specification(of: MessagesFromOutsideTests.Rare.self) {
      Replies { command in
        switch command {
        case .load(let id): id == 42 ? [.loaded(name: "tea")] : [.missing]
        }
      }
      Always("only tea is shown") { $0.isEmpty || $0 == "tea" }
    }
    let outcome = outcome(of: specification.check()) { $0.outstanding = 1 }
    #expect(outcome.result.verdict == .passed)
    let picture = try #require(outcome.picture)
    #expect(picture.trail.isEmpty && picture.nodes.count == outcome.result.states)
    #expect(picture.nodes.allSatisfy { $0.violatedProperties.isEmpty })
  }

  /// A compact search keeps no graph, so the worlds are explored once more.
  @Test(arguments: [2, 3]) func `the picture of a compact search has the worlds of the search`(_ limit: Int) throws {
    let check = Specification(of: EnvironmentReportTests.Clock.self) {
      Messages { _ in [] }
      Always("few ticks") { [limit] in $0 < limit }
    }.check()
    let compact = outcome(of: check) { $0.isCompact = true }
    let kept = outcome(of: check)
    let (picture, keptPicture) = (try #require(compact.picture), try #require(kept.picture))
    #expect(compact.result.states == kept.result.states && compact.result.states > 3)
    #expect(picture.nodes.map(\.lines) == keptPicture.nodes.map(\.lines))
    #expect(picture.trail == keptPicture.trail && picture.trail.isEmpty == (limit == 3))
  }
}

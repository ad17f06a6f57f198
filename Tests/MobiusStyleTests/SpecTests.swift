import MobiusStyle
import Testing

/// The matchers: what each accepts, and what each says of what it does not.
@Suite struct SpecTests: MobiusTestCase {
  struct Draft: Equatable {
    var title = ""
    var isSaved = false
  }

  enum Effect: Equatable {
    case ring
    case save(String)
    case print(Draft)
  }

  typealias Step = Next<Draft, Effect>

  private final class Reports {
    var all: [(text: String, line: UInt)] = []
  }

  private let reports = Reports()
  var failureReporter: FailureReporter { { [reports] text, _, line in reports.all.append((text, line)) } }

  /// A specification whose events are what update returns.
  private func spec(_ next: Step) -> UpdateSpec<Draft, Step, Effect>.Then {
    UpdateSpec { (_: Draft, event: Step) in event }.given(Draft()).when(next)
  }

  private func expectReports(_ texts: String..., line: UInt? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(reports.all.map(\.text) == texts, sourceLocation: sourceLocation)
    if let line { #expect(reports.all.allSatisfy { $0.line == line }, sourceLocation: sourceLocation) }
    reports.all = []
  }

  // MARK: Models

  @Test func `hasModel compares by value, and says which fields differ`() {
    spec(.next(Draft(title: "a"))).then(assertThatNext(hasModel(Draft(title: "a"))))
    expectReports()
    spec(.next(Draft(title: "a"))).then(assertThatNext(hasModel(Draft(title: "b", isSaved: true))))
    expectReports(
      """
      Expected Draft(title: "b", isSaved: true), got Draft(title: "a", isSaved: false)
        title: expected "b", got "a"
        isSaved: expected true, got false
      """, line: #line - 6)
    spec(.noChange).then(assertThatNext(hasModel(Draft())))
    expectReports(#"Expected the model Draft(title: "", isSaved: false), got no model"#)
  }

  @Test func `hasNoModel accepts effects, and no model, not even the same`() {
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasNoModel()))
    expectReports()
    spec(.next(Draft())).then(assertThatNext(hasNoModel()))
    expectReports(#"Expected no model, got Draft(title: "", isSaved: false)"#)
  }

  // MARK: Effects

  @Test func `hasEffects wants each effect as often as it is listed, in any order, beside others`() {
    spec(.dispatchEffects([.save("a"), .ring, .ring])).then(assertThatNext(hasEffects([.ring, .save("a")])))
    spec(.dispatchEffects([.ring, .save("a"), .ring])).then(assertThatNext(hasEffects([.ring, .ring])))
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasEffects([])))
    expectReports()
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasEffects([.ring, .ring])))
    expectReports("Expected the effects [ring, ring], got [ring]\n  missing: ring", line: #line - 1)
  }

  @Test func `hasOnlyEffects wants no effect that is not listed, nor any more often`() {
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasOnlyEffects([.save("a"), .ring])))
    spec(.noChange).then(assertThatNext(hasOnlyEffects([.ring])))
    expectReports()
    spec(.dispatchEffects([.ring, .ring])).then(assertThatNext(hasOnlyEffects([.ring, .save("a")])))
    expectReports(
      #"Expected no effects but [ring, save("a")], got [ring, ring]"# + "\n  not expected: ring", line: #line - 2)
  }

  @Test func `hasExactlyEffects wants each effect exactly as often as it is listed, in any order`() {
    spec(.dispatchEffects([.ring, .save("a"), .ring]))
      .then(assertThatNext(hasExactlyEffects([.ring, .ring, .save("a")])))
    expectReports()
    spec(.dispatchEffects([.ring, .ring])).then(assertThatNext(hasExactlyEffects([.ring])))
    expectReports("Expected exactly the effects [ring], got [ring, ring]\n  not expected: ring")
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasExactlyEffects([.ring, .ring])))
    expectReports("Expected exactly the effects [ring, ring], got [ring]\n  missing: ring")
  }

  @Test func `one effect in the place of another is shown with its differences`() {
    spec(.dispatchEffects([.print(Draft(title: "a"))]))
      .then(assertThatNext(hasExactlyEffects([.print(Draft(title: "b"))])))
    expectReports(
      """
      Expected exactly the effects [print(Draft(title: "b", isSaved: false))], got [print(Draft(title: "a", isSaved: false))]
        missing: print(Draft(title: "b", isSaved: false))
        not expected: print(Draft(title: "a", isSaved: false))
      """)
  }

  @Test func `hasNoEffects and hasNothing`() {
    spec(.next(Draft())).then(assertThatNext(hasNoEffects()))
    spec(.noChange).then(assertThatNext(hasNothing(), hasNoEffects(), hasNoModel()))
    expectReports()
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasNoEffects()))
    expectReports("Expected no effects, got [ring]")
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasNothing()))
    expectReports("Expected nothing, got no model and the effects [ring]")
    spec(.next(Draft())).then(assertThatNext(hasNothing()))
    expectReports(#"Expected nothing, got the model Draft(title: "", isSaved: false) and no effects"#)
  }

  @Test func `each predicate that does not hold is reported`() {
    spec(.dispatchEffects([.ring]))
      .then(assertThatNext(hasModel(Draft(title: "a")), hasEffects([.ring]), hasNoEffects()))
    expectReports(
      #"Expected the model Draft(title: "a", isSaved: false), got no model"#, "Expected no effects, got [ring]")
  }

  // MARK: Values without equality

  private struct Plain { var number: Int }
  private struct Holder { var action: () -> Void }

  @Test func `values without equality are compared by structure, where they can be`() {
    UpdateSpec { (model: Plain, _: Int) -> Next<Plain, Plain> in .next(model, effects: [Plain(number: 1)]) }
      .given(Plain(number: 2)).when(0)
      .then(assertThatNext(hasModel(Plain(number: 2)), hasExactlyEffects([Plain(number: 1)])))
    expectReports()
    UpdateSpec { (model: Plain, _: Int) -> Next<Plain, Plain> in .next(model, effects: [Plain(number: 1)]) }
      .given(Plain(number: 2)).when(0)
      .then(assertThatNext(hasModel(Plain(number: 3)), hasExactlyEffects([Plain(number: 0)])))
    expectReports(
      "Expected Plain(number: 3), got Plain(number: 2)\n  number: expected 3, got 2",
      """
      Expected exactly the effects [Plain(number: 0)], got [Plain(number: 1)]
        missing: Plain(number: 0)
        not expected: Plain(number: 1)
        number: expected 0, got 1
      """)
    UpdateSpec { (model: Holder, _: Int) -> Next<Holder, Plain> in .next(model) }
      .given(Holder(action: {})).when(0)
      .then(assertThatNext(hasModel(Holder(action: {}))))
    #expect(reports.all.count == 1)
    #expect(reports.all.first?.text.hasPrefix("The values cannot be compared: action is of type () -> ()") == true)
  }

  // MARK: Chains

  private func count(_ model: Int, _ event: Int) -> Next<Int, Effect> {
    event == 0 ? .dispatchEffects([.ring]) : .next(model + event)
  }

  @Test func `each event meets the model that the one before it left`() {
    var results: [(Int, [Int?])] = []
    UpdateSpec(count).given(1).when(2, 0, 3).then { results.append(($0.model, $0.nexts.map(\.model))) }
    #expect(results.count == 1)
    #expect(results[0].0 == 6)
    #expect(results[0].1 == [3, nil, 6])
  }

  @Test func `the last Next is that of the last event, even where it says nothing of the model`() {
    UpdateSpec(count).given(1).when(2, 0).then(assertThatNext(hasNoModel(), hasEffects([.ring])))
    expectReports()
  }

  @Test func `every Next of a chain can be asserted, and says which it is`() {
    UpdateSpec(count).given(1).when(2, 0, 3).then(
      assertThatNexts([hasModel(3)], [hasNoModel(), hasExactlyEffects([.ring])], [hasModel(6)]))
    expectReports()
    UpdateSpec(count).given(1).when(2, 0, 3).then(
      assertThatNexts([hasModel(3), hasEffects([.ring])], [], [hasModel(7)]))
    expectReports(
      "Event 1: Expected the effects [ring], got []\n  missing: ring", "Event 3: Expected 7, got 6",
      line: #line - 3)
  }

  @Test func `lists of predicates for fewer or more events than there are is a failure`() {
    UpdateSpec(count).given(1).when(2, 0).then(assertThatNexts([hasModel(3)]))
    expectReports("There are predicates for 1 events, but 2 events", line: #line - 1)
    UpdateSpec(count).given(1).when(2).then(assertThatNexts([hasModel(3)], []))
    expectReports("There are predicates for 2 events, but 1 events")
  }

  // MARK: First, and reporters handed in

  @Test func `an initiator's model and effects`() {
    let spec = InitSpec { (model: Int) in First(model: model + 1, effects: [Effect.ring]) }
    spec.when(1).then(assertThatFirst(hasModel(2), hasEffects([.ring]), hasOnlyEffects([.ring, .ring])))
    expectReports()
    spec.when(1).then(assertThatFirst(hasModel(1), hasNoEffects()))
    expectReports("Expected 1, got 2", "Expected no effects, got [ring]")
  }

  @Test func `a reporter is handed in where the test is no test case`() {
    var texts: [String] = []
    let report: FailureReporter = { text, _, _ in texts.append(text) }
    FreeSpecs.run(report)
    #expect(
      texts == ["Expected 2, got 1", "Event 1: Expected no model, got 1", "Expected 0, got 5"])
  }
}

/// Specifications outside of any test case.
private enum FreeSpecs {
  static func run(_ report: @escaping FailureReporter) {
    let spec = UpdateSpec { (model: Int, event: Int) -> Next<Int, Never> in .next(model + event) }.given(0).when(1)
    spec.then(assertThatNext(hasModel(2), failFunction: report))
    spec.then(assertThatNexts([hasNoModel()], failFunction: report))
    InitSpec { (model: Int) in First<Int, Never>(model: model) }.when(5)
      .then(assertThatFirst(hasModel(0), failFunction: report))
  }
}

import MobiusStyle
import Testing

/// The results that each predicate accepts, and its reports on other results.
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

  typealias DraftNext = Next<Draft, Effect>

  private final class Reports {
    var all: [(text: String, line: UInt)] = []
  }

  private let reports = Reports()
  var failureReporter: AssertionFailure { { [reports] text, _, line in reports.all.append((text, line)) } }

  /// A specification whose last result is `next`: its event is `next`, and its update function returns the event.
  private func spec(_ next: DraftNext) -> UpdateSpec<Draft, DraftNext, Effect>.Then {
    UpdateSpec { (_: Draft, event: DraftNext) in event }.given(Draft()).when(next)
  }

  /// Expects exactly these texts of reports since the last call.
  ///
  /// - Parameter line: The line that all reports must have; `nil` for any.
  private func expectReports(_ texts: String..., line: UInt? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(reports.all.map(\.text) == texts, sourceLocation: sourceLocation)
    if let line { #expect(reports.all.allSatisfy { $0.line == line }, sourceLocation: sourceLocation) }
    reports.all = []
  }

  // MARK: Models

  @Test func `hasModel compares by value, and shows the difference`() {
    spec(.next(Draft(title: "a"))).then(assertThatNext(hasModel(Draft(title: "a"))))
    expectReports()
    spec(.next(Draft(title: "a"))).then(assertThatNext(hasModel(Draft(title: "b"))))
    expectReports(
      """
      Another model than expected (−), got (+):
      \u{2007}   ▿ MobiusStyleTests.SpecTests.Draft
      −     - title: "b"
      +     - title: "a"
      \u{2007}     - isSaved: false
      """, line: #line - 8)
    UpdateSpec { (_: Int, _: Int) -> Next<Int, Int> in .noChange }.given(1).when(1).then(assertThatNext(hasModel(2)))
    expectReports("Another model than expected (−), got (+):\n−   - 2\n+   - nil")
  }

  @Test func `hasModel without an argument accepts any model, and hasNoModel none, not even an equal one`() {
    spec(.next(Draft())).then(assertThatNext(hasModel()))
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasNoModel()))
    expectReports()
    spec(.noChange).then(assertThatNext(hasModel()))
    expectReports("Expected a model. Got: <nil>", line: #line - 1)
    spec(.next(Draft())).then(assertThatNext(hasNoModel()))
    expectReports(#"Expected no model. Got: <Draft(title: "", isSaved: false)>"#)
  }

  // MARK: Effects

  @Test func `hasEffects accepts its effects in any order and beside others, and shows the closest to a missing one`() {
    spec(.dispatchEffects([.save("a"), .ring, .ring])).then(assertThatNext(hasEffects([.ring, .save("a")])))
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasEffects([.ring, .ring]), hasEffects([])))
    expectReports()
    spec(.dispatchEffects([.ring, .save("a")])).then(assertThatNext(hasEffects([.ring, .save("b")])))
    expectReports(
      """
      Missing 1 expected effect (−), got (+), with 1 actual effect unmatched:
      \u{2007}   ▿ MobiusStyleTests.SpecTests.Effect.save
      −     - save: "b"
      +     - save: "a"
      """, line: #line - 7)
  }

  @Test func `hasOnlyEffects accepts its effects in any order, and none beside them`() {
    spec(.dispatchEffects([.ring, .save("a"), .ring])).then(assertThatNext(hasOnlyEffects([.save("a"), .ring])))
    expectReports()
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasOnlyEffects([.ring, .save("a")])))
    expectReports(
      "Missing 1 expected effect (−):\n−   ▿ MobiusStyleTests.SpecTests.Effect.save\n−     - save: \"a\"",
      line: #line - 3)
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasOnlyEffects([])))
    expectReports("Got 1 unexpected effect (+):\n+   - MobiusStyleTests.SpecTests.Effect.ring")
    spec(.dispatchEffects([.ring, .ring])).then(assertThatNext(hasOnlyEffects([.save("a")])))
    expectReports(
      """
      Missing 1 expected effect (−), got 2 unexpected effects (+):
      −   ▿ MobiusStyleTests.SpecTests.Effect.save
      −     - save: "a"
      +   - MobiusStyleTests.SpecTests.Effect.ring
      +   - MobiusStyleTests.SpecTests.Effect.ring
      """)
  }

  @Test func `hasExactlyEffects accepts its effects in their order, and none beside them`() {
    spec(.dispatchEffects([.ring, .save("a"), .ring]))
      .then(assertThatNext(hasExactlyEffects([.ring, .save("a"), .ring])))
    expectReports()
    spec(.dispatchEffects([.ring, .save("a")])).then(assertThatNext(hasExactlyEffects([.save("a"), .ring])))
    #expect(reports.all.count == 1)
    #expect(reports.all[0].text.hasPrefix("Other effects than expected (−), got (+):\n\u{2007}   ▿ 2 elements\n"))
    reports.all = []
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasExactlyEffects([])))
    expectReports(
      """
      Other effects than expected (−), got (+):
      −   - 0 elements
      +   ▿ 1 element
      +     - MobiusStyleTests.SpecTests.Effect.ring
      """)
  }

  @Test func `hasNoEffects accepts any model, and hasNothing neither model nor effects`() {
    spec(.next(Draft())).then(assertThatNext(hasNoEffects()))
    spec(.noChange).then(assertThatNext(hasNothing(), hasNoEffects(), hasNoModel()))
    expectReports()
    spec(.dispatchEffects([.save("a")])).then(assertThatNext(hasNoEffects()))
    expectReports("Expected no effects. Got: <\([Effect.save("a")])>")
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasNothing()))
    expectReports("Expected no effects. Got: <\([Effect.ring])>")
    spec(.next(Draft())).then(assertThatNext(hasNothing()))
    expectReports(#"Expected no model. Got: <Draft(title: "", isSaved: false)>"#)
  }

  @Test func `each predicate that does not hold is reported`() {
    spec(.dispatchEffects([.ring])).then(assertThatNext(hasModel(), hasEffects([.ring]), hasNoEffects()))
    expectReports("Expected a model. Got: <nil>", "Expected no effects. Got: <\([Effect.ring])>")
  }

  // MARK: Values without equality

  private struct Plain { var number: Int }
  /// A value that cannot be compared, because it holds a function.
  private struct Holder { var action: () -> Void }

  @Test func `values without equality are compared by structure, where they can be`() {
    let spec = UpdateSpec { (model: Plain, _: Int) -> Next<Plain, Plain> in .next(model, effects: [Plain(number: 1)]) }
      .given(Plain(number: 2)).when(0)
    spec.then(assertThatNext(hasModel(Plain(number: 2)), hasExactlyEffects([Plain(number: 1)])))
    expectReports()
    spec.then(assertThatNext(hasModel(Plain(number: 3)), hasOnlyEffects([Plain(number: 0)])))
    #expect(reports.all.count == 2)
    reports.all = []
    UpdateSpec { (model: Holder, _: Int) -> Next<Holder, Int> in .next(model) }
      .given(Holder {}).when(0)
      .then(assertThatNext(hasModel(Holder {})))
    #expect(reports.all.count == 1)
    #expect(reports.all.allSatisfy { $0.text.hasPrefix("The values cannot be compared: ") })
    reports.all = []
  }

  // MARK: Chains of events

  private func count(_ model: Int, _ event: Int) -> Next<Int, Effect> {
    event == 0 ? .dispatchEffects([.ring]) : .next(model + event)
  }

  @Test func `each event is applied to the model after the event before`() {
    var results: [(Int, [Int?])] = []
    UpdateSpec(count).given(1).when(2, 0, 3).then { results.append(($0.model, $0.nexts.map(\.model))) }
    #expect(results.count == 1)
    #expect(results[0].0 == 6)
    #expect(results[0].1 == [3, nil, 6])
  }

  @Test func `the last Next is that of the last event, even if that Next has no model`() {
    UpdateSpec(count).given(1).when(2, 0).then(assertThatNext(hasNoModel(), hasEffects([.ring])))
    expectReports()
  }

  @Test func `every Next of a chain can be asserted, and its report has the number of its event`() {
    UpdateSpec(count).given(1).when(2, 0, 3).then(
      assertThatNexts([hasModel(3)], [hasNoModel(), hasExactlyEffects([.ring])], [hasModel(6)]))
    expectReports()
    UpdateSpec(count).given(1).when(2, 0, 3).then(
      assertThatNexts([hasModel(3), hasEffects([.ring])], [], [hasModel(7)]))
    expectReports(
      "Event 1: Missing 1 expected effect (−), got (+), with 0 actual effects unmatched:\n"
        + "−   - MobiusStyleTests.SpecTests.Effect.ring",
      "Event 3: Another model than expected (−), got (+):\n−   - 7\n+   - 6", line: #line - 4)
  }

  @Test func `fewer or more lists of predicates than events are a failure`() {
    UpdateSpec(count).given(1).when(2, 0).then(assertThatNexts([hasModel(3)]))
    expectReports("Lists of predicates: 1, events: 2", line: #line - 1)
    UpdateSpec(count).given(1).when(2).then(assertThatNexts([hasModel(3)], []))
    expectReports("Lists of predicates: 2, events: 1")
  }

  // MARK: First, and differences

  @Test func `the model and the effects of an initiator can be asserted`() {
    let spec = InitSpec { (model: Int) in First(model: model + 1, effects: [Effect.ring]) }
    spec.when(1).then(assertThatFirst(hasModel(2), hasEffects([.ring]), hasOnlyEffects([.ring])))
    expectReports()
    spec.when(1).then(assertThatFirst(hasModel(1), hasNoEffects()))
    expectReports(
      "Another model than expected (−), got (+):\n−   - 1\n+   - 2", "Expected no effects. Got: <\([Effect.ring])>")
  }

  /// The texts of the predicates that accept both a `Next` and a `First`; empty where a predicate holds.
  private func texts<Outcome: LoopOutcome>(
    of outcome: Outcome, expecting effects: [Effect]
  ) -> [String] where Outcome.Model == Int, Outcome.Effect == Effect {
    let predicates: [Predicate<Outcome>] = [
      hasModel(1), hasModel(2), hasEffects(effects), hasOnlyEffects(effects), hasExactlyEffects(effects),
      hasNoEffects(),
    ]
    return predicates.map { predicate in
      if case .failure(let text, _, _) = predicate(outcome) { text } else { "" }
    }
  }

  @Test func `a predicate reports the same of a First as of a Next`() {
    let lists: [[Effect]] = [[], [.ring], [.save("a")], [.ring, .save("a")], [.save("a"), .ring], [.ring, .ring]]
    for actual in lists {
      for expected in lists {
        let nextTexts = texts(of: Next<Int, Effect>.next(1, effects: actual), expecting: expected)
        #expect(texts(of: First(model: 1, effects: actual), expecting: expected) == nextTexts)
        // The texts are in the order of the predicates in `texts(of:expecting:)`.
        #expect(nextTexts[0] == "" && nextTexts[1] != "")
        #expect((nextTexts[2] == "") == expected.allSatisfy(actual.contains))
        #expect((nextTexts[3] == "") == (expected.allSatisfy(actual.contains) && actual.allSatisfy(expected.contains)))
        #expect((nextTexts[4] == "") == (actual == expected))
        #expect((nextTexts[5] == "") == actual.isEmpty)
      }
    }
  }

  struct Person: Equatable {
    var name: String
    var children: [Person] = []
  }

  @Test func `a difference shows lists and what is in them, line by line`() {
    let (pat, mat) = (Person(name: "Pat"), Person(name: "Mat"))
    let spec = InitSpec { (model: Person) in First<Person, Int>(model: model) }
    spec.when(Person(name: "Joe", children: [mat, pat])).then(
      assertThatFirst(hasModel(Person(name: "Joe", children: [mat, pat]))))
    expectReports()
    spec.when(Person(name: "Joe", children: [pat, mat])).then(
      assertThatFirst(hasModel(Person(name: "Joe", children: [mat, pat]))))
    expectReports(
      """
      Another model than expected (−), got (+):
      \u{2007}   ▿ MobiusStyleTests.SpecTests.Person
      \u{2007}     - name: "Joe"
      \u{2007}     ▿ children: 2 elements
      \u{2007}       ▿ MobiusStyleTests.SpecTests.Person
      −         - name: "Mat"
      +         - name: "Pat"
      \u{2007}         - children: 0 elements
      \u{2007}       ▿ MobiusStyleTests.SpecTests.Person
      −         - name: "Pat"
      +         - name: "Mat"
      \u{2007}         - children: 0 elements
      """)
  }

  @Test func `an expected effect is shown beside the closest one of its case, else alone`() {
    spec(.dispatchEffects([.print(Draft(title: "far", isSaved: true)), .print(Draft(title: "b")), .ring]))
      .then(assertThatNext(hasEffects([.print(Draft(title: "a")), .save("c")])))
    expectReports(
      """
      Missing 2 expected effects (−), got (+), with 3 actual effects unmatched:
      \u{2007}   ▿ MobiusStyleTests.SpecTests.Effect.print
      \u{2007}     ▿ print: MobiusStyleTests.SpecTests.Draft
      −       - title: "a"
      +       - title: "b"
      \u{2007}       - isSaved: false
      −   ▿ MobiusStyleTests.SpecTests.Effect.save
      −     - save: "c"
      """)
  }

  // MARK: Texts, and the function that receives them

  /// A private type: Swift's full text of its name has an address.
  private enum Sound: Equatable {
    case beep
    case play(String)
  }

  @Test func `types that are private or declared in functions are written without addresses`() {
    struct Page: Equatable {
      var title: String
      var sound = Sound.beep
    }
    let page = Page(title: "a")
    UpdateSpec { (page: Page, _: Int) -> Next<Page, Sound> in .next(page, effects: [.beep, .play("a")]) }
      .given(page).when(0).then(
        assertThatNext(
          hasModel(Page(title: "b")), hasNoModel(), hasNoEffects(), hasOnlyEffects([.beep]), hasExactlyEffects([.beep]))
      )
    expectReports(
      """
      Another model than expected (−), got (+):
      \u{2007}   ▿ MobiusStyleTests.SpecTests.Page
      −     - title: "b"
      +     - title: "a"
      \u{2007}     - sound: MobiusStyleTests.SpecTests.Sound.beep
      """,
      #"Expected no model. Got: <Page(title: "a", sound: MobiusStyleTests.SpecTests.Sound.beep)>"#,
      "Expected no effects. Got: "
        + #"<[MobiusStyleTests.SpecTests.Sound.beep, MobiusStyleTests.SpecTests.Sound.play("a")]>"#,
      """
      Got 1 unexpected effect (+):
      +   ▿ MobiusStyleTests.SpecTests.Sound.play
      +     - play: "a"
      """,
      """
      Other effects than expected (−), got (+):
      −   ▿ 1 element
      +   ▿ 2 elements
      \u{2007}     - MobiusStyleTests.SpecTests.Sound.beep
      +     ▿ MobiusStyleTests.SpecTests.Sound.play
      +       - play: "a"
      """)
  }

  @Test func `unequal values whose texts are equal are reported as such`() {
    InitSpec { (model: Double) in First<Double, Double>(model: model, effects: [model]) }.when(.nan).then(
      assertThatFirst(hasModel(.nan), hasEffects([.nan]), hasOnlyEffects([.nan]), hasExactlyEffects([.nan])))
    let (unequal, difference) = ("≠   The values are unequal, and their texts are equal.", "\u{2007}   - nan")
    expectReports(
      "Another model than expected (−), got (+):\n\(difference)\n\(unequal)",
      "Missing 1 expected effect (−), got (+), with 1 actual effect unmatched:\n\(difference)\n\(unequal)",
      "Missing 1 expected effect (−), got 1 unexpected effect (+):\n\(difference)\n\(unequal)",
      "Other effects than expected (−), got (+):\n\u{2007}   ▿ 1 element\n\u{2007}     - nan\n\(unequal)")
  }

  @Test func `outside of a test case, assertions report to the function that they are given`() {
    var texts: [String] = []
    let report: AssertionFailure = { text, _, _ in texts.append(text) }
    FreeSpecs.run(report)
    #expect(
      texts == [
        "Another model than expected (−), got (+):\n−   - 2\n+   - 1", "Event 1: Expected no model. Got: <1>",
        "Another model than expected (−), got (+):\n−   - 0\n+   - 5",
      ])
  }
}

/// Specifications outside of a `MobiusTestCase`.
private enum FreeSpecs {
  static func run(_ report: @escaping AssertionFailure) {
    let spec = UpdateSpec { (model: Int, event: Int) -> Next<Int, Never> in .next(model + event) }.given(0).when(1)
    spec.then(assertThatNext(hasModel(2), failFunction: report))
    spec.then(assertThatNexts([hasNoModel()], failFunction: report))
    InitSpec { (model: Int) in First<Int, Never>(model: model) }.when(5)
      .then(assertThatFirst(hasModel(0), failFunction: report))
  }
}

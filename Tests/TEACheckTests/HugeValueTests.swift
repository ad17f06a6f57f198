@testable import TEAResults
@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// A violation in a model with a huge value is reported with texts that are cut while they are made.
@Suite struct HugeValueTests {
  struct Row: Hashable { var number = 0, name = "a row" }

  /// A huge value that changes once. The flags are the number of its rows.
  enum Table: Module {
    enum Message: CaseIterable { case change, append, insert, changeAll, rename, remove, clear, finish, type, select }
    enum State: Hashable { case loading, loaded([Row]) }
    struct Model: Hashable {
      var rows: [Row], byNumber: [Int: Row], numbers: Set<Int>, text: String, state: State, isChanged = false
    }
    static func start(with flags: Int) -> Model {
      let rows = (0..<flags).map { Row(number: $0) }
      return Model(
        rows: rows, byNumber: Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0) }), numbers: Set(0..<flags),
        text: String(repeating: "a", count: flags * 10), state: .loaded(rows))
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard !model.isChanged else { return }
      model.isChanged = true
      switch message {
      case .change: model.rows[model.rows.count - 2].name = "another"
      case .append: model.rows.append(Row(number: -1))
      case .insert: model.rows.insert(Row(number: -1), at: 3)
      case .changeAll: for index in model.rows.indices.dropFirst(5) { model.rows[index].name = "all" }
      case .rename: model.byNumber[17]?.name = "another"
      case .remove: model.byNumber[17] = nil
      case .clear: for number in 1..<model.rows.count { model.byNumber[number] = nil }
      case .finish: model.state = .loaded(Array([Row(number: -1)] + model.rows.dropFirst()))
      case .type: model.text += "b"
      case .select: model.numbers = model.numbers.symmetricDifference([0, -1])
      }
    }
  }

  private func counterexample(_ count: Int, _ message: Table.Message) throws -> Counterexample {
    let specification = Specification(of: Table.self) {
      Start(with: [count])
      Messages { _ in [message] }
      Always("nothing happens") { !$0.isChanged }
    }
    let result = specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.finding?.hasPrefix("violated after 1 step") == true)
    return try #require(result.counterexample)
  }

  @Test(
    arguments: [
      (.change, #"rows[19998].name: "a row" → "another""#),
      (.append, #"rows[20000]: absent → Row(number: -1, name: "a row")"#),
      (.insert, #"rows[3]: absent → Row(number: -1, name: "a row")"#),
      (.rename, #"byNumber[17].name: "a row" → "another""#),
      (.remove, #"byNumber[17]: Row(number: 17, name: "a row") → absent"#),
      (.clear, "byNumber: [… 20000 entries] → [0: Row(number: 0, name: \"a row\")]"),
      (.finish, "state.loaded[0].number: 0 → -1"),
      (.type, "text: …\(String(repeating: "a", count: 20))\" → …\(String(repeating: "a", count: 20))b\""),
      (.select, "numbers: [… 19999 in common, 0] → [… 19999 in common, -1]"),
    ] as [(Table.Message, String)])
  func `a small change of a huge value is shown`(_ message: Table.Message, _ change: String) throws {
    let found = try counterexample(20_000, message)
    let shown = try #require(found.steps.first?.changes.first)
    #expect("\(shown.path): \(shown.before) → \(shown.after)" == change)
    // A text is cut after the part with which it exceeds `shownLength`, 20 000 bytes.
    #expect(found.start.allSatisfy { $0.after.utf8.count < 21_000 })
    #expect(found.start[0].after.hasSuffix(", … and 19390 more]"))
    #expect(found.start[1].after == "[… 20000 entries]" && found.start[2].after == "[… 20000 entries]")
    #expect(found.start[4].after.hasSuffix(" more])"))
  }

  @Test func `a change of all parts of a huge value is shown from the first on`() throws {
    let found = try counterexample(20_000, .changeAll)
    let change = try #require(found.steps.first?.changes.first)
    #expect(change.before.hasPrefix(#"[… 5 in common, Row(number: 5, name: "a row"), "#))
    #expect(change.after.hasPrefix(#"[… 5 in common, Row(number: 5, name: "all"), "#))
    #expect(change.after.utf8.count < 21_000)
  }

  @Test func `texts are cut between parts, and say how many they leave out`() {
    #expect(literal(Array(0..<100), upTo: 10) == "[0, 1, 2, … and 97 more]")
    #expect(literal([[1, 2, 3], [4, 5, 6], [7]], upTo: 12) == "[[1, 2, 3], … and 2 more]")
    #expect(literal(["a": 1, "b": 2], upTo: 100) == #"["a": 1, "b": 2]"#)
    #expect(literal(["a": 100_000, "b": 2, "c": 3], upTo: 20) == #"["a": 100000, "b": 2, … and 1 more]"#)
    #expect(literal(Set(0..<100), upTo: 50) == "[… 100 entries]")
    #expect(literal("abcdef", upTo: 3) == #""abc"…"#)
    #expect(literal([Row(), Row()], upTo: 5) == "[Row(… and 2 more), … and 1 more]")
    #expect(literal(Array(0..<5), upTo: .max) == literal(Array(0..<5)))
  }
}

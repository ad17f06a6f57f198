@testable import TEAAnalysis
import Testing

@testable import TEACheck

/// A basket whose items change only while its payment is open.
private enum Basket: Module {
  enum Payment: Hashable { case open, paying, declined, paid }
  struct Model: Hashable {
    var items: [Int] = []
    var payment = Payment.open
  }
  enum Message { case add, remove, pay, back, paid, refused }
  enum Command: Hashable { case charge }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch (message, model.payment) {
    case (.add, .open): if model.items.count < 4 { model.items.append(0) }
    case (.remove, .open): if !model.items.isEmpty { model.items.removeLast() }
    case (.pay, .open), (.pay, .declined):
      model.payment = .paying
      perform(.charge)
    case (.back, .declined): model.payment = .open
    case (.paid, .paying): model.payment = .paid
    case (.refused, .paying): model.payment = .declined
    default: break
    }
  }
  static var specification: Specification<Basket> {
    Specification(of: Basket.self) {
      Messages { _ in [.add, .remove, .pay, .back] }
      Replies { _ in [.paid, .refused] }
    }
  }
}

/// A dial that can be turned from 10 to 40 in steps of 10, only while it is on.
private enum Dial: Module {
  struct Model: Hashable {
    var level = 20
    var isOn = false
    var isLit = false
  }
  enum Message: CaseIterable { case turn, flip, light }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .turn: if model.isOn { model.level = model.level < 40 ? model.level + 10 : 10 }
    case .flip: model.isOn.toggle()
    case .light: model.isLit.toggle()
    }
  }
}

/// A text with a cursor in it.
private enum Line: Module {
  struct Model: Hashable {
    var letters: [Int] = []
    var cursor = 0
    var isBold = false
  }
  enum Message { case type, delete, left, bold }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type:
      guard model.letters.count < 5 else { return }
      model.letters.append(0)
      model.cursor += 1
    case .delete:
      if !model.letters.isEmpty { model.letters.removeLast() }
      model.cursor = min(model.cursor, model.letters.count)
    case .left: model.cursor = max(0, model.cursor - 1)
    case .bold: model.isBold.toggle()
    }
  }
}

/// A reader that remembers that it loads. By a mistake, it can be closed on page 5 while it loads.
private enum Loader: Module {
  struct Model: Hashable {
    var isLoading = false
    var isOpen = false
    var page = 0
  }
  enum Message { case open, close, next, loaded }
  enum Command: Hashable { case load }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open:
      guard !model.isOpen, !model.isLoading else { return }
      (model.isOpen, model.isLoading) = (true, true)
      perform(.load)
    case .close: if !model.isLoading || model.page == 5 { model.isOpen = false }
    case .next: if !model.isLoading || model.isOpen { model.page = (model.page + 1) % 6 }
    case .loaded: model.isLoading = false
    }
  }
  static var specification: Specification<Loader> {
    Specification(of: Loader.self) {
      Messages { _ in [.open, .close, .next] }
      Replies { _ in [.loaded] }
    }
  }
}

/// A suggestion that another suggestion of the list implies is left out.
@Suite struct RepeatedSuggestionTests {
  private func suggestions<M: Module>(_ specification: Specification<M>) -> [CheckResult.Suggestion] {
    var settings = CheckSettings()
    (settings.engine, settings.suggestsAll) = (.suggest, true)
    return specification.check().outcome(settings, onProgress: { _ in }).result.suggestions ?? []
  }

  private func words<M: Module>(_ specification: Specification<M>) -> [String] {
    suggestions(specification).map(\.words)
  }

  @Test func `a message that alone changes a number is not said to raise it as well`() {
    let words = words(Specification(of: Dial.self) {})
    #expect(words.contains("only .turn changes level"))
    #expect(!words.contains("level rises by .turn only") && !words.contains("level falls by .turn only"))
  }

  @Test func `messages that change a number are not listed beside the one that raises it and the one that lowers it`() {
    let words = words(Basket.specification)
    #expect(words.contains("items.count rises by .add only") && words.contains("items.count falls by .remove only"))
    #expect(!words.contains("only .add and .remove change items.count"))
  }

  @Test func `a condition that is equivalent to one case of an enum is not said to exclude the other cases`() {
    let words = words(Basket.specification)
    #expect(words.contains("payment is .paying exactly if a charge is outstanding"))
    #expect(!words.contains { $0.hasPrefix("never both: payment is ") }, "\(words)")
  }

  @Test func `of two bounds only the closer one is suggested`() {
    let words = words(Specification(of: Dial.self) {})
    #expect(words.contains("level is never below 10"))
    #expect(!words.contains("level is never below 0"))
  }

  @Test func `a statement about 0 that follows from the order of two numbers is left out`() {
    let words = words(Specification(of: Line.self) {})
    #expect(words.contains("letters.count is at least cursor"))
    #expect(!words.contains("letters is not empty or cursor is 0"))
  }

  @Test func `a near miss is not repeated for a condition that is always equivalent`() {
    let words = words(Loader.specification)
    #expect(words.contains("isLoading exactly if a load is outstanding"))
    #expect(words.contains("isOpen whenever a load is outstanding"))
    #expect(!words.contains("isOpen whenever isLoading"), "\(words)")
  }

  @Test func `conditions on equal cases of two fields have different names`() {
    let cases = ["empty", "loading", "loaded"].map { EnumChoice(name: $0, isComparable: false) }
    let conditions = ["left", "right"].map { field in
      Condition.all(of: Observation(access: Access.root.field(field), kind: .choice(cases)), numbered: 0)[2].holds
    }
    #expect(
      Formula.equal(conditions[0], conditions[1]).code(#"Always("both or none")"#) == """
        Always("both or none") { model in
          let isLeftLoaded = if case .loaded = model.left { true } else { false }
          let isRightLoaded = if case .loaded = model.right { true } else { false }
          return isLeftLoaded == isRightLoaded
        }
        """)
  }

  @Test func `conditions on fields whose paths read alike have different names`() {
    let cases = ["empty", "loading", "loaded"].map { EnumChoice(name: $0, isComparable: false) }
    let accesses = [Access.root.field("page").field("phase"), Access.root.field("pagePhase")]
    let conditions = accesses.enumerated().map { number, access in
      Condition.all(of: Observation(access: access, kind: .choice(cases)), numbered: number)[2].holds
    }
    #expect(
      Formula.equal(conditions[0], conditions[1]).code(#"Always("both or none")"#) == """
        Always("both or none") { model in
          let isPagePhaseLoaded0 = if case .loaded = model.page.phase { true } else { false }
          let isPagePhaseLoaded1 = if case .loaded = model.pagePhase { true } else { false }
          return isPagePhaseLoaded0 == isPagePhaseLoaded1
        }
        """)
  }

  @Test func `a statement that follows from several others is left out, and of equivalent ones the best stays`() {
    func statement(_ words: String, score: Double, exceptions: Int = 0, _ facts: [Fact]) -> Statement {
      Statement(
        words: words, code: "", total: 9, support: 9, exceptions: Tally(count: exceptions), observations: [0],
        score: score, facts: facts)
    }
    /// The words of the statements that stay, where literal 0 implies literal 2.
    func kept(_ statements: [Statement]) -> [String] {
      Statement.withoutRedundant(statements) { $0 == $1 || ($0 == 0 && $1 == 2) }.map(\.words)
    }
    // `messages` is a mask: 1 stands for the message a, 2 for b, and 3 for both.
    func only(_ cause: Fact.Cause) -> [Fact] { [.changes(0, .rising, by: cause), .changes(0, .falling, by: cause)] }
    let rises = statement("rises by a", score: 1, [.changes(0, .rising, by: .messages(1))])
    let falls = statement("falls by b", score: 1, [.changes(0, .falling, by: .messages(2))])
    #expect(
      kept([statement("a and b change", score: 9, only(.messages(3))), rises, falls]) == ["rises by a", "falls by b"])
    #expect(
      kept([statement("a and b change", score: 9, only(.messages(3))), rises]) == ["a and b change", "rises by a"])
    #expect(kept([statement("a changes", score: 0.1, only(.messages(1))), rises]) == ["a changes"])
    #expect(
      kept([statement("while 2", score: 9, only(.literal(2))), statement("while 0", score: 1, only(.literal(0)))]) == [
        "while 0"
      ])
    let twin = statement("rises by a, said better", score: 2, rises.facts)
    #expect(kept([rises, twin]) == ["rises by a, said better"] && kept([rises, rises]).count == 1)
    // A near miss stays beside a stronger statement that has more exceptions.
    let stronger = statement("stronger", score: 1, exceptions: 3, only(.literal(0)))
    #expect(
      kept([stronger, statement("weaker", score: 1, exceptions: 2, only(.literal(2)))]) == ["stronger", "weaker"])
    #expect(kept([stronger, statement("weaker", score: 1, exceptions: 3, only(.literal(2)))]) == ["stronger"])
    #expect(
      kept([
        statement("less", score: 1, [.ordered(0, 1, isStrict: true)]), statement("at most", score: 2, [.ordered(0, 1)]),
      ]) == ["less"])
    #expect(kept([statement("nothing known", score: 1, []), statement("nothing known", score: 1, [])]).count == 2)
  }

  @Test func `at most two laws of a kind stand before the other statements`() {
    func statement(_ words: String, _ observation: Int, law: MessageMiner.Equation.Kind? = nil) -> Statement {
      var statement = Statement(
        words: words, code: "", total: 9, support: 9, observations: [observation], score: law == nil ? 1 : 2)
      statement.law = law
      return statement
    }
    let laws = (1...4).map { statement("law \($0)", $0, law: .idempotent) }
    let commuting = statement("law 5", 5, law: .commuting)
    let facts = (6...9).map { statement("fact \($0)", $0) }
    let manyFacts = facts + (10...14).map { statement("fact \($0)", $0) }
    func words(_ statements: [Statement], isLimited: Bool = true) -> [String] {
      SuggestionList(statements, isLimited: isLimited).statements.map(\.words)
    }
    let firstTen = [
      "law 1", "law 2", "law 5", "fact 10", "fact 11", "fact 12", "fact 13", "fact 14", "fact 6", "fact 7",
    ]
    #expect(words(laws + [commuting] + manyFacts) == firstTen)
    #expect(
      words(laws + [commuting] + manyFacts, isLimited: false) == firstTen + ["law 3", "law 4", "fact 8", "fact 9"])
    // Where there is little else, further laws fill the list.
    #expect(words(laws + facts) == ["law 1", "law 2", "fact 6", "fact 7", "fact 8", "fact 9", "law 3", "law 4"])
  }
}

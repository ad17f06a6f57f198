@testable import TEAResults
@testable import TEASupport
import Testing

@testable import TEACheck

/// A screen that loads. Its close button does not cancel the load.
private enum LoadingScreen: Module {
  enum Phase: Hashable { case empty, loading(attempt: Int), loaded([Int]) }
  struct Options: OptionSet, Hashable {
    var rawValue: Int
    static let pinned = Options(rawValue: 1)
  }
  struct ID: RawRepresentable, Hashable { var rawValue: Int }

  struct Model: Hashable {
    var isOpen = false
    var phase = Phase.empty
    var options: Options = []
    var chosen: ID?
    var known: [ID] = []
    var _storage = 0
    var started = 0 as Int64
  }

  enum Message: Hashable { case open, close, pin, choose, loaded }
  enum Command: Hashable { case load }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open:
      guard !model.isOpen else { return }
      model.isOpen = true
      model.started = min(3, model.started + 1)
      model.phase = .loading(attempt: 1)
      perform(.load)
    case .close: model.isOpen = false
    case .pin: model.options.formSymmetricDifference(.pinned)
    case .choose: if case .loaded = model.phase { model.chosen = model.known.first }
    case .loaded:
      model.phase = .loaded([1])
      model.known = [ID(rawValue: 7)]
    }
  }

  static var specification: Specification<LoadingScreen> {
    Specification(of: LoadingScreen.self) {
      Messages(of: .world) { $0.outstanding.count < 2 ? [.open, .close, .pin, .choose] : [] }
      Replies { _ in [.loaded] }
      Always("a property of its own is no obstacle") { !$0.isOpen }
    }
  }
}

/// A program whose whole model is one number.
private enum Small: Module {
  typealias Model = Int
  enum Message { case up, down, reset }
  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
    switch message {
    case .up: model = min(model + 1, 5)
    case .down: model = max(model - 1, 0)
    case .reset: model = 0
    }
  }
}

private enum Silent: Module {
  struct Model: Hashable {}
  enum Message { case tap }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
}

/// A program with a number that is too large for suggestions.
private enum Wide: Module {
  struct Model: Hashable {
    var stamp = 1 << 40
    var count = 0
  }
  enum Message { case tick, reset }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if case .reset = message { return model = Model() }
    guard model.count < 6 else { return }
    model.count += 1
    model.stamp += 1
  }
}

/// A list of two rows, of which one may be selected.
private enum TwoRows: Module {
  struct Model: Hashable {
    var selection: Int?
    var isWide = false, isDark = false
  }
  enum Message: Hashable { case select(isSecond: Bool), clear, widen, darken }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .select(let isSecond): model.selection = isSecond ? 1 : 0
    case .clear: model.selection = nil
    case .widen: model.isWide.toggle()
    case .darken: model.isDark.toggle()
    }
  }
}

/// A counter without a limit, and a lamp. At a count of nine the lamp stays lit; at seven, `flip` throws.
private enum Lamp: Module {
  struct Model: Hashable {
    var count = 0
    var isLit = false
  }
  enum Message { case add, flip }
  struct Jam: Error {}
  typealias Failure = Jam

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .add: model.count += 1
    case .flip:
      guard model.count != 7 else { throw Jam() }
      model.isLit = model.count == 9 || !model.isLit
    }
  }
}

/// A room with a message, `enter`, that traps where it is not offered.
private enum Locked: Module {
  struct Model: Hashable {
    var isOpen = false
    var count = 0
  }
  enum Side: Equatable { case left, right }
  enum Message: Equatable { case toggle, set(to: Int), turn(Side, Bool), enter }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .toggle: model.isOpen.toggle()
    case .set(let count): model.count = count
    case .turn(let side, let isFar): model.count = side == .left ? -1 : isFar ? 7 : 8
    case .enter:
      precondition(model.isOpen, "entered a closed room")
      model.count = 3
    }
  }
}

/// A question with three answers. The view shows the given one. The `kind`, one of `kinds`, never changes.
private enum Survey: Module {
  struct Model: Hashable {
    var answer: Bool?
    var kind: Int? = 3
    var kinds = [3, 4]
    var topic: Int?
    var topics = [5, 6]
  }
  struct View: Hashable {
    var shown: Bool?
  }
  enum Message: CaseIterable { case yes, no, skip, choose }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .yes: model.answer = true
    case .no: model.answer = false
    case .skip: model.answer = nil
    case .choose: model.topic = model.topic == nil ? 5 : nil
    }
  }
  static func view(for model: Model) -> View { View(shown: model.answer) }
}

/// The suggestions for a program, with their code, their report and their record.
@Suite struct SuggestionTests {
  private func result<M: Module>(
    _ specification: Specification<M>, suggestsAll: Bool = false, states: Int? = nil
  ) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = .suggest
    settings.suggestsAll = suggestsAll
    settings.states = states
    var result = specification.check().outcome(settings, onProgress: { _ in }).result
    result.seconds = 0
    return result
  }

  @Test func `a report lists ten suggestions with their code`() {
    let lines = TextReport.lines(of: result(LoadingScreen.specification))
    #expect(
      lines.joined(separator: "\n") == """
        LoadingScreen   complete · 68 worlds · 290 transitions · depth 11 · 0.00 s

          holds nearly always: is the exception a bug?

           1  at most one load is outstanding   all but 6 of 42 relevant worlds of 68
              Always("at most one load is outstanding", of: .world) { world in
                world.outstanding.count { if case .load = $0 { true } else { false } } <= 1
              }
              not after 3 steps:
                    start  isOpen: false  phase: empty  options: Options(rawValue: 0)  chosen: nil  known: []  _storage: 0
                           started: 0
                 1  open   isOpen: false → true  phase: empty → loading(attempt: 1)  started: 0 → 1  performs load
                 2  close  isOpen: true → false
                 3  open   isOpen: false → true  started: 1 → 2  performs load  outstanding: load, load   ✗

          holds always: is it meant?

           2  chosen is one of known, where there is one   all 30 relevant worlds of 68
              Always("chosen is one of known, where there is one") { model in
                model.chosen.map { model.known.contains($0) } ?? true
              }

           3  a load is outstanding whenever phase is .loading   all 26 relevant worlds of 68
              Always("a load is outstanding whenever phase is .loading", of: .world) { world in
                let isPhaseLoading = if case .loading = world.model.phase { true } else { false }
                return !isPhaseLoading || world.outstanding.contains { if case .load = $0 { true } else { false } }
              }

           4  started changes only while not isOpen   all 20 relevant steps of 290
              Step("started changes only while not isOpen") { step in
                step.before.started == step.after.started || !step.before.isOpen
              }

           5  known is not empty whenever chosen is set   all 30 relevant worlds of 68
              Always("known is not empty whenever chosen is set") { $0.chosen == nil || !$0.known.isEmpty }

           6  it can always come to this again: options is empty   all 34 relevant worlds of 68
              Recovers("it can always come to this again: options is empty") { $0.options.isEmpty }

           7  started is never below 0   all 68 worlds
              Always("started is never below 0") { $0.started >= 0 }

           8  whether chosen is set changes only while phase is .loaded   all 20 relevant steps of 290
              Step("whether chosen is set changes only while phase is .loaded") { step in
                let isPhaseLoaded = if case .loaded = step.before.phase { true } else { false }
                return (step.before.chosen == nil) == (step.after.chosen == nil) || isPhaseLoaded
              }

           9  it can always come to this again: not isOpen   all 36 relevant worlds of 68
              Recovers("it can always come to this again: not isOpen") { !$0.isOpen }

          10  known is not empty whenever phase is .loaded   all 40 relevant worlds of 68
              Always("known is not empty whenever phase is .loaded") { model in
                let isPhaseLoaded = if case .loaded = model.phase { true } else { false }
                return !isPhaseLoaded || !model.known.isEmpty
              }

          17 more with --all
        """)
  }

  @Test func `suggestions about a model that is a number call it the model`() {
    let suggestions = result(Specification(of: Small.self) {}).suggestions ?? []
    #expect(
      suggestions.map(\.code) == [
        "Inverse(of: .down, .up) { $0 != 0 }",
        "Always(\"the model is never below 0\") { $0 >= 0 }",
        "Commute(.down, .reset)", "Idempotent(.reset)",
        """
        Step("the model rises by .up only") { step in
          if case .up = step.message { return true }
          return step.before >= step.after
        }
        """,
        "Always(\"the model is never above 5\") { $0 <= 5 }",
      ])
  }

  /// A program that counts its outstanding commands.
  private enum Uploads: Module {
    struct Model: Hashable { var running = 0 }
    enum Message: Hashable { case start, done }
    enum Command: Hashable { case upload }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .start { perform(.upload) }
      model.running += message == .start ? 1 : -1
    }
  }

  @Test func `the bound on outstanding commands suggests no bound of a number`() {
    let suggestions =
      result(
        Specification(of: Uploads.self) {
          Messages(of: .model) { _ in [.start] }
          Replies { _ in [.done] }
        }, suggestsAll: true
      ).suggestions ?? []
    #expect(suggestions.contains { $0.code.contains("running is never below 0") })
    #expect(!suggestions.contains { $0.code.contains("running is never above") })
  }

  /// World 17, counted from 0, is the first with a count of nine. A search bounded by 18 worlds finds this world but does not
  /// expand it, so only a call of `update` there shows the exception.
  @Test(arguments: [(states: 17, exceptions: 0), (states: 18, exceptions: 1)])
  func `laws are evaluated in worlds that were not expanded`(states: Int, exceptions: Int) throws {
    let suggestions = result(Specification(of: Lamp.self) {}, suggestsAll: true, states: states).suggestions ?? []
    let law = try #require(suggestions.first { $0.code == "Inverse(of: .flip, .flip)" })
    #expect(law.exceptions == exceptions && law.total == states)
    #expect(law.exception?.steps.count == (exceptions > 0 ? 9 : nil))
  }

  @Test func `a law holds where update fails`() throws {
    let suggestions = result(Specification(of: Lamp.self) {}, suggestsAll: true, states: 17).suggestions ?? []
    let law = try #require(suggestions.first { $0.code == "Commute(.add, .flip)" })
    #expect(law.exceptions == 0)
  }

  @Test func `laws are suggested for messages that are always offered`() {
    let specification = Specification(of: Locked.self) {
      Messages { model in [.toggle, .set(to: 1), .turn(.right, true)] + (model.isOpen ? [.enter] : []) }
    }
    let laws = (result(specification, suggestsAll: true).suggestions ?? []).map(\.code).filter {
      $0.hasPrefix("Inverse") || $0.hasPrefix("Commute") || $0.hasPrefix("Idempotent")
    }
    #expect(
      laws.sorted() == [
        "Commute(.toggle, .set(to: 1))", "Commute(.toggle, .turn(.right, true))", "Idempotent(.set(to: 1))",
        "Idempotent(.turn(.right, true))", "Inverse(of: .toggle, .toggle)",
      ])
  }

  @Test func `a flag of the view that may be absent is compared with one of the model`() {
    let suggestions = result(Specification(of: Survey.self) {}, suggestsAll: true).suggestions ?? []
    #expect(
      suggestions.first { $0.words.hasPrefix("view.shown") }?.code == """
        Always("view.shown is answer", of: .world) { world in
          let view = try world.view
          return view.shown == world.model.answer
        }
        """, "\(suggestions.map(\.words))")
  }

  @Test func `nothing is claimed of an optional that never changes`() {
    let words = (result(Specification(of: Survey.self) {}, suggestsAll: true).suggestions ?? []).map(\.words)
    #expect(words.contains("topic is one of topics, where there is one"), "\(words)")
    #expect(!words.contains { $0.contains("kind") }, "\(words)")
  }

  /// Of a number with two values, nothing is claimed: it may stand for a choice.
  @Test func `an absent value is no value of a number`() {
    let words = (result(Specification(of: TwoRows.self) {}, suggestsAll: true).suggestions ?? []).map(\.words)
    #expect(!words.isEmpty && !words.contains("selection is never below 0"), "\(words)")
  }

  @Test func `a model without fields has no suggestions`() {
    let result = result(Specification(of: Silent.self) {})
    #expect(result.suggestions == [])
    #expect(TextReport.lines(of: result).last == "  nothing was found that holds and says something")
  }

  @Test func `numbers that are too large have no suggestions`() {
    let suggestions = result(Specification(of: Wide.self) {}, suggestsAll: true).suggestions ?? []
    #expect(suggestions.contains { $0.words == "count is never below 0" })
    #expect(!suggestions.contains { $0.words.contains("stamp") })
  }

  @Test func `the number of workers does not change the suggestions`() throws {
    func run(workers: Int) -> [CheckResult.Suggestion]? {
      var settings = CheckSettings()
      settings.engine = .suggest
      settings.suggestsAll = true
      settings.workers = workers
      return LoadingScreen.specification.check().outcome(settings, onProgress: { _ in }).result.suggestions
    }
    let suggestions = try #require(run(workers: 1))
    #expect(!suggestions.isEmpty && suggestions == run(workers: 8))
  }

  @Test func `the report of suggestions states the bound of the search`() {
    let result = result(LoadingScreen.specification, states: 20)
    #expect(result.suggestions?.isEmpty == false)
    #expect(result.suggestions?.allSatisfy { $0.isOfSteps || $0.total == 20 } == true)
    let lines = TextReport.lines(of: result)
    #expect(lines[0].contains("bounded: all worlds to depth"))
    #expect(lines.contains("  holds in all 20 worlds explored: is it meant?"))
    #expect(!lines.contains { $0.contains("always: is") })
  }

  @Test func `a record keeps the suggestions`() throws {
    let result = result(LoadingScreen.specification)
    let record = try #require(CheckResult(record: JSON(parsing: result.record(suite: "Checks").text)))
    #expect(record.suggestions == result.suggestions)
    #expect(record.hiddenSuggestions == result.hiddenSuggestions)
    #expect(TextReport.lines(of: record) == TextReport.lines(of: result))
  }

  @Test func `a single relevant world has no plural`() {
    var suggestion = CheckResult.Suggestion(
      words: "", code: "", isOfSteps: false, total: 68, support: 1, exceptions: 0, exception: nil)
    #expect(suggestion.evidence == "all 1 relevant world of 68")
    suggestion.support = 2
    #expect(suggestion.evidence == "all 2 relevant worlds of 68")
  }

  @Test(arguments: ["total", "support", "exceptions", "words", "code", "subject"])
  func `a suggestion without a required member is rejected`(_ member: String) throws {
    let suggestion = try #require(result(LoadingScreen.specification).suggestions?.first)
    #expect(CheckResult.Suggestion(json: suggestion.json) == suggestion)
    let record = suggestion.json.text.replacing("\"\(member)\":", with: "\"no \(member)\":")
    #expect(CheckResult.Suggestion(json: try JSON(parsing: record)) == nil)
  }
}

import Testing

@testable import TEAAnalysis
@testable import TEACheck

/// A document with an adapter's commands: all of them are of one case, and their requests tell them apart.
private enum AdaptedDocument: Module {
  struct Model: Hashable {
    var isLoading = false
    var isSaving = false
    var isOpen = false
    var hasFailed = false
  }
  enum Message: CaseIterable { case load, save, toggle, loaded, failed, saved }
  enum Request: Hashable { case load, save }
  enum Command: Hashable { case run(Request, EffectPolicy<Int>) }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .load:
      if !model.isLoading { perform(.run(.load, .all)) }
      model.isLoading = true
    case .save:
      if !model.isSaving { perform(.run(.save, .all)) }
      model.isSaving = true
    case .toggle: model.isOpen.toggle()
    case .loaded: (model.isLoading, model.hasFailed) = (false, false)
    case .failed: (model.isLoading, model.hasFailed) = (false, true)
    case .saved: model.isSaving = false
    }
  }

  static var specification: Specification<AdaptedDocument> {
    Specification(of: AdaptedDocument.self) {
      Messages { _ in [.load, .save, .toggle] }
      Replies { command in
        switch command {
        case .run(.load, _): [.loaded, .failed]
        case .run(.save, _): [.saved]
        }
      }
    }
  }
}

/// A screen with a row, whose messages are of one case.
private enum Screen: Module {
  struct Model: Hashable {
    var count = 0
    var isMarked = false
    var isRenamed = false
    var isHidden = false
  }
  enum Row { case plus, minus, mark }
  enum Message { case row(Row), rename, hide }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .row(.plus): model.count = min(3, model.count + 1)
    case .row(.minus): model.count = max(0, model.count - 1)
    case .row(.mark): model.isMarked.toggle()
    case .rename: model.isRenamed.toggle()
    case .hide: model.isHidden.toggle()
    }
  }

  static var specification: Specification<Screen> {
    Specification(of: Screen.self) {
      Messages { _ in [.row(.plus), .row(.minus), .row(.mark), .rename, .hide] }
    }
  }
}

/// Commands and messages that hold an enum of the program are told apart by its cases.
@Suite struct NestedCaseTests {
  private func suggestions() -> [CheckResult.Suggestion] { suggestions(AdaptedDocument.specification) }

  private func suggestions<M: Module>(_ specification: Specification<M>) -> [CheckResult.Suggestion] {
    var settings = CheckSettings()
    (settings.engine, settings.suggestsAll) = (.suggest, true)
    return specification.check().outcome(settings, onProgress: { _ in }).result.suggestions ?? []
  }

  @Test func `a suggestion names the message of a child that makes a change`() {
    let suggestions = suggestions(Screen.specification)
    let words = suggestions.map(\.words)
    #expect(words.contains("count falls by .row(.minus) only"), "\(words)")
    #expect(words.contains("only .row(.mark) changes isMarked"), "\(words)")
    #expect(!words.contains("only .row changes count"), "\(words)")
    let rise = suggestions.first { $0.words == "count rises by .row(.plus) only" }
    #expect(
      rise?.code == """
        Step("count rises by .row(.plus) only") { step in
          if case .row(.plus) = step.message { return true }
          return step.before.count >= step.after.count
        }
        """)
  }

  @Test func `a suggestion names the request of a command, and its code matches it`() {
    let codes = Dictionary(suggestions().map { ($0.words, $0.code) }, uniquingKeysWith: { first, _ in first })
    #expect(
      codes["isLoading exactly if a run(.load) is outstanding"] == """
        Always("isLoading exactly if a run(.load) is outstanding", of: .world) { world in
          world.model.isLoading == world.outstanding.contains { if case .run(.load, _) = $0 { true } else { false } }
        }
        """)
    #expect(codes["isSaving exactly if a run(.save) is outstanding"] != nil)
    #expect(
      codes["at most one run(.load) is outstanding"] == """
        Always("at most one run(.load) is outstanding", of: .world) { world in
          world.outstanding.count { if case .run(.load, _) = $0 { true } else { false } } <= 1
        }
        """)
    #expect(
      codes["only a reply to run(.load) changes hasFailed"] == """
        Step("only a reply to run(.load) changes hasFailed") { step in
          if case .run(.load, _)? = step.answering { return true }
          return step.before.hasFailed == step.after.hasFailed
        }
        """)
  }

  @Test func `nothing is said that follows from the nesting alone`() {
    let words = suggestions().map(\.words)
    #expect(!words.contains { $0.contains("a run is outstanding") }, "\(words)")
    #expect(!words.contains { $0.contains("run(.all)") }, "\(words)")
  }

  private enum Item: Hashable { case load(Int), save }
  private enum Child: Hashable { case run(Int, Item), stop }
  private indirect enum App: Hashable {
    case child(Child)
    case item(id: Item)
    case again(App)
    case idle
  }

  @Test func `the cases of a command are listed from the outermost in, and read from its values`() {
    let paths = CasePaths(of: App.self)
    #expect(
      paths.choices.map(\.path) == [
        "child", "item", "again", "idle", "child(.run)", "child(.stop)", "item(.load)", "item(.save)",
        "child(.run(.load))", "child(.run(.save))",
      ])
    #expect(
      paths.choices.suffix(4).map(\.pattern) == [
        "item(.load)", "item(.save)", "child(.run(_, .load))", "child(.run(_, .save))",
      ])
    #expect(paths.lineages[8] == [0, 4, 8])
    let values: [App] = [
      .idle, .again(.idle), .child(.stop), .child(.run(7, .load(2))), .child(.run(7, .save)), .item(id: .load(1)),
      .item(id: .save),
    ]
    #expect(values.map { paths.number(of: $0) } == [3, 2, 5, 8, 9, 6, 7])
    #expect(paths.common(to: [8, 9]) == 4)
    #expect(paths.common(to: [5, 9]) == 0)
    #expect(paths.common(to: [5, 6]) == nil)
  }

  @Test func `a type that is no enum has no cases`() {
    #expect(CasePaths(of: Int.self).choices.isEmpty)
    #expect(CasePaths(of: Never.self).choices.isEmpty)
  }
}

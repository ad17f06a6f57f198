import Testing

@testable import TEACheck

/// A form that can always be set back.
private enum Form: Module {
  struct Model: Hashable {
    var name = "Ann"
    var page = 1
    var tags = [7]
    let version = 3
    var weight = 1.5
  }
  enum Message { case rename, next, tag, weigh }
  static func start(with flags: Void) -> Model { Model() }
  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .rename: model.name = model.name.isEmpty ? "Ann" : ""
    case .next: model.page = model.page % 3 + 1
    case .tag: model.tags = model.tags.isEmpty ? [7] : []
    case .weigh: model.weight = 4 - model.weight
    }
  }
}

/// Suggestions of `Recovers`: conditions that a program can always reach again.
@Suite struct RecoverySuggestionTests {
  @Test func `a recovery names each condition that it states`() {
    var settings = CheckSettings()
    (settings.engine, settings.suggestsAll) = (.suggest, true)
    let result = Specification(of: Form.self) {}.check().outcome(settings, onProgress: { _ in }).result
    let recoveries = (result.suggestions ?? []).filter { $0.code.hasPrefix("Recovers") }
    #expect(
      recoveries.map(\.code) == [
        """
        Recovers("it can always come to this again: name is not empty, page is 1 and tags is not empty") { model in
          !model.name.isEmpty && model.page == 1 && !model.tags.isEmpty
        }
        """
      ])
  }
}

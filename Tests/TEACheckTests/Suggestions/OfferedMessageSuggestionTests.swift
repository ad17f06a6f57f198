import Synchronization
import Testing

@testable import TEACheck

/// Laws are suggested only for messages that every world offers. No message is tried in a world that does not offer it.
@Suite(.serialized) struct OfferedMessageSuggestionTests {
  @Test(arguments: [true, false]) func `a message is not sent in a world that offers none`(declaresReplies: Bool) {
    Switch.updatesAtTheEnd.store(0, ordering: .relaxed)
    var settings = CheckSettings()
    settings.engine = .suggest
    settings.suggestsAll = true
    let specification = Specification(of: Switch.self) {
      Messages(of: .model) { $0.number < 5 ? [.toggle, .next] : [] }
      if declaresReplies { Replies { _ in nil } }
    }
    let result = specification.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.suggestions?.isEmpty == false)
    #expect(result.suggestions?.contains { $0.code.contains(".toggle") } == false)
    #expect(Switch.updatesAtTheEnd.load(ordering: .relaxed) == 0)
  }

  private enum Switch: Module {
    enum Message: Hashable { case toggle, next }
    enum Command: Hashable { case save }
    struct Model: Hashable { var number = 0, isOn = false }

    /// The number of calls of `update` in worlds that offer no message.
    static let updatesAtTheEnd = Atomic(0)

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if model.number == 5 { updatesAtTheEnd.add(1, ordering: .relaxed) }
      switch message {
      case .toggle: model.isOn.toggle()
      case .next: model.number += 1
      }
    }
  }
}

import TEACheck

/// Two-phase commit with an array of managers, each a struct with all of its parts, as an app developer writes it.
enum ListedTwoPhaseCommit: Module {
  enum State { case working, prepared, committed, aborted }

  struct Manager: Hashable {
    var state = State.working
    var hasSentPrepared = false
    var isKnownToBePrepared = false
  }

  enum Decision: Hashable { case commit, abort }

  struct Model: Hashable {
    var managers: [Manager]
    /// The coordinator's decision, which is sent to all; `nil` before it is made.
    var decision: Decision?
  }

  typealias Message = TwoPhaseCommit.Message
  typealias Flags = Int

  static func start(with count: Int) -> Model { Model(managers: Array(repeating: Manager(), count: count)) }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if model.decision == nil {
      if model.managers.allSatisfy(\.isKnownToBePrepared) { messages.append(.commit) }
      messages.append(.abort)
    }
    for (index, manager) in model.managers.enumerated() {
      if model.decision == nil, manager.hasSentPrepared { messages.append(.receivePrepared(index)) }
      if manager.state == .working { messages += [.prepare(index), .chooseAbort(index)] }
      if model.decision == .commit { messages.append(.receiveCommit(index)) }
      if model.decision == .abort { messages.append(.receiveAbort(index)) }
    }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .commit: model.decision = .commit
    case .abort: model.decision = .abort
    case .receivePrepared(let index): model.managers[index].isKnownToBePrepared = true
    case .prepare(let index):
      model.managers[index].state = .prepared
      model.managers[index].hasSentPrepared = true
    case .chooseAbort(let index), .receiveAbort(let index): model.managers[index].state = .aborted
    case .receiveCommit(let index): model.managers[index].state = .committed
    }
  }

  static func specification(_ count: Int) -> Specification<ListedTwoPhaseCommit> {
    Specification(of: ListedTwoPhaseCommit.self) {
      Start(with: [count])
      Messages(of: .model) { offers($0) }
      Always("nobody aborts beside a commit") { model in
        !(model.managers.contains { $0.state == .committed } && model.managers.contains { $0.state == .aborted })
      }
    }
  }
}

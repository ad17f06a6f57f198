import TEACheck

/// Two-phase commit (Gray and Lamport): while it is undecided, the coordinator may abort, and it may commit once it knows that
/// all managers are prepared.
enum TwoPhaseCommit: Module {
  enum Manager: Comparable { case working, prepared, committed, aborted }
  enum Coordinator { case undecided, committed, aborted }
  /// A message between the managers and the coordinator; a note that was sent is never removed.
  enum Note: Hashable { case prepared(Int), commit, abort }

  enum Message {
    case commit, abort
    case receivePrepared(Int), prepare(Int), chooseAbort(Int), receiveCommit(Int), receiveAbort(Int)
  }

  struct Model: Hashable {
    var managers: [Manager]
    var coordinator = Coordinator.undecided
    /// `true` for each manager that the coordinator knows to be prepared.
    var prepared: [Bool]
    var notes: Set<Note> = []
  }

  typealias Flags = Int

  static func start(with count: Int) -> Model {
    Model(
      managers: Array(repeating: .working, count: count), prepared: Array(repeating: false, count: count))
  }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if model.coordinator == .undecided {
      if model.prepared.allSatisfy({ $0 }) { messages.append(.commit) }
      messages.append(.abort)
    }
    for index in model.managers.indices {
      if model.coordinator == .undecided, model.notes.contains(.prepared(index)) {
        messages.append(.receivePrepared(index))
      }
      if model.managers[index] == .working { messages += [.prepare(index), .chooseAbort(index)] }
      if model.notes.contains(.commit) { messages.append(.receiveCommit(index)) }
      if model.notes.contains(.abort) { messages.append(.receiveAbort(index)) }
    }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .commit:
      model.coordinator = .committed
      model.notes.insert(.commit)
    case .abort:
      model.coordinator = .aborted
      model.notes.insert(.abort)
    case .receivePrepared(let index): model.prepared[index] = true
    case .prepare(let index):
      model.managers[index] = .prepared
      model.notes.insert(.prepared(index))
    case .chooseAbort(let index), .receiveAbort(let index): model.managers[index] = .aborted
    case .receiveCommit(let index): model.managers[index] = .committed
    }
  }

  static func specification(_ count: Int) -> Specification<TwoPhaseCommit> {
    Specification(of: TwoPhaseCommit.self) {
      Start(with: [count])
      Messages(of: .model) { offers($0) }
      Always("nobody aborts beside a commit") {
        !($0.managers.contains(.committed) && $0.managers.contains(.aborted))
      }
      Sometimes("all abort") { $0.managers.allSatisfy { $0 == .aborted } }
      Sometimes("all commit") { $0.managers.allSatisfy { $0 == .committed } }
    }
  }

  /// The model with its managers sorted by all that the model says of each: a canonical form, because managers are alike.
  static func sorted(_ model: Model) -> Model {
    func facts(_ index: Int) -> (Manager, Int, Int) {
      (model.managers[index], model.prepared[index] ? 1 : 0, model.notes.contains(.prepared(index)) ? 1 : 0)
    }
    let order = model.managers.indices.sorted { facts($0) < facts($1) }
    var sorted = model
    sorted.managers = order.map { model.managers[$0] }
    sorted.prepared = order.map { model.prepared[$0] }
    sorted.notes = model.notes.filter { $0 == .commit || $0 == .abort }
    for (place, index) in order.enumerated() where model.notes.contains(.prepared(index)) {
      sorted.notes.insert(.prepared(place))
    }
    return sorted
  }

  static func symmetric(_ count: Int) -> Specification<TwoPhaseCommit> {
    Specification(of: TwoPhaseCommit.self) {
      specification(count)
      Symmetric { sorted($0) }
    }
  }
}

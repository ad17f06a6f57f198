import TEACheck

/// Two-phase commit of up to eight managers, as sets of bits.
enum PlainTwoPhaseCommit: Module {
  typealias Message = TwoPhaseCommit.Message

  /// A set of managers: bit `i` is manager `i`.
  struct Managers: OptionSet, Hashable {
    var rawValue: UInt8
    /// The manager with an index.
    static func one(_ index: Int) -> Managers { Managers(rawValue: 1 << index) }
    /// The managers with the indices below a count, which is at most 8.
    static func first(_ count: Int) -> Managers { Managers(rawValue: .max >> (8 - count)) }
  }

  /// The notes that were sent: bit `i` is the note of manager `i` that it is prepared, and bits 8 and 9 are the decisions.
  struct Notes: OptionSet, Hashable {
    var rawValue: UInt16
    static let commit = Notes(rawValue: 1 << 8)
    static let abort = Notes(rawValue: 1 << 9)
    static func prepared(_ index: Int) -> Notes { Notes(rawValue: 1 << index) }
  }

  /// A manager that is neither prepared, committed nor aborted is working.
  struct Model: Hashable {
    let managers: Managers
    var prepared: Managers = []
    var committed: Managers = []
    var aborted: Managers = []
    var coordinator = TwoPhaseCommit.Coordinator.undecided
    /// The managers that the coordinator knows to be prepared.
    var heardOf: Managers = []
    var notes: Notes = []
  }

  static func start(with count: Int) -> Model { Model(managers: .first(count)) }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    let isUndecided = model.coordinator == .undecided
    if isUndecided {
      if model.heardOf == model.managers { messages.append(.commit) }
      messages.append(.abort)
    }
    let working = model.managers.subtracting(model.prepared).subtracting(model.committed).subtracting(model.aborted)
    for index in 0..<model.managers.rawValue.nonzeroBitCount {
      if isUndecided, model.notes.contains(.prepared(index)) { messages.append(.receivePrepared(index)) }
      if working.contains(.one(index)) { messages += [.prepare(index), .chooseAbort(index)] }
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
    case .receivePrepared(let index): model.heardOf.insert(.one(index))
    case .prepare(let index):
      model.prepared.insert(.one(index))
      model.notes.insert(.prepared(index))
    case .chooseAbort(let index), .receiveAbort(let index):
      model.prepared.remove(.one(index))
      model.committed.remove(.one(index))
      model.aborted.insert(.one(index))
    case .receiveCommit(let index):
      model.prepared.remove(.one(index))
      model.aborted.remove(.one(index))
      model.committed.insert(.one(index))
    }
  }

  static func specification(_ count: Int) -> Specification<PlainTwoPhaseCommit> {
    Specification(of: PlainTwoPhaseCommit.self) {
      Start(with: [count])
      Messages(of: .model) { offers($0) }
      Always("nobody aborts beside a commit") { $0.committed.isEmpty || $0.aborted.isEmpty }
      Sometimes("all abort") { $0.aborted == $0.managers }
      Sometimes("all commit") { $0.committed == $0.managers }
    }
  }
}

import TEACheck

// Models whose exact numbers of worlds, transitions and steps are known from independent searches.

/// `k` counters modulo `m`.
enum Grid: Module {
  struct Flags { var counters: Int, modulus: Int }
  enum Message { case increment(Int) }
  struct Model: Hashable {
    var counters: [Int]
    var modulus: Int
  }

  static func start(with flags: Flags) -> Model {
    Model(counters: Array(repeating: 0, count: flags.counters), modulus: flags.modulus)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if case .increment(let index) = message {
      model.counters[index] = (model.counters[index] + 1) % model.modulus
    }
  }

  static func specification(_ counters: Int, _ modulus: Int) -> Specification<Grid> {
    Specification(of: Grid.self) {
      Start(with: [Flags(counters: counters, modulus: modulus)])
      Messages(of: .model) { $0.counters.indices.map { .increment($0) } }
    }
  }
}

/// Two-phase commit (Gray and Lamport).
enum TwoPhaseCommit: Module {
  enum Manager { case working, prepared, committed, aborted }
  enum Coordinator { case undecided, committed, aborted }
  enum Note: Hashable { case prepared(Int), commit, abort }

  enum Message {
    case commit, abort
    case receivePrepared(Int), prepare(Int), chooseAbort(Int), receiveCommit(Int), receiveAbort(Int)
  }

  struct Model: Hashable {
    var managers: [Manager]
    var coordinator = Coordinator.undecided
    var prepared: [Bool]
    var notes: Set<Note> = []
  }

  typealias Flags = Int

  static func start(with count: Int) -> Model {
    Model(
      managers: Array(repeating: .working, count: count), prepared: Array(repeating: false, count: count))
  }

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
}

/// Search as you type, whose replies may overtake each other.
enum Race: Module {
  enum Status { case idle, loading, failed }

  struct Flags {
    var typed: Int
    var retries: Int
    var isFixed: Bool
  }

  enum Message {
    case type, retry
    case succeeded(Int), failed(Int)
  }

  struct Model: Hashable {
    var typed = 0
    var shown = 0
    var status = Status.idle
    var retries = 0
    let limit: [Int]
    let isFixed: Bool
  }

  enum Command: Hashable { case request(Int) }

  static func start(with flags: Flags) -> Model {
    Model(limit: [flags.typed, flags.retries], isFixed: flags.isFixed)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type:
      model.typed += 1
      model.status = .loading
      perform(.request(model.typed))
    case .retry:
      model.retries += 1
      model.status = .loading
      perform(.request(model.typed))
    case .succeeded(let number) where !model.isFixed || number == model.typed:
      model.shown = number
      model.status = .idle
    case .failed(let number) where !model.isFixed || number == model.typed:
      model.status = .failed
    case .succeeded, .failed: break
    }
  }

  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if model.typed < model.limit[0] { messages.append(.type) }
    if model.status == .failed, model.retries < model.limit[1] { messages.append(.retry) }
    return messages
  }

  static func specification(
    _ typed: Int, _ retries: Int, isFixed: Bool, settles: Bool = false
  ) -> Specification<Race> {
    Specification(of: Race.self) {
      Start(with: [Flags(typed: typed, retries: retries, isFixed: isFixed)])
      Messages(of: .model) { offers($0) }
      Replies { command in
        switch command {
        case .request(let number): [.succeeded(number), .failed(number)]
        }
      }
      if settles {
        Always("what is shown was typed last", of: .world) { world in
          world.model.status != .idle || !world.outstanding.isEmpty || world.model.shown == world.model.typed
        }
      }
    }
  }
}

/// An app-like model on the heap.
enum Fat: Module {
  struct Row: Hashable {
    var id: Int
    var title: String
    var tags: [String]
    var isDone = false
    var revision = 0
  }

  struct Flags { var rows: Int, cursors: Int }
  enum Message { case moveCursor, toggle(Int) }

  struct Model: Hashable {
    var rows: [String: Row]
    var cursor = 0
    var cursors: Int
    var blob = Array(0..<256)
    var note = String(repeating: "n", count: 200)
  }

  static func start(with flags: Flags) -> Model {
    let rows = (0..<flags.rows).map { index in
      ("row-\(index)", Row(id: index, title: "row number \(index)", tags: ["tag-a-\(index)", "tag-b-\(index)"]))
    }
    return Model(rows: Dictionary(uniqueKeysWithValues: rows), cursors: flags.cursors)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .moveCursor: model.cursor = (model.cursor + 1) % model.cursors
    case .toggle(let index):
      guard var row = model.rows["row-\(index)"] else { return }
      row.isDone.toggle()
      row.revision = row.isDone ? 1 : 0
      row.title = "row number \(index)" + (row.isDone ? " (done)" : "")
      model.rows["row-\(index)"] = row
    }
  }

  static func specification(_ rows: Int, _ cursors: Int) -> Specification<Fat> {
    Specification(of: Fat.self) {
      Start(with: [Flags(rows: rows, cursors: cursors)])
      Messages(of: .model) { [.moveCursor] + (0..<$0.rows.count).map { Message.toggle($0) } }
    }
  }
}

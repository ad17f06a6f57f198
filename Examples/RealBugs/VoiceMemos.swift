import TEACheck

/// Voice memos that are played one at a time, and addressed by row.
///
/// They are wrong on purpose: the deletion of a memo stops neither its timer nor the player.
enum VoiceMemos: Module {
  struct Flags { var memos: Int }

  struct Memo: Hashable {
    var id: Int
    var isPlaying = false
    /// The seconds that were played.
    var seconds = 0

    /// The length of each memo, in seconds.
    static var length: Int { 2 }
  }

  /// Each message has the row of a memo, or its id where the memos are addressed by id.
  enum Message: Hashable {
    case play(Int)
    case delete(Int)
    case tick(Int)
  }

  struct Model: Hashable { var memos: [Memo] }

  /// A timer has the row or the id of its memo, as a message has.
  enum Command: Hashable {
    case startTimer(Int)
    case stopTimer(Int)
    case play(id: Int)
    case stop
  }

  struct Failure: Error { var missingMemo: Int }

  struct View { var rows: [(seconds: String, play: Message, delete: Message)] }

  static func start(with flags: Flags) -> Model { Model(memos: (0..<flags.memos).map { Memo(id: $0) }) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .play(let row):
      for other in model.memos.indices where model.memos[other].isPlaying {
        model.memos[other].isPlaying = false
        perform(.stopTimer(other))
      }
      model.memos[row].isPlaying = true
      model.memos[row].seconds = 0
      perform(.play(id: model.memos[row].id))
      perform(.startTimer(row))
    case .delete(let row):
      model.memos.remove(at: row)
    case .tick(let row):
      guard row < model.memos.count else { throw Failure(missingMemo: row) }
      model.memos[row].seconds += 1
      if model.memos[row].seconds == Memo.length {
        model.memos[row].isPlaying = false
        perform(.stopTimer(row))
        perform(.stop)
      }
    }
  }

  static func view(for model: Model) -> View {
    View(
      rows: model.memos.indices.map { row in
        ("\(model.memos[row].seconds) s", .play(row), .delete(row))
      })
  }
}

/// The same memos, addressed by id instead of by row; deleting a memo stops its timer, but not the player.
enum TimedVoiceMemos: Module {
  typealias Flags = VoiceMemos.Flags
  typealias Message = VoiceMemos.Message
  typealias Model = VoiceMemos.Model
  typealias Command = VoiceMemos.Command
  typealias Failure = VoiceMemos.Failure
  typealias View = VoiceMemos.View

  static func start(with flags: Flags) -> Model { VoiceMemos.start(with: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .play(let id):
      for other in model.memos.indices where model.memos[other].isPlaying {
        model.memos[other].isPlaying = false
        perform(.stopTimer(model.memos[other].id))
      }
      let row = try row(of: id, in: model)
      model.memos[row].isPlaying = true
      model.memos[row].seconds = 0
      perform(.play(id: id))
      perform(.startTimer(id))
    case .delete(let id):
      model.memos.remove(at: try row(of: id, in: model))
      perform(.stopTimer(id))
    case .tick(let id):
      let row = try row(of: id, in: model)
      model.memos[row].seconds += 1
      if model.memos[row].seconds == VoiceMemos.Memo.length {
        model.memos[row].isPlaying = false
        perform(.stopTimer(id))
        perform(.stop)
      }
    }
  }

  static func row(of id: Int, in model: Model) throws(Failure) -> Int {
    guard let row = model.memos.firstIndex(where: { $0.id == id }) else { throw Failure(missingMemo: id) }
    return row
  }

  static func view(for model: Model) -> View {
    View(rows: model.memos.map { ("\($0.seconds) s", .play($0.id), .delete($0.id)) })
  }
}

/// The same memos; deleting a memo that plays also stops the player.
enum FixedVoiceMemos: Module {
  typealias Flags = VoiceMemos.Flags
  typealias Message = VoiceMemos.Message
  typealias Model = VoiceMemos.Model
  typealias Command = VoiceMemos.Command
  typealias Failure = VoiceMemos.Failure
  typealias View = VoiceMemos.View

  static func start(with flags: Flags) -> Model { VoiceMemos.start(with: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    if case .delete(let id) = message, model.memos[try TimedVoiceMemos.row(of: id, in: model)].isPlaying {
      perform(.stop)
    }
    try TimedVoiceMemos.update(for: message, model: &model, perform: perform)
  }

  static func view(for model: Model) -> View { TimedVoiceMemos.view(for: model) }
}

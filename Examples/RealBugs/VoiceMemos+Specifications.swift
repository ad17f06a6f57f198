import TEACheck

protocol MemoApp: Module
where
  Flags == VoiceMemos.Flags, Message == VoiceMemos.Message, Model == VoiceMemos.Model,
  Command == VoiceMemos.Command, View == VoiceMemos.View
{}

extension VoiceMemos: MemoApp {}
extension TimedVoiceMemos: MemoApp {}
extension FixedVoiceMemos: MemoApp {}

/// The surroundings of voice memos: the timers that tick, and the player with the memo that it plays.
enum MemoPlayer<App: MemoApp>: Module {
  typealias Flags = App.Flags
  typealias Failure = VoiceMemos.Failure

  struct Model: Hashable {
    var app: VoiceMemos.Model
    /// The running timers, each by the row or the id of its memo.
    var timers: [Int] = []
    /// The id of the memo that the player plays; `nil` for none.
    var playing: Int?
  }

  enum Message {
    case tap(VoiceMemos.Message)
    case tick(timer: Int)
  }

  static func start(with flags: Flags) throws -> Model { Model(app: try App.start(with: flags)) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    var commands: [App.Command] = []
    switch message {
    case .tap(let message): try App.update(for: message, model: &model.app) { commands.append($0) }
    case .tick(let timer): try App.update(for: .tick(timer), model: &model.app) { commands.append($0) }
    }
    for command in commands {
      switch command {
      case .startTimer(let timer): if !model.timers.contains(timer) { model.timers.append(timer) }
      case .stopTimer(let timer): model.timers.removeAll { $0 == timer }
      case .play(let id): model.playing = id
      case .stop: model.playing = nil
      }
    }
  }

  /// The person plays and deletes memos, and the timers tick.
  private static func playing(memoCount: Int) -> Specification<Self> {
    Specification(of: Self.self) {
      Start(with: [Flags(memos: memoCount)])
      Messages(of: .model) { model in
        let rows = try App.view(for: model.app).rows
        return rows.flatMap { [.tap($0.play), .tap($0.delete)] } + model.timers.map { .tick(timer: $0) }
      }
      Always("no memo plays beyond its end") { model in
        model.app.memos.allSatisfy { $0.seconds <= VoiceMemos.Memo.length }
      }
    }
  }

  /// Requires that every tick is for a memo that exists; for a deleted memo, the update fails.
  static var tickedMemoExists: Specification<Self> {
    Specification(of: Self.self) {
      playing(memoCount: 1)
      Laws(.updateNeverFails)
    }
  }

  /// Requires that a tick is for a memo that plays.
  static var ticks: Specification<Self> {
    Specification(of: Self.self) {
      playing(memoCount: 2)
      Step("a tick changes only a memo that plays") { step in
        guard case .tick = step.message else { return true }
        return zip(step.before.app.memos, step.after.app.memos).allSatisfy { $0 == $1 || $0.isPlaying }
      }
      Step("a tick counts one second") { step in
        guard case .tick = step.message, step.failure == nil else { return true }
        return seconds(step.after) == seconds(step.before) + 1
      }
    }
  }

  /// Requires that the memo that plays is the memo that is shown to play.
  static var audio: Specification<Self> {
    Specification(of: Self.self) {
      playing(memoCount: 2)
      Always("what plays is shown to play") { model in
        model.playing == nil || model.app.memos.contains { $0.id == model.playing && $0.isPlaying }
      }
      Always("what is shown to play plays") { model in
        model.app.memos.allSatisfy { !$0.isPlaying || $0.id == model.playing }
      }
      Sometimes("a memo is played to its end") { model in
        model.app.memos.contains { $0.seconds == VoiceMemos.Memo.length }
      }
    }
  }

  /// The played seconds of all memos together.
  private static func seconds(_ model: Model) -> Int { model.app.memos.reduce(0) { $0 + $1.seconds } }
}

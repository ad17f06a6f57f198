import TEARuntime

/// The screen in which one note is read and written.
enum Editor: Module {
  enum Message: Hashable { case loaded(String), typed(String), tenSecondsPassed }
  enum Command: Hashable { case load(Int), save(Int, String) }
  enum Subscription: Hashable { case autosave }
  enum EffectID: Hashable { case load }

  struct Model: Hashable {
    var id: Int
    var text: String?
    var isChanged = false
  }

  struct View: Hashable { var text: String, isEnabled: Bool }

  static func start(with flags: Int, perform: (Command) -> Void) -> Model {
    perform(.load(flags))
    return Model(id: flags)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .loaded(let text): model.text = text
    case .typed(let text): (model.text, model.isChanged) = (text, true)
    case .tenSecondsPassed:
      perform(.save(model.id, model.text ?? ""))
      model.isChanged = false
    }
  }

  static func view(for model: Model) -> View { View(text: model.text ?? "…", isEnabled: model.text != nil) }

  static func subscriptions(for model: Model) -> [Subscription] { model.isChanged ? [.autosave] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    .after(.seconds(10), .tenSecondsPassed)
  }

  static func policy(for command: Command) -> EffectPolicy<EffectID> {
    switch command {
    case .load: .latest(.load)
    case .save: .all
    }
  }
}

/// A list of notes, of which one may be open.
enum NoteList: Module {
  enum Message: Hashable { case opened(Int), closed, editor(Editor.Message) }
  enum Command: Hashable { case editor(Editor.Command), cancelLoad }
  enum Subscription: Hashable { case editor(Editor.Subscription) }
  enum EffectID: Hashable { case editor(Editor.EffectID) }

  struct Model: Hashable {
    var ids = [1, 2]
    var editor: Editor.Model?
  }

  struct View: Hashable { var ids: [Int], editor: Editor.View? }

  static let editor = OptionalChild<NoteList, Editor>(
    \.editor, message: Message.editor, command: Command.editor, subscription: Subscription.editor,
    effectID: EffectID.editor)

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .opened(let id):
      model.editor = try editor.start(with: id, perform: perform)
    case .closed:
      if let note = model.editor, note.isChanged { perform(.editor(.save(note.id, note.text ?? ""))) }
      model.editor = nil
      perform(.cancelLoad)
    case .editor(let message):
      try editor.update(for: message, in: &model, perform: perform)
    }
  }

  static func view(for model: Model) throws -> View { View(ids: model.ids, editor: try editor.view(for: model)) }

  static func subscriptions(for model: Model) -> [Subscription] { editor.subscriptions(for: model) }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .editor(let subscription): editor.timer(for: subscription)
    }
  }

  static func policy(for command: Command) -> EffectPolicy<EffectID> {
    switch command {
    case .editor(let command): editor.policy(for: command)
    case .cancelLoad: .cancel(.editor(.load))
    }
  }
}

import TEACheck

/// The screen in which the title of a chore is edited and saved.
enum ChoreEditor: Module {
  enum Message: Hashable { case typed(String), saveTapped, saved(Int, String), saveFailed(Int, String) }
  enum Command: Hashable { case save(Int, String) }
  enum Status: Hashable { case editing, saving, failed }
  struct Model: Hashable { var id: Int, title: String, status = Status.editing }

  static func start(with flags: Model) -> Model { flags }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .typed(let title): (model.title, model.status) = (title, .editing)
    case .saveTapped:
      model.status = .saving
      perform(.save(model.id, model.title))
    case .saved: break  // The list closes the screen.
    case .saveFailed: model.status = .failed
    }
  }
}

/// A list of chores, wrong on purpose in two places.
enum Chores: Module {
  enum Message: Hashable {
    case rowTapped(Int), cancelTapped, editor(ChoreEditor.Message)
    case deleteTapped(Int), undoTapped, undoExpired
  }
  enum Command: Hashable { case editor(ChoreEditor.Command), delete(Int), restore(Int) }
  enum Subscription: Hashable { case undo(Int) }

  struct Model: Hashable {
    var titles = [1: "tea", 2: "milk"]
    var editor: ChoreEditor.Model?
    /// The chore that is no longer shown, and can still be brought back.
    var deleted: Int?

    var shown: [Int] { titles.keys.filter { $0 != deleted }.sorted() }

    mutating func forgetDeleted() {
      if let id = deleted { titles[id] = nil }
      deleted = nil
    }
  }

  static let editor = OptionalChild<Chores, ChoreEditor>(\.editor, message: Message.editor, command: Command.editor)

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .rowTapped(let id): model.editor = model.titles[id].map { ChoreEditor.Model(id: id, title: $0) }
    case .cancelTapped: model.editor = nil
    case .editor(.saved(let id, let title)):
      model.titles[id]? = title
      model.editor = nil
    case .editor(let message): try editor.update(for: message, in: &model, perform: perform)
    case .deleteTapped(let id):
      model.forgetDeleted()
      model.deleted = id
      perform(.delete(id))
    case .undoTapped:
      if let id = model.deleted { perform(.restore(id)) }
      model.deleted = nil
    case .undoExpired: model.forgetDeleted()
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.deleted.map { [.undo($0)] } ?? [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(5), .undoExpired) }
}

/// The server, which knows the chores that there are.
struct ChoreServer: Hashable {
  var ids: Set<Int> = [1, 2]
}

/// The same for the list and its repaired versions.
func choresSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Message == Chores.Message, M.Model == Chores.Model, M.Command == Chores.Command {
  Specification(of: module) {
    Messages(of: .world) { world in
      guard world.outstanding.count < 2 else { return [] }
      guard let editor = world.model.editor else {
        return world.model.shown.flatMap { [.rowTapped($0), .deleteTapped($0)] }
          + (world.model.deleted == nil ? [] : [.undoTapped])
      }
      if editor.status == .saving { return [.cancelTapped] }
      return [.cancelTapped, .editor(.saveTapped)] + (editor.title == "tea" ? [.editor(.typed("cocoa"))] : [])
    }
    Environment(
      ChoreServer(),
      performing: { server, command in
        switch command {
        case .delete(let id): server.ids.remove(id)
        case .restore(let id): server.ids.insert(id)
        case .editor: break
        }
      },
      replies: { _, command in
        guard case .editor(.save(let id, let title)) = command else { return nil }
        return [.editor(.saved(id, title)), .editor(.saveFailed(id, title))]
      })
    Settles("at rest, the server has what is shown", of: .modelAndEnvironment(ChoreServer.self)) { model, server in
      server.ids == Set(model.shown)
    }
    Step("a reply changes only the screen that waits for it", when: { $0.before.editor != $0.after.editor }) { step in
      guard case .editor(.save(let id, let title)) = step.answering else { return true }
      return step.before.editor == ChoreEditor.Model(id: id, title: title, status: .saving)
    }
    Recovers("the screen can always be left") { $0.editor == nil }
    Sometimes("a save has failed") { $0.editor?.status == .failed }
  }
}

/// The chores, with an undo that sends nothing: the server is told of a deletion when it is final.
enum PatientChores: Module {
  typealias Message = Chores.Message
  typealias Command = Chores.Command

  static func start(with flags: Void) -> Chores.Model { Chores.Model() }

  static func update(for message: Message, model: inout Chores.Model, perform: (Command) -> Void) throws {
    func deleteForGood() {
      if let id = model.deleted { perform(.delete(id)) }
      model.forgetDeleted()
    }
    switch message {
    case .deleteTapped(let id):
      deleteForGood()
      model.deleted = id
    case .undoTapped: model.deleted = nil
    case .undoExpired: deleteForGood()
    default: try Chores.update(for: message, model: &model, perform: perform)
    }
  }

  static func subscriptions(for model: Chores.Model) -> [Chores.Subscription] { Chores.subscriptions(for: model) }

  static func timer(for subscription: Chores.Subscription) -> TimerSchedule<Message>? {
    Chores.timer(for: subscription)
  }
}

/// The patient chores, whose screen takes no reply but its own.
enum RepairedChores: Module {
  typealias Message = Chores.Message
  typealias Command = Chores.Command

  static func start(with flags: Void) -> Chores.Model { Chores.Model() }

  static func update(for message: Message, model: inout Chores.Model, perform: (Command) -> Void) throws {
    switch message {
    case .editor(.saved(let id, let title)), .editor(.saveFailed(let id, let title)):
      guard model.editor == ChoreEditor.Model(id: id, title: title, status: .saving) else {
        if message == .editor(.saved(id, title)) { model.titles[id]? = title }
        return
      }
    default: break
    }
    try PatientChores.update(for: message, model: &model, perform: perform)
  }

  static func subscriptions(for model: Chores.Model) -> [Chores.Subscription] { Chores.subscriptions(for: model) }

  static func timer(for subscription: Chores.Subscription) -> TimerSchedule<Message>? {
    Chores.timer(for: subscription)
  }
}

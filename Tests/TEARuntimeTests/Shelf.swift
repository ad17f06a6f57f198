import TEARuntime

/// A parent of performers, with children of each kind.
enum Shelf: Module {
  enum Place: Hashable {
    case main
    case sheet
    case row(Int)
  }

  enum Message {
    case main(Performer.Message)
    case sheet(Performer.Message)
    case row(Int, Performer.Message)
    case open
    case close
    case add(Int)
    case remove(Int)
    case reverse
  }

  struct Command { var place: Place, command: Performer.Command }
  struct Subscription: Hashable { var place: Place, subscription: Performer.Subscription }
  struct EffectID: Hashable { var place: Place, id: String }

  struct Row: Hashable {
    var id: Int
    var performer = Performer.Model()
  }

  struct Model: Hashable {
    var main = Performer.Model()
    var sheet: Performer.Model? = Performer.Model()
    var rows = [Row(id: 1), Row(id: 2), Row(id: 3)]
    /// The number of messages to children that are gone.
    var lost = 0
  }

  static let main = Child<Shelf, Performer>(
    \.main, message: Message.main, command: { Command(place: .main, command: $0) },
    subscription: { Subscription(place: .main, subscription: $0) }, effectID: { EffectID(place: .main, id: $0) })

  static let sheet = OptionalChild<Shelf, Performer>(
    \.sheet, message: Message.sheet, command: { Command(place: .sheet, command: $0) },
    subscription: { Subscription(place: .sheet, subscription: $0) }, effectID: { EffectID(place: .sheet, id: $0) })

  static let rows = Children<Shelf, Performer, Int>(
    \.rows, id: \.id, model: \.performer, message: Message.row, command: { Command(place: .row($0), command: $1) },
    subscription: { Subscription(place: .row($0), subscription: $1) },
    effectID: { EffectID(place: .row($0), id: $1) })

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    var isThere = true
    switch message {
    case .main(let message): try main.update(for: message, in: &model, perform: perform)
    case .sheet(let message): isThere = try sheet.update(for: message, in: &model, perform: perform)
    case .row(let id, let message): isThere = try rows.update(id, for: message, in: &model, perform: perform)
    case .open: model.sheet = Performer.Model()
    case .close: model.sheet = nil
    case .add(let id): model.rows.insert(Row(id: id), at: 0)
    case .remove(let id): model.rows.removeAll { $0.id == id }
    case .reverse: model.rows.reverse()
    }
    if !isThere { model.lost += 1 }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    main.subscriptions(for: model) + sheet.subscriptions(for: model) + rows.subscriptions(for: model)
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription.place {
    case .main: main.timer(for: subscription.subscription)
    case .sheet: sheet.timer(for: subscription.subscription)
    case .row(let id): rows.timer(id, for: subscription.subscription)
    }
  }

  static func policy(for command: Command) -> EffectPolicy<EffectID> {
    switch command.place {
    case .main: main.policy(for: command.command)
    case .sheet: sheet.policy(for: command.command)
    case .row(let id): rows.policy(id, for: command.command)
    }
  }
}

extension Shelf.Place {
  /// The parent's message that carries a message of this child.
  func message(_ message: Performer.Message) -> Shelf.Message {
    switch self {
    case .main: .main(message)
    case .sheet: .sheet(message)
    case .row(let id): .row(id, message)
    }
  }

  func model(in model: Shelf.Model) -> Performer.Model? {
    switch self {
    case .main: model.main
    case .sheet: model.sheet
    case .row(let id): model.rows.first { $0.id == id }?.performer
    }
  }
}

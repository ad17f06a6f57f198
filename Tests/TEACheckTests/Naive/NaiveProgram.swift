import TEACheck

/// A value that is made from the state. Models and commands contain one besides their numbers.
protocol NaiveLabel: Hashable, Sendable {
  init(_ state: Int)
}

/// An empty label, so that models and commands are plain memory.
struct NoLabel: NaiveLabel {
  init(_ state: Int) {}
}

/// A label with strings, arrays, enumerations, sets and dictionaries, as in the models that people write.
struct RichLabel: NaiveLabel {
  enum Part: Hashable { case none, text(String), numbers([Int], isLast: Bool) }

  var name: String
  var note: String?
  var parts: [Part]
  var tags: Set<String>
  var byName: [String: [Int]]

  init(_ state: Int) {
    name = "state \(state)"
    note = state % 3 == 0 ? nil : "a note that does not fit the memory of a string, number \(state)"
    parts = (0..<state % 4).map { [.none, .text("\($0 + state)"), .numbers([state, $0], isLast: $0 == 2)][$0 % 3] }
    tags = Set((0..<state % 3).map { "tag \($0)" })
    byName = ["state": Array(repeating: state, count: state % 3), "other": []]
  }
}

/// A label with a function, which its `==` leaves out.
struct LabelWithFunction: NaiveLabel {
  let state: Int
  let text: @Sendable () -> String

  init(_ state: Int) {
    self.state = state
    text = { "state \(state)" }
  }

  static func == (one: Self, other: Self) -> Bool { one.state == other.state }
  func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

/// A module whose behaviour is given by the ``NaiveTable`` of a seed.
enum NaiveProgram<Label: NaiveLabel>: Module {
  enum Message: Int, Hashable, Sendable { case a, b, c, d }

  struct Model: Hashable, Sendable {
    var seed: UInt64
    var state: Int { didSet { label = Label(state) } }
    /// The number of commands that may still be performed; `.max` for no limit.
    var fuel: Int
    var label: Label
    var table: NaiveTable { .with(seed: seed) }
  }

  struct Command: Hashable, Sendable {
    var seed: UInt64
    /// An index of `NaiveTable.kinds`.
    var kind: Int
    /// The state in which the command was performed, if its kind has `carriesState`; else 0.
    var state: Int
    var label: Label
  }

  struct Subscription: Hashable, Sendable {
    var seed: UInt64
    /// An index of `NaiveTable.timers` and `NaiveTable.signals`.
    var number: Int
  }

  struct Flags: Hashable, Sendable {
    var seed: UInt64
    var state: Int
  }

  struct Failure: Error {}

  static func start(with flags: Flags, perform: (Command) -> Void) -> Model {
    let table = NaiveTable.with(seed: flags.seed)
    var model = Model(seed: flags.seed, state: flags.state, fuel: table.fuel, label: Label(flags.state))
    model.perform(table.startCommandKinds, perform)
    return model
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    let reaction = model.table.reactions[model.state][message.rawValue]
    model.state = reaction.next
    model.perform(reaction.performs, perform)
    if reaction.fails { throw Failure() }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    model.table.subscriptions[model.state].map { Subscription(seed: model.seed, number: $0) }
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    NaiveTable.with(seed: subscription.seed).timers[subscription.number]?.map { Message(rawValue: $0)! }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    NaiveTable.with(seed: command.seed).kinds[command.kind].policy
  }

  struct Server: Hashable, Sendable { var state = 0 }

  static func specification(_ table: NaiveTable, hasProperty: Bool) -> Specification<Self> {
    let kinds = table.kinds
    return Specification(of: Self.self) {
      Start(with: table.startStates.map { Flags(seed: table.seed, state: $0) })
      if let patience = table.patience {
        Messages(of: .world) { $0.outstanding.count < patience ? messages(table.offers[$0.model.state]) : [] }
      } else {
        Messages(of: .model) { messages(table.offers[$0.state]) }
      }
      // The search lists the replies once for all models if no reply depends on the state.
      if kinds.allSatisfy({ Set($0.replies).count == 1 }) {
        Replies { kinds[$0.kind].replies[0].map(messages) }
      } else {
        Replies { kinds[$0.kind].replies[$1.state].map(messages) }
      }
      if kinds.contains(where: { $0.interim.contains { $0 != nil } }) {
        InterimReplies { kinds[$0.kind].interim[$1.state].map(messages) }
      }
      if kinds.contains(where: \.canBeLost) { LostReplies { kinds[$0.kind].canBeLost } }
      if kinds.contains(where: \.canBeRepeated) { RepeatedReplies { kinds[$0.kind].canBeRepeated } }
      Subscriptions { messages(table.signals[$0.number]) }
      if table.hasStaleViews { StaleViews() }
      if table.hasRacyCancellation { RacyCancellation() }
      if let events = table.events {
        if table.isAtOnce { environment(table, events).atOnce } else { environment(table, events) }
      }
      if hasProperty { Always("nothing bad", of: .world) { !isBad($0, table) } }
    }
  }

  private static func isBad(_ world: World<Self>, _ table: NaiveTable) -> Bool {
    let server = world.environment(as: Server.self)
    return world.model.state == table.badCondition.state && world.outstanding.count >= table.badCondition.outstanding
      && (server == nil || server?.state == table.badCondition.server)
  }

  private static func messages(_ numbers: [Int]) -> [Message] { numbers.map { Message(rawValue: $0)! } }

  private static func environment(_ table: NaiveTable, _ events: [[NaiveTable.Event]]) -> Environment<Self> {
    // The closures declare their types, because the compiler is slow to infer the types of all five together.
    Environment(
      Server(),
      performing: { (server: inout Server, command: Command) -> Void in
        server.state = table.kinds[command.kind].performed[server.state]
      },
      cancelling: { (server: inout Server, command: Command) -> Void in
        server.state = (server.state + table.kinds[command.kind].cancelled) % events.count
      },
      replies: { (server: Server, command: Command) -> [Message]? in
        table.kinds[command.kind].serverReplies[server.state].map(messages)
      },
      replying: { (server: inout Server, command: Command, _: Message) -> Void in
        server.state = table.kinds[command.kind].answered[server.state]
      },
      events: { (server: Server, live: [Subscription]) -> [EnvironmentEvent<Server, Message>] in
        events[server.state].enumerated().filter { $1.isPossible(live.map(\.number)) }.map { number, event in
          let message = event.message.flatMap { Message(rawValue: $0) }
          return EnvironmentEvent<Server, Message>("event \(number)", sends: message) { $0.state = event.next }
        }
      })
  }
}

extension NaiveProgram.Model {
  fileprivate mutating func perform(_ kinds: [Int], _ perform: (NaiveProgram<Label>.Command) -> Void) {
    for kind in kinds where fuel > 0 {
      if fuel != .max { fuel -= 1 }
      let carriedState = table.kinds[kind].carriesState ? state : 0
      perform(.init(seed: seed, kind: kind, state: carriedState, label: Label(carriedState)))
    }
  }
}

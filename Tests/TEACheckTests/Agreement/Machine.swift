import TEACheck

/// A module whose flags contain a table of its behaviour, so that a generator of flags makes random modules.
enum Machine: Module {
  struct Reaction: Hashable, Sendable {
    var nextState: Int
    var commands: [CommandKind]
    var fails: Bool
  }

  /// The tables of a machine with three states and three messages.
  struct Behaviour: Hashable, Sendable {
    var start: [CommandKind]
    /// By state, then by message.
    var reactions: [[Reaction]]
    /// By state.
    var subscriptions: [[Subscription]]
  }

  /// The kinds of commands, by their policies. Most have the identity 0. `silentLatest`, `first1` and `debounceSlowly` have 1,
  /// `throttle` has 2, and `plain` and `echo` have none.
  enum CommandKind: Int, CaseIterable, Hashable, Sendable {
    case plain, echo, latest, first, cancel, debounce, throttle, debounceSlowly
    case silentFirst, silentLatest, first1, throttle0, echoLatest
  }

  struct Command: Hashable, Sendable, CustomStringConvertible {
    var kind: CommandKind
    /// Different for each command of a run.
    var serial: Int
    var description: String { "\(kind) #\(serial)" }
    /// `true` where the handler replies before it returns. Only the echoes among the first eight commands are answered at
    /// once: otherwise each reply could cause the next echo, for ever.
    ///
    /// The reply is queued behind earlier messages. If one of these cancels the command, the reply is not delivered.
    var isAnsweredAtOnce: Bool { (kind == .echo || kind == .echoLatest) && serial < 8 }
    /// `true` if the command sends no message.
    var isSilent: Bool { kind == .silentFirst || kind == .silentLatest }
  }

  enum Subscription: CaseIterable, Hashable, Sendable {
    case clock, slowClock, alarm, news, mail
  }

  enum Message: Int, Hashable, Sendable, CaseIterable {
    case a, b, c
  }

  struct Model: Hashable, Sendable {
    var behaviour: Behaviour
    var state = 0
    var stepCount = 0
    /// The number of commands performed so far, which is the serial number of the next one.
    var commandCount = 0
  }

  struct Failure: Error, Hashable {}

  static func start(with flags: Behaviour, perform: (Command) -> Void) -> Model {
    var model = Model(behaviour: flags)
    for kind in flags.start { model.perform(kind, perform) }
    return model
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    let reaction = model.behaviour.reactions[model.state][message.rawValue]
    model.state = reaction.nextState
    model.stepCount += 1
    for kind in reaction.commands { model.perform(kind, perform) }
    // An update that fails has already changed the model and performed its commands.
    if reaction.fails { throw Failure() }
  }

  static func view(for model: Model) -> String { "state \(model.state) after \(model.stepCount)" }

  static func subscriptions(for model: Model) -> [Subscription] { model.behaviour.subscriptions[model.state] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    switch subscription {
    case .clock: .every(.seconds(2), .a)
    case .slowClock: .every(.seconds(3), .b)
    case .alarm: .after(.seconds(2), .c)
    case .news, .mail: nil
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> {
    switch command.kind {
    case .plain, .echo: .all
    case .latest, .echoLatest: .latest(0)
    case .first, .silentFirst: .first(0)
    case .silentLatest: .latest(1)
    case .first1: .first(1)
    case .throttle0: .throttle(0, .seconds(1))
    case .cancel: .cancel(0)
    case .debounce: .debounce(0, .seconds(1))
    case .debounceSlowly: .debounce(1, .seconds(2))
    case .throttle: .throttle(2, .seconds(2))
    }
  }

  /// The message that a command can send before its last reply.
  static func interimReply(to command: Command) -> Message { Message.allCases[(command.serial + 1) % 3] }

  /// The last message of a command.
  static func reply(to command: Command) -> Message { Message.allCases[command.serial % 3] }
}

extension Machine.Model {
  fileprivate mutating func perform(_ kind: Machine.CommandKind, _ perform: (Machine.Command) -> Void) {
    perform(Machine.Command(kind: kind, serial: commandCount))
    commandCount += 1
  }
}

extension Machine.Behaviour {
  /// The number of integers that encode a behaviour: five for each reaction, one for the subscriptions of each state, and two
  /// for the commands of the start.
  static var size: Int { 3 * 3 * 5 + 3 + 2 }

  /// Reads a behaviour from integers. If all are zero, the machine stays in its first state and does nothing.
  init(_ numbers: [Int]) {
    var rest = numbers[...]
    func next() -> Int { rest.popFirst() ?? 0 }
    func kinds(_ count: Int) -> [Machine.CommandKind] {
      let kinds = Machine.CommandKind.allCases
      return (0..<count).map { _ in next() }.filter { $0 > 0 }.map { kinds[($0 - 1) % kinds.count] }
    }
    reactions = (0..<3).map { _ in
      (0..<3).map { _ in
        let state = next() % 3
        // Only one number, an arbitrary one, makes a reaction fail, so that few reactions do.
        return Machine.Reaction(nextState: state, commands: kinds(3), fails: next() == 9)
      }
    }
    subscriptions = (0..<3).map { _ in
      let number = next()
      return Machine.Subscription.allCases.enumerated().filter { number & 1 << $0.offset != 0 }.map(\.element)
    }
    start = kinds(2)
  }
}

internal import TEAGenerators
public import TEARuntime

/// A simulated world that commands act on: a server, a store, a player.
///
/// ```swift
/// Environment(
///   Server(),
///   performing: { server, command in if case .save(let note) = command { server.note = note } },
///   replies: { server, command in
///     switch command {
///     case .save: nil
///     case .load: [.loaded(server.note), .failed]
///     }
///   },
///   events: { server, _ in [EnvironmentEvent("another device saves") { $0.note = "other" }] })
/// ```
///
/// A command takes its time. It takes effect at any moment after it is performed. Its reply is made at any later moment, from
/// the environment at that moment, and arrives at any moment after that. So a reply may be out of date when
/// it arrives, and commands may overtake each other. A command that is cancelled before it takes effect never takes effect.
/// ``atOnce`` removes these delays.
///
/// In reports and scripts a command `reaches the environment`, `is answered`, and `replies`. Several of these at once
/// are one line, and one step.
///
/// Properties look at the environment with `of: .environment(Server.self)`.
///
/// A specification declares at most one environment.
public struct Environment<M: Module>: SpecificationPart {
  private var environment: AnyEnvironment<M>
  private let place: SourcePlace

  public var declarations: [Declaration<M>] { [Declaration(kind: .environment(environment), place: place)] }

  /// The same environment without delays: a command takes effect when it is performed, and its reply is made when it
  /// arrives.
  ///
  /// Without delays there are fewer worlds, and no reply is out of date. A check then proves a program correct with a store in
  /// the same process, but not with a server.
  public var atOnce: Environment {
    var environment = self
    environment.environment.isAtOnce = true
    return environment
  }

  /// Declares the environment.
  ///
  /// - Parameters:
  ///   - initial: The environment at the start.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - performing: Changes the environment when a command takes effect.
  ///   - cancelling: Changes the environment when the policy of a later command cancels a running command, even one that has
  ///     not taken effect. Equal running commands that send nothing more count as one command: the closure is called once for
  ///     all of them.
  ///   - replies: The possible replies to a command when its reply is made, each a message. An empty list says that the
  ///     command cannot be answered yet. `nil` when the command has just taken effect says that the command is never
  ///     answered; later, `nil` is the same as an empty list. Without the closure, the environment does not say what commands
  ///     bring, and ``Replies`` must.
  ///   - replying: Changes the environment when a reply is made.
  ///   - events: The events that are possible in the environment, given the live subscriptions. Without the closure, it does
  ///     not say what subscriptions send, and ``Subscriptions`` must.
  public init<State: Hashable & Sendable>(
    _ initial: @escaping @Sendable @autoclosure () -> State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    performing: @escaping @Sendable (inout State, M.Command) -> Void = { _, _ in },
    cancelling: (@Sendable (inout State, M.Command) -> Void)? = nil,
    replies: (@Sendable (State, M.Command) throws -> [M.Message]?)? = nil,
    replying: @escaping @Sendable (inout State, M.Command, M.Message) -> Void = { _, _, _ in },
    events: (@Sendable (State, [M.Subscription]) -> [EnvironmentEvent<State, M.Message>])? = nil
  ) {
    // The cast always succeeds: a state keeps the type of the initial state.
    @Sendable func changed(_ state: AnyHashable, _ change: (inout State) -> Void) -> AnyHashable {
      guard var value = state.base as? State else { return state }
      change(&value)
      return AnyHashable(value)
    }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.place = place
    environment = AnyEnvironment<M>(
      type: State.self, initial: { AnyHashable(initial()) },
      perform: { state, command in changed(state) { performing(&$0, command) } },
      reply: { state, command, message in changed(state) { replying(&$0, command, message) } })
    if let cancelling {
      environment.cancel = { state, command in changed(state) { cancelling(&$0, command) } }
    }
    if let replies {
      environment.replies = { state, command in
        try place.namingErrors(of: "replies of the Environment") {
          try (state.base as? State).flatMap { try replies($0, command) }
        }
      }
    }
    if let events {
      environment.events = { state, subscriptions in
        guard let value = state.base as? State else { return [] }
        let possible = events(value, subscriptions).map { ($0.name, $0.message, changed(state, $0.change)) }
        try Self.requireDistinct(possible, place)
        return possible
      }
    }
  }
}

extension Environment {
  /// Events with the same text in a script must lead to the same environment, because a replay takes the first event with the
  /// text.
  private static func requireDistinct(
    _ events: [(name: String, message: M.Message?, next: AnyHashable)], _ place: SourcePlace
  ) throws {
    guard events.count > 1, Set(events.map(\.name)).count < events.count else { return }
    var nextOfText: [[String?]: AnyHashable] = [:]
    for event in events {
      let text = [event.name, event.message.map { structuralLiteral($0) }]
      let next = recognitionKey(of: event.next.base)
      guard let earlier = nextOfText.updateValue(next, forKey: text), earlier != next else { continue }
      throw DeclarationError(sameNameOfEvents: event.name, place: place)
    }
  }
}

/// Something that can happen in an environment by itself.
public struct EnvironmentEvent<State, Message> {
  let name: String
  let message: Message?
  let change: (inout State) -> Void

  /// Makes an event of an environment.
  ///
  /// - Parameters:
  ///   - name: The name of the event, for the report. A stored counterexample finds its events by their names. So events with
  ///     one message and different changes need different names where they are possible at the same time.
  ///   - message: The message that the program receives; `nil` for none.
  ///   - change: Changes the environment.
  public init(_ name: String, sends message: Message? = nil, _ change: @escaping (inout State) -> Void = { _ in }) {
    self.name = name
    self.message = message
    self.change = change
  }
}

extension Subject {
  /// The simulated environment.
  ///
  /// If the specification declares no environment of this type, the check does not run, and is an error.
  public static func environment(_ type: Value.Type) -> Subject {
    let needed = NeededEnvironment(Value.self)
    return Subject(needing: needed) { world in
      guard let value = world.environment(as: Value.self) else { throw MissingEnvironment(type: needed.type) }
      return value
    }
  }

  /// The model together with the simulated environment.
  ///
  /// If the specification declares no environment of this type, the check does not run, and is an error.
  public static func modelAndEnvironment<State>(_ type: State.Type) -> Subject where Value == (M.Model, State) {
    let needed = NeededEnvironment(State.self)
    return Subject(needing: needed) { world in
      guard let value = world.environment(as: State.self) else { throw MissingEnvironment(type: needed.type) }
      return (world.model, value)
    }
  }
}

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
/// A command acts at the moment when it is performed; what it brings is asked for at the moment of its reply. So a reply
/// shows the environment as it is then. Properties look at it with `of: .environment(Server.self)`.
///
/// A specification has one environment at most.
public struct Environment<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the environment.
  ///
  /// - Parameters:
  ///   - initial: What it is like at the start.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - performing: What a command does at the moment when it is performed.
  ///   - replies: What a command may bring, at the moment of its reply: each message is one possible reply. `nil` says
  ///     that the command is carried out and never answered, and is asked for when it is performed; no replies say that
  ///     it cannot be answered yet.
  ///   - replying: What a reply does to the environment, at the moment when it is made.
  ///   - events: What can happen in it by itself, given the live subscriptions.
  public init<State: Hashable & Sendable>(
    _ initial: @escaping @Sendable @autoclosure () -> State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    performing: @escaping @Sendable (inout State, M.Command) -> Void = { _, _ in },
    replies: @escaping @Sendable (State, M.Command) throws -> [M.Message]? = { _, _ in nil },
    replying: @escaping @Sendable (inout State, M.Command, M.Message) -> Void = { _, _, _ in },
    events: @escaping @Sendable (State, [M.Subscription]) -> [EnvironmentEvent<State, M.Message>] = { _, _ in [] }
  ) {
    // The state of an environment is always of the type that its start had.
    @Sendable func changed(_ state: AnyHashable, _ change: (inout State) -> Void) -> AnyHashable {
      guard var value = state.base as? State else { return state }
      change(&value)
      return AnyHashable(value)
    }
    let environment = AnyEnvironment<M>(
      initial: { AnyHashable(initial()) },
      perform: { state, command in changed(state) { performing(&$0, command) } },
      replies: { state, command in try (state.base as? State).flatMap { try replies($0, command) } },
      reply: { state, command, message in changed(state) { replying(&$0, command, message) } },
      events: { state, subscriptions in
        guard let value = state.base as? State else { return [] }
        return events(value, subscriptions).map { ($0.name, $0.message, changed(state, $0.change)) }
      })
    declarations = [
      Declaration(
        kind: .environment(environment), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// Something that can happen in an environment by itself.
public struct EnvironmentEvent<State, Message> {
  let name: String
  let message: Message?
  let change: (inout State) -> Void

  /// - Parameters:
  ///   - name: What happens, for the report.
  ///   - message: What the program is told of it, if anything.
  ///   - change: What becomes of the environment.
  public init(_ name: String, sends message: Message? = nil, _ change: @escaping (inout State) -> Void = { _ in }) {
    self.name = name
    self.message = message
    self.change = change
  }
}

extension Subject {
  /// The simulated environment.
  ///
  /// A property that looks at one that is not declared throws.
  public static func environment(_ type: Value.Type) -> Subject {
    Subject { world in
      guard let value = world.environment(as: Value.self) else { throw NoEnvironment(type: "\(Value.self)") }
      return value
    }
  }

  /// The model together with the simulated environment.
  public static func modelAndEnvironment<State>(_ type: State.Type) -> Subject where Value == (M.Model, State) {
    Subject { world in
      guard let value = world.environment(as: State.self) else { throw NoEnvironment(type: "\(State.self)") }
      return (world.model, value)
    }
  }
}

/// A property looks at an environment that its specification does not declare.
struct NoEnvironment: Error, CustomStringConvertible {
  let type: String
  var description: String { "there is no environment of type \(type); declare Environment(\(type)(…))" }
}

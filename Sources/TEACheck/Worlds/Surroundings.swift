internal import TEASupport
public import TEARuntime

/// All of a world but its model and its outstanding commands. The object is immutable: each step makes a new one.
@usableFromInline
final class Surroundings<M: Module>: @unchecked Sendable {
  // Unchecked, because the values need not be `Sendable`. Several threads read the values, and no thread changes them.

  private enum Content {
    case values(State)
    /// The surroundings in the numbers of ``NumberedProgram``, and the map from these numbers to values.
    case numbers(Surroundings<NumberedProgram>, Shared<ProgramMap<NumberedProgram, M>>)
  }

  private let content: Content

  init(_ state: State) { content = .values(state) }

  init(_ numbers: Surroundings<NumberedProgram>, mappedBy map: Shared<ProgramMap<NumberedProgram, M>>) {
    content = .numbers(numbers, map)
  }

  /// The surroundings as values; surroundings that are kept in numbers are converted at each access.
  var state: State {
    switch content {
    case .values(let state): state
    case .numbers(let numbers, let map): numbers.state.map(map.value)
    }
  }

  /// The same as ``State/environment``, in less time where the surroundings are kept in numbers.
  var environment: AnyHashable? {
    switch content {
    case .values(let state): state.environment
    case .numbers(let numbers, let map): numbers.environment.map(map.value.environment)
    }
  }

  /// The surroundings in the numbers that a map maps to values; `nil` for values, and for numbers of other tables.
  func numbered(mappedBy map: Shared<ProgramMap<NumberedProgram, M>>) -> Surroundings<NumberedProgram>? {
    if case .numbers(let numbers, let ownMap) = content, ownMap === map { numbers } else { nil }
  }

  /// The same surroundings with ``State/progress`` in a new order of the outstanding commands.
  ///
  /// - Parameter order: The present indices of the commands, in the new order.
  func withProgress(in order: [Int]) -> Surroundings {
    switch content {
    case .values(var state):
      if state.progress.isEmpty { return self }
      state.progress = order.map { state.progress[$0] }
      return Surroundings(state)
    case .numbers(let numbers, let map):
      if numbers.state.progress.isEmpty { return self }
      return Surroundings(numbers.withProgress(in: order), mappedBy: map)
    }
  }

  /// See ``Agenda/hasPendingAction``.
  var hasPendingAction: Bool {
    switch content {
    case .values(let state): state.agenda.hasPendingAction
    case .numbers(let numbers, _): numbers.hasPendingAction
    }
  }

  private var key: Key { Key(state) }

  @usableFromInline var hash: Int { key.hashValue }

  struct State {
    var agenda = Agenda<M>()
    /// The live subscriptions, in the order in which the module lists them.
    var subscriptions: [M.Subscription] = []
    /// `nil` where the specification declares no environment.
    var environment: AnyHashable?
    var lateMessages: [LateMessage<M>] = []
    var repeatableReplies: [RepeatableReply<M>] = []
    /// The progress of each outstanding command, in the order of ``World/outstanding``; empty where commands act at once.
    var progress: [CommandProgress<M>] = []
    /// The effects that send nothing more, kept because a later command may cancel them, or be dropped while they run.
    var silentEffects: [SilentEffect<M>] = []

    /// The messages that are yet to arrive.
    var messages: [M.Message] {
      let replies = progress.compactMap { if case .answered(let message) = $0.stage { message } else { nil } }
      // No key paths: one of a generic type is made anew at each evaluation.
      return lateMessages.flatMap { $0.messages } + repeatableReplies.map { $0.message } + replies
    }

    /// The commands that are not outstanding: waiting debounced commands, and the commands of late messages, repeatable replies
    /// and silent effects.
    var commands: [M.Command] {
      let debounced = agenda.entries.compactMap { if case .command(let command, _) = $0.item { command } else { nil } }
      let late = lateMessages.compactMap { if case .reply(let command, _) = $0.origin { command } else { nil } }
      return debounced + late + repeatableReplies.map { $0.command } + silentEffects.map { $0.command }
    }
  }

  /// The key by which surroundings are compared. The order of deadlines, messages and other items does not matter. The live
  /// subscriptions are in the key because equal models may list subscriptions that differ in parts that their `==` ignores.
  private struct Key: Hashable {
    private enum Deadline: Hashable {
      case timer(AnyHashable, Duration)
      case command(AnyHashable, M.EffectID, Duration)
      case throttleEnd(M.EffectID, Duration)
    }

    private let deadlines: [Deadline: Int]
    private let lateMessages: Set<ItemKey>
    private let repeatableReplies: [ItemKey: Int]
    private let silentEffects: Set<ItemKey>
    private let progress: [ItemKey: Int]
    private let environment: AnyHashable?
    private let subscriptions: Set<AnyHashable>

    init(_ state: State) {
      environment = state.environment.map { recognitionKey(of: $0.base) }
      subscriptions = Set(state.subscriptions.map { recognitionKey(of: $0) })
      (lateMessages, silentEffects) = (Set(state.lateMessages.map { $0.key }), Set(state.silentEffects.map { $0.key }))
      repeatableReplies = state.repeatableReplies.map { $0.key }.counts
      progress = state.progress.map { $0.key }.counts
      deadlines =
        state.agenda.entries.map { entry -> Deadline in
          switch entry.item {
          case .timer(let subscription): .timer(recognitionKey(of: subscription), entry.remaining)
          case .command(let command, let id): .command(recognitionKey(of: command), id, entry.remaining)
          case .throttleEnd(let id): .throttleEnd(id, entry.remaining)
          }
        }.counts
    }
  }

  @usableFromInline
  static func isSame(_ one: Surroundings?, _ other: Surroundings?) -> Bool {
    one === other || one?.key == other?.key
  }
}

/// The name of a stage of an outstanding command, in the lines of scripts.
enum StageName: String, CaseIterable {
  case requested, effective, answered

  var suffix: String { " (\(rawValue))" }
}

/// The progress of an outstanding command in an environment with delays.
struct CommandProgress<M: Module> {
  enum Stage {
    /// The command was performed, and has not taken effect yet.
    case requested
    /// The command has taken effect, and its reply is not made yet.
    case effective
    /// The reply is made, and has not arrived yet.
    case answered(M.Message)
  }

  let command: M.Command
  let stage: Stage
  let key: ItemKey

  init(_ command: M.Command, _ stage: Stage) {
    self.command = command
    self.stage = stage
    key =
      switch stage {
      case .requested: ItemKey(form: 0, command)
      case .effective: ItemKey(form: 1, command)
      case .answered(let message): ItemKey(form: 2, command, message)
      }
  }

  var request: M.Command? { if case .requested = stage { command } else { nil } }

  var reply: (command: M.Command, message: M.Message)? {
    if case .answered(let message) = stage { (command, message) } else { nil }
  }
}

/// A reply that may arrive a second time.
struct RepeatableReply<M: Module> {
  let command: M.Command
  let message: M.Message
  let key: ItemKey

  init(_ command: M.Command, _ message: M.Message) {
    self.command = command
    self.message = message
    key = ItemKey(form: 0, command, message)
  }
}

/// An effect that sends nothing more and still runs.
struct SilentEffect<M: Module> {
  let command: M.Command
  /// `true` for an effect whose reply is lost, and which runs until it is cancelled.
  let isLost: Bool
  let key: ItemKey

  init(_ command: M.Command, isLost: Bool) {
    self.command = command
    self.isLost = isLost
    key = ItemKey(form: isLost ? 1 : 0, command)
  }
}

/// A message that may have been queued before the step that made it impossible.
struct LateMessage<M: Module> {
  enum Origin {
    case view
    /// `isMade` is `false` for a last reply that an environment without delays makes only when the reply arrives.
    case reply(M.Command, isMade: Bool)
    /// `event` is the name of the environment's event that sends the message; `nil` for a message that is declared, or a
    /// timer's.
    case subscription(M.Subscription, event: String?)
  }

  /// At most one of these arrives: an effect sends a single last reply. Empty for a reply that is not made yet.
  let messages: [M.Message]
  let origin: Origin
  let key: ItemKey

  init(_ message: M.Message, _ origin: Origin) { self.init(oneOf: [message], origin) }

  init(oneOf messages: [M.Message], _ origin: Origin) {
    self.messages = messages
    self.origin = origin
    key =
      switch origin {
      case .view: ItemKey(form: 0, messages[0])
      case .reply(let command, isMade: false): ItemKey(form: 1, command)
      case .reply(let command, isMade: true) where messages.count == 1: ItemKey(form: 2, command, messages[0])
      case .subscription(let subscription, event: nil): ItemKey(form: 3, subscription, messages[0])
      // The order in which the messages were listed does not matter.
      case .reply(let command, _):
        .values { AnyHashable([ItemKey.part(command), AnyHashable(messages.map { ItemKey.part($0) }.counts)]) }
      case .subscription(let subscription, let event?):
        .values { AnyHashable([ItemKey.part(subscription), AnyHashable(event), ItemKey.part(messages[0])]) }
      }
  }
}

extension Array where Element: Hashable {
  var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

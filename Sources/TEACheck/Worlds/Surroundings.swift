internal import TEASupport
public import TEARuntime

/// All of a world but its model and its outstanding commands. An object never changes: each step makes a new one.
@usableFromInline
final class Surroundings<M: Module>: @unchecked Sendable {
  // Unchecked: several threads read its values, and none changes them.

  let state: State

  init(_ state: State) { self.state = state }

  private var key: Key { Key(state) }

  @usableFromInline var hash: Int { key.hashValue }

  struct State {
    var agenda = Agenda<M>()
    /// The live subscriptions, in the order listed.
    var subscriptions: [M.Subscription] = []
    var environment: AnyHashable?
    var lateMessages: [LateMessage<M>] = []
    var repeatableReplies: [RepeatableReply<M>] = []
    /// The progress of each outstanding command, in the order of the commands; empty where commands take effect at once.
    var progress: [CommandProgress<M>] = []
    /// Kept because a later command may be dropped for them or cancel them.
    var silentEffects: [SilentEffect<M>] = []
  }

  /// The key by which surroundings are compared. The order of deadlines, messages and other items does not matter. The model
  /// determines the live subscriptions only up to their `==`, which may ignore some parts, so they are in the key too.
  private struct Key: Hashable {
    private enum Item: Hashable {
      case timer(AnyHashable, Duration)
      case command(AnyHashable, AnyHashable, Duration)
      case throttleEnd(AnyHashable, Duration)
    }

    private var items: [Item: Int] = [:]
    private let lateMessages: Set<LazyKey>
    private var repeatableReplies: [LazyKey: Int] = [:]
    private let silentEffects: Set<LazyKey>
    private var progress: [LazyKey: Int] = [:]
    private let environment: AnyHashable?
    private let subscriptions: Set<AnyHashable>

    init(_ state: State) {
      environment = state.environment.map { recognitionKey(of: $0.base) }
      subscriptions = Set(state.subscriptions.map { recognitionKey(of: $0) })
      (lateMessages, silentEffects) = (Set(state.lateMessages.map { $0.key }), Set(state.silentEffects.map { $0.key }))
      for entry in state.agenda.entries {
        let item: Item =
          switch entry.item {
          case .timer(let subscription): .timer(recognitionKey(of: subscription), entry.remaining)
          case .command(let command, let id): .command(recognitionKey(of: command), AnyHashable(id), entry.remaining)
          case .throttleEnd(let id): .throttleEnd(AnyHashable(id), entry.remaining)
          }
        items[item, default: 0] += 1
      }
      for reply in state.repeatableReplies { repeatableReplies[reply.key, default: 0] += 1 }
      for command in state.progress { progress[command.key, default: 0] += 1 }
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
  let messageKey: LazyKey?
  let key: LazyKey

  init(_ command: M.Command, _ stage: Stage) {
    self.command = command
    self.stage = stage
    let messageKey: LazyKey? =
      if case .answered(let message) = stage { LazyKey { recognitionKey(of: message) } } else { nil }
    self.messageKey = messageKey
    key = LazyKey {
      // Without the tag, a requested and an effective command would have the same key.
      let tag: AnyHashable =
        switch stage {
        case .requested: 0
        case .effective: 1
        case .answered: 2
        }
      return AnyHashable([recognitionKey(of: command), tag] + (messageKey.map { [$0.value] } ?? []))
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
  let key: LazyKey

  init(_ command: M.Command, _ message: M.Message) {
    self.command = command
    self.message = message
    key = LazyKey { AnyHashable([recognitionKey(of: command), recognitionKey(of: message)]) }
  }
}

/// An effect that sends nothing more and still runs.
struct SilentEffect<M: Module> {
  let command: M.Command
  /// The reply is lost, so the effect runs until it is cancelled.
  let isLost: Bool
  let key: LazyKey

  init(_ command: M.Command, isLost: Bool) {
    self.command = command
    self.isLost = isLost
    key = LazyKey { AnyHashable([recognitionKey(of: command), AnyHashable(isLost)]) }
  }
}

/// A message that may have been queued before the step that made it impossible.
struct LateMessage<M: Module> {
  enum Origin {
    case view
    case reply(M.Command)
    case subscription(M.Subscription)
  }

  let message: M.Message
  let origin: Origin
  let key: LazyKey

  init(_ message: M.Message, _ origin: Origin) {
    self.message = message
    self.origin = origin
    key = LazyKey {
      let kind: AnyHashable =
        switch origin {
        case .view: 0
        case .reply(let command): AnyHashable([1, recognitionKey(of: command)] as [AnyHashable])
        case .subscription(let subscription): AnyHashable([2, recognitionKey(of: subscription)] as [AnyHashable])
        }
      return AnyHashable([kind, recognitionKey(of: message)])
    }
  }
}

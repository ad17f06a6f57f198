internal import TEASupport
public import TEARuntime

/// The part of a world that is neither the model nor the outstanding commands: what will happen by itself, what is queued
/// already, and the simulated environment.
///
/// It never changes: a step makes a new one.
@usableFromInline
final class Surroundings<M: Module>: @unchecked Sendable {
  // Its values need not be Sendable: they are read by several threads and changed by none.

  let state: State

  init(_ state: State) { self.state = state }

  private var key: Key { Key(state) }

  /// A hash, which is the same for surroundings that are.
  @usableFromInline var hash: Int { key.hashValue }

  struct State {
    var agenda = Agenda<M>()
    /// The live subscriptions, in the order listed.
    var subscriptions: [M.Subscription] = []
    var environment: AnyHashable?
    /// Messages that may have been queued before the step that made them impossible.
    var late: [Late<M>] = []
    /// Replies that may come once more.
    var echoes: [Echo<M>] = []
    /// The progress of each outstanding command, in their order; empty where commands act at once.
    var progress: [Progress<M>] = []
    /// Effects with a policy that bring nothing more and still run: whatever they share with others stays taken.
    var silent: [SilentEffect<M>] = []
  }

  /// The key that tells surroundings apart; the order in which things wait is no part of it.
  private struct Key: Hashable {
    private enum Item: Hashable {
      case timer(AnyHashable, Duration)
      case command(AnyHashable, AnyHashable, Duration)
      case reopening(AnyHashable, Duration)
    }

    private var items: [Item: Int] = [:]
    private let late: Set<AnyHashable>
    private var echoes: [AnyHashable: Int] = [:]
    private let silent: Set<AnyHashable>
    private var progress: [AnyHashable: Int] = [:]
    private let environment: AnyHashable?

    init(_ state: State) {
      environment = state.environment.map { recognitionKey(of: $0.base) }
      (late, silent) = (Set(state.late.map(\.key)), Set(state.silent.map(\.key)))
      for entry in state.agenda.entries {
        let item: Item =
          switch entry.item {
          case .timer(let subscription): .timer(recognitionKey(of: subscription), entry.remaining)
          case .command(let command, let id): .command(recognitionKey(of: command), AnyHashable(id), entry.remaining)
          case .reopening(let id): .reopening(AnyHashable(id), entry.remaining)
          }
        items[item, default: 0] += 1
      }
      for echo in state.echoes { echoes[echo.key, default: 0] += 1 }
      for command in state.progress { progress[command.key, default: 0] += 1 }
    }
  }

  @usableFromInline
  static func isSame(_ one: Surroundings?, _ other: Surroundings?) -> Bool {
    one === other || one?.key == other?.key
  }
}

/// The progress of an outstanding command in an environment that takes its time.
struct Progress<M: Module> {
  enum Stage {
    /// It was performed, and has not taken effect yet.
    case requested
    /// It has taken effect, and its reply is not made yet.
    case effective
    /// Its reply is on the way.
    case answered(M.Message)
  }

  let command: M.Command
  let stage: Stage
  let key: AnyHashable

  init(_ command: M.Command, _ stage: Stage) {
    self.command = command
    self.stage = stage
    // A message may have the hash of any number: what stands beside it must tell the stages apart by itself.
    let place: [AnyHashable] =
      switch stage {
      case .requested: [0]
      case .effective: [1]
      case .answered(let message): [2, recognitionKey(of: message)]
      }
    key = AnyHashable([recognitionKey(of: command)] + place)
  }

  /// The command, where it has not taken effect yet.
  var request: M.Command? { if case .requested = stage { command } else { nil } }

  /// The command and its reply, where that is on the way.
  var answer: (command: M.Command, message: M.Message)? {
    if case .answered(let message) = stage { (command, message) } else { nil }
  }
}

/// A reply that may come once more.
struct Echo<M: Module> {
  let command: M.Command
  let message: M.Message
  let key: AnyHashable

  init(_ command: M.Command, _ message: M.Message) {
    self.command = command
    self.message = message
    key = AnyHashable([recognitionKey(of: command), recognitionKey(of: message)])
  }
}

/// An effect that brings nothing more and still runs.
struct SilentEffect<M: Module> {
  let command: M.Command
  /// It runs until it is cancelled: its reply is lost, and nobody knows.
  let isLost: Bool
  let key: AnyHashable

  init(_ command: M.Command, isLost: Bool) {
    self.command = command
    self.isLost = isLost
    key = AnyHashable([recognitionKey(of: command), AnyHashable(isLost)])
  }
}

/// A message that was queued, perhaps, before the step that made it impossible.
struct Late<M: Module> {
  enum Origin {
    /// A view that is not shown any more offered it.
    case view
    /// It answers a command whose effect was cancelled.
    case reply(M.Command)
    /// A subscription that has ended sent it.
    case subscription(M.Subscription)
  }

  let message: M.Message
  let origin: Origin
  let key: AnyHashable

  init(_ message: M.Message, _ origin: Origin) {
    self.message = message
    self.origin = origin
    let kind: AnyHashable =
      switch origin {
      case .view: 0
      case .reply(let command): AnyHashable([1, recognitionKey(of: command)] as [AnyHashable])
      case .subscription(let subscription): AnyHashable([2, recognitionKey(of: subscription)] as [AnyHashable])
      }
    key = AnyHashable([kind, recognitionKey(of: message)])
  }
}

public import TEARuntime

/// The part of a world that is neither the model nor the outstanding commands: what will happen by itself, what is queued
/// already, and the simulated environment.
///
/// It never changes: a step makes a new one.
@usableFromInline
final class Surroundings<M: Module>: @unchecked Sendable {
  // Its values need not be Sendable: they are read by several threads and changed by none.

  let state: State
  let key: Key
  @usableFromInline let hash: Int

  init(_ state: State) {
    self.state = state
    key = Key(state)
    hash = key.hashValue
  }

  struct State {
    var agenda = Agenda<M>()
    /// The live subscriptions, in the order listed.
    var subscriptions: [M.Subscription] = []
    var environment: AnyHashable?
    /// Messages that may have been queued before the step that made them impossible.
    var late: [Late<M>] = []
    /// Replies that may come once more.
    var echoes: [(command: M.Command, message: M.Message)] = []
  }

  /// What tells surroundings apart; the order in which things wait does not.
  struct Key: Hashable {
    private enum Item: Hashable {
      case timer(AnyHashable, Duration)
      case command(AnyHashable, AnyHashable, Duration)
      case reopening(AnyHashable, Duration)
    }

    private var items: [Item: Int] = [:]
    private var late: Set<AnyHashable> = []
    private var echoes: [AnyHashable: Int] = [:]
    private let environment: AnyHashable?

    init(_ state: State) {
      environment = state.environment
      for entry in state.agenda.entries {
        let item: Item
        switch entry.item {
        case .timer(let subscription): item = .timer(AnyHashable(subscription), entry.remaining)
        case .command(let command, let id):
          item = .command(recognitionKey(of: command), AnyHashable(id), entry.remaining)
        case .reopening(let id): item = .reopening(AnyHashable(id), entry.remaining)
        }
        items[item, default: 0] += 1
      }
      for message in state.late { late.insert(message.key) }
      for (command, message) in state.echoes {
        echoes[AnyHashable([recognitionKey(of: command), recognitionKey(of: message)]), default: 0] += 1
      }
    }
  }

  @usableFromInline
  static func isSame(_ one: Surroundings?, _ other: Surroundings?) -> Bool {
    one === other || one?.hash == other?.hash && one?.key == other?.key
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
      case .subscription(let subscription): AnyHashable([2, AnyHashable(subscription)] as [AnyHashable])
      }
    key = AnyHashable([kind, recognitionKey(of: message)])
  }
}

public import TEARuntime

@usableFromInline
enum WorldStep<M: Module> {
  /// A person or the system sends a message.
  case message(M.Message)
  /// The outstanding command at an index is answered.
  case reply(M.Message, commandIndex: Int)
  case event(WorldEvent<M>)

  @inlinable
  var message: M.Message? {
    switch self {
    case .message(let message), .reply(let message, _): message
    case .event(let event): event.message
    }
  }

  var isFault: Bool { if case .event(let event) = self { event.isFault } else { false } }

  var isLate: Bool { if case .event(let event) = self { event.isLate } else { false } }

  /// The index of the command in ``reply(_:commandIndex:)``; `nil` for every event, even one that answers a command.
  var commandIndex: Int? { if case .reply(_, let index) = self { index } else { nil } }

  /// The index of the outstanding command that the step answers and ends; `nil` for none.
  var indexOfAnsweredCommand: Int? {
    switch self {
    case .message: return nil
    case .reply(_, let index): return index
    case .event(let event): if case .lastReply(let index, _) = event.kind { return index } else { return nil }
    }
  }

  @inlinable
  func answeredCommand(in world: World<M>) -> M.Command? {
    switch self {
    case .message: nil
    case .reply(_, let index): world.outstanding[index]
    case .event(let event): event.answeredCommand
    }
  }
}

@usableFromInline
struct StepOutcome<M: Module> {
  @usableFromInline var world: World<M>
  /// The commands that `update` performed; in a step without a message, the commands that are carried out.
  @usableFromInline var commands: [M.Command]
  /// The error that `update` threw; `nil` where it threw none.
  @usableFromInline var failure: (any Error)?
  /// `false` for a step that was not taken: `world` is then the world before the step.
  var isTaken = true

  @usableFromInline
  init(world: World<M>, commands: [M.Command], failure: (any Error)?) {
    self.world = world
    self.commands = commands
    self.failure = failure
  }

  /// The outcome of a step that is not taken, because it is known to trap.
  init(notTakenIn world: World<M>) {
    self.init(world: world, commands: [], failure: nil)
    isTaken = false
  }
}

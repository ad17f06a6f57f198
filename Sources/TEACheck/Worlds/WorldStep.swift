public import TEARuntime

/// One possible step of a world.
@usableFromInline
enum WorldStep<M: Module> {
  /// A person or the system sends a message.
  case message(M.Message)
  /// The outstanding command at an index is answered.
  case reply(M.Message, command: Int)
  /// An event, with or without a message.
  case event(WorldEvent<M>)

  /// The message that `update` receives; `nil` for a step without one.
  @inlinable
  var message: M.Message? {
    switch self {
    case .message(let message), .reply(let message, _): message
    case .event(let event): event.message
    }
  }

  /// The message arrives late: the step that made it impossible was taken before.
  var isLate: Bool { if case .event(let event) = self { event.isLate } else { false } }

  /// The index of the command that a reply answers; `nil` for other steps, also for an event that answers a command.
  var commandIndex: Int? { if case .reply(_, let command) = self { command } else { nil } }

  /// The command that the message answers; `nil` where it answers none.
  @inlinable
  func answeredCommand(in world: World<M>) -> M.Command? {
    switch self {
    case .message: nil
    case .reply(_, let index): world.outstanding[index]
    case .event(let event): event.answeredCommand
    }
  }
}

/// The outcome of one step: the next world, the commands that the step performs, and the error that `update` threw, if any.
@usableFromInline
struct StepOutcome<M: Module> {
  @usableFromInline var world: World<M>
  @usableFromInline var commands: [M.Command]
  @usableFromInline var failure: (any Error)?
  /// The step was taken; otherwise `world` is the world before it.
  var isTaken = true

  @usableFromInline
  init(world: World<M>, commands: [M.Command], failure: (any Error)?) {
    self.world = world
    self.commands = commands
    self.failure = failure
  }

  /// The outcome of a step that was not taken, because it would trap.
  init(notTakenIn world: World<M>) {
    self.init(world: world, commands: [], failure: nil)
    isTaken = false
  }
}

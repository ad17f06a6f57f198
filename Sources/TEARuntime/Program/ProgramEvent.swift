/// Something that happened in a program, for loggers and recorders.
public enum ProgramEvent<M: Module> {
  /// The origin of a message.
  public enum Origin {
    /// It was dispatched: by a person, mostly.
    case dispatch
    /// An effect sent it.
    case reply(to: M.Command)
    /// A subscription sent it; timers are among them.
    case subscription(M.Subscription)

    /// The command that is answered, if one is.
    var command: M.Command? { if case .reply(let command) = self { command } else { nil } }
  }

  /// `update` is about to be called.
  case willUpdate(M.Message, M.Model, Origin)
  /// A step has happened: the model before it and after it, and the commands that were given out to be carried out.
  case didUpdate(M.Message, M.Model, M.Model, [M.Command])
  /// A step failed, and did not happen.
  case didFail(M.Message, any Error)
  /// A message came from an effect that was cancelled, or from a subscription that has ended; it is dropped.
  case didDrop(M.Message)
  /// A command that had waited is carried out.
  case didWait(M.Command)
  /// Time has passed, and a deadline was met.
  case didElapse(Duration)
  /// A timer that repeats was so late that it missed deadlines beside the one that it is about to send its message for;
  /// nothing is sent for those.
  case didSkip(M.Subscription, count: Int)
  /// The program has stopped.
  case didStop
  /// The program goes on with a model.
  case didResume(M.Model)
}

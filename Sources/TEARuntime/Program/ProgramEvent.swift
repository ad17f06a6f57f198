/// An event in a program, for loggers and recorders.
public enum ProgramEvent<M: Module> {
  /// The origin of a message.
  public enum Origin {
    /// It was dispatched, usually by a person.
    case dispatch
    /// An effect sent it.
    case reply(to: M.Command)
    /// A subscription sent it, such as a timer.
    case subscription(M.Subscription)

    /// The command that the message answers; `nil` for other messages.
    var command: M.Command? { if case .reply(let command) = self { command } else { nil } }
  }

  /// `update` is about to be called.
  case willUpdate(M.Message, M.Model, Origin)
  /// A step has happened: its message, the model before and after it, and the commands that are carried out.
  case didUpdate(M.Message, M.Model, M.Model, [M.Command])
  /// A step failed, and did not happen.
  case didFail(M.Message, any Error)
  /// A message of a cancelled effect or of an ended subscription was dropped.
  case didDrop(M.Message)
  /// A debounced command is carried out.
  case didWait(M.Command)
  /// Time has passed, and a deadline was met.
  case didElapse(Duration)
  /// A repeating timer was late, and missed this number of deadlines besides the one that it sends its message for.
  case didSkip(M.Subscription, count: Int)
  /// The program has stopped.
  case didStop
  /// The program goes on with a model.
  case didResume(M.Model)
}

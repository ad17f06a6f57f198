/// An event in a program, for loggers and recorders.
public enum ProgramEvent<M: Module> {
  /// The origin of a message.
  public enum Origin {
    /// The message was dispatched to the program or its mailbox.
    case dispatch
    /// The effect of a command sent the message.
    case reply(to: M.Command)
    /// A subscription, such as a timer, sent the message.
    case subscription(M.Subscription)

    /// The command that the message answers; `nil` for other messages.
    var command: M.Command? { if case .reply(let command) = self { command } else { nil } }
  }

  /// `update` is about to be called: the message, the model before the step, and the message's origin.
  case willUpdate(M.Message, M.Model, Origin)
  /// A step has happened: its message, the model before and after it, and the commands that are carried out.
  case didUpdate(M.Message, M.Model, M.Model, [M.Command])
  /// A step failed, and did not happen.
  case didFail(M.Message, any Error)
  /// A message was dropped, because its effect or subscription had ended or was cancelled.
  case didDrop(M.Message)
  /// A debounced command has waited for its duration, and is carried out.
  case didDebounce(M.Command)
  /// Time has passed, and at least one deadline became due.
  ///
  /// The duration counts from the previous reading of the clock or, with manual time, from the previous deadline or the
  /// call of ``Program/advance(by:)``. Time in which no deadline became due is not reported, so durations do not add up.
  case didElapse(Duration)
  /// A repeating timer was late: it sends one message, and skips this number of further deadlines.
  case didSkipTicks(M.Subscription, count: Int)
  /// The program has stopped.
  case didStop
  /// The stopped program was resumed from a model.
  case didResume(M.Model)
}

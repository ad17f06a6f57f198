internal import TEASupport
internal import TEARuntime

/// Something that can happen next and is neither a message that is offered nor the reply to an outstanding command.
@usableFromInline
final class WorldEvent<M: Module> {
  enum Kind {
    /// Time passes.
    case elapse(Duration)
    /// The item at an index of the agenda is due: a timer sends, a command is carried out, or a throttle opens.
    case due(Int, Agenda<M>.Item)
    /// A live subscription sends a message.
    case subscription(M.Subscription)
    /// An outstanding command sends a message, and stays outstanding.
    case interim(M.Command)
    /// The message at an index was queued before the step that made it impossible.
    case late(Int, Late<M>.Origin)
    /// The reply at an index comes once more.
    case echo(Int, M.Command)
    /// The outstanding command at an index takes effect in the environment.
    case effect(command: Int, M.Command)
    /// The reply to the outstanding command at an index is made, after it has taken effect if it has not yet.
    case answer(command: Int, M.Message)
    /// No reply comes once more: the effect at an index among those that might repeat theirs is over.
    case lastEcho(Int, M.Command)
    /// The effect at an index among those that bring nothing more is over.
    case ending(Int, M.Command)
    /// The outstanding command at an index will never be answered.
    case loss(command: Int)
    /// Something happens in the environment, by itself; and what it is like then.
    case environment(String, AnyHashable)
  }

  let kind: Kind
  @usableFromInline let message: M.Message?

  init(_ kind: Kind, _ message: M.Message? = nil) {
    self.kind = kind
    self.message = message
  }

  /// The command that the message answers, if it answers one.
  @usableFromInline
  var answered: M.Command? {
    switch kind {
    case .interim(let command), .echo(_, let command), .late(_, .reply(let command)): command
    case .elapse, .due, .subscription, .late, .effect, .answer, .lastEcho, .ending, .loss, .environment: nil
    }
  }

  /// It is something that a person did: a late message of a view.
  var isOfPerson: Bool { if case .late(_, .view) = kind { true } else { false } }

  /// The label of an event that happens some time if it can for long enough: time passes, an item is due, an effect
  /// that brings nothing more ends, or a command takes effect; `nil` for any other event.
  var fairLabel: AnyHashable? {
    switch kind {
    case .elapse: AnyHashable("wait")
    case .due(_, .timer(let subscription)): AnyHashable(subscription)
    case .due(_, .command(_, let id)): AnyHashable([AnyHashable("command"), AnyHashable(id)])
    case .due(_, .reopening(let id)): AnyHashable([AnyHashable("throttle"), AnyHashable(id)])
    case .lastEcho(_, let command), .ending(_, let command):
      AnyHashable([AnyHashable("ending"), recognitionKey(of: command)])
    case .effect(_, let command): AnyHashable([AnyHashable("effect"), recognitionKey(of: command)])
    case .subscription, .interim, .late, .answer, .echo, .loss, .environment: nil
    }
  }

  /// It follows from what the program did, without time passing and without anybody else.
  var followsAtOnce: Bool { if case .due = kind { true } else { false } }

  /// The message is there only because messages may be queued.
  var isLate: Bool { if case .late = kind { true } else { false } }
}

extension Agenda {
  /// Something will reach the program or the outside by itself.
  var willAct: Bool {
    entries.contains { if case .reopening = $0.item { false } else { true } }
  }
}

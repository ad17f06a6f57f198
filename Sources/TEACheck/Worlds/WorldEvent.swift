internal import TEASupport
internal import TEARuntime

/// A step that is neither ``WorldStep/message(_:)`` nor ``WorldStep/reply(_:commandIndex:)``.
@usableFromInline
final class WorldEvent<M: Module> {
  enum Kind {
    case elapse(Duration)
    /// The item at an index of the agenda is due: a timer sends a message, a command is carried out, or a throttle
    /// ends.
    case due(Int, Agenda<M>.Item)
    case subscription(M.Subscription)
    /// An outstanding command sends a message, and remains outstanding.
    case interim(M.Command)
    /// The late message at an index arrives.
    case late(Int, LateMessage<M>.Origin)
    /// The outstanding command at an index is answered by a reply that might come twice but does not: the effect ends at once.
    case lastReply(command: Int, M.Command)
    /// The repeatable reply at an index arrives a second time.
    case repeatedReply(Int, M.Command)
    /// The outstanding command at an index takes effect in the environment.
    case effect(command: Int, M.Command)
    /// The environment makes the reply to the outstanding command at an index. The reply arrives in a later step. A command
    /// that has not taken effect yet takes effect first.
    case answer(command: Int, M.Message)
    /// The repeatable reply at an index will not arrive a second time: its effect ends.
    case endingUnrepeated(Int, M.Command)
    /// The silent effect at an index ends.
    case ending(Int, M.Command)
    /// The outstanding command at an index will never be answered.
    case loss(command: Int)
    /// The name of the event, and the environment after it.
    case environment(String, AnyHashable)
  }

  let kind: Kind
  /// The message that `update` receives in this step; `nil` for none.
  @usableFromInline let message: M.Message?

  init(_ kind: Kind, _ message: M.Message? = nil) {
    self.kind = kind
    self.message = message
  }

  /// The command whose reply arrives in this step; `nil` for other events.
  @usableFromInline
  var answeredCommand: M.Command? {
    switch kind {
    case .interim(let command), .lastReply(_, let command), .repeatedReply(_, let command),
      .late(_, .reply(let command, _)):
      command
    case .elapse, .due, .subscription, .late, .effect, .answer, .endingUnrepeated, .ending, .loss, .environment: nil
    }
  }

  /// `true` for a late message of a view, which only a person sends.
  var isOfPerson: Bool { if case .late(_, .view) = kind { true } else { false } }

  /// The label of an event to which the ``Fairness`` of the system applies; `nil` for any other event.
  var fairLabel: AnyHashable? {
    switch kind {
    case .elapse: AnyHashable("wait")
    case .due(_, .timer(let subscription)): AnyHashable(subscription)
    case .due(_, .command(_, let id)): AnyHashable([AnyHashable("command"), AnyHashable(id)])
    case .due(_, .throttleEnd(let id)): AnyHashable([AnyHashable("throttle"), AnyHashable(id)])
    case .endingUnrepeated(_, let command), .ending(_, let command): Self.fairLabel(ofEndOf: command)
    case .effect(_, let command): Self.fairLabel(ofEffectOf: command)
    case .subscription, .interim, .late, .answer, .lastReply, .repeatedReply, .loss, .environment: nil
    }
  }

  /// The ``fairLabel`` of the event in which a command takes effect in the environment.
  static func fairLabel(ofEffectOf command: M.Command) -> AnyHashable {
    AnyHashable([AnyHashable("effect"), recognitionKey(of: command)])
  }

  /// The ``fairLabel`` of the event in which the effect of a command ends.
  static func fairLabel(ofEndOf command: M.Command) -> AnyHashable {
    AnyHashable([AnyHashable("ending"), recognitionKey(of: command)])
  }

  /// `true` for an event whose deadline has come.
  var isDue: Bool { if case .due = kind { true } else { false } }

  /// `true` for an event that comes without an action of a person and without the passing of time. `false` for a fault, and for
  /// an event that only the outside world decides: a message of a subscription, an event of the environment, or a message of a
  /// command that remains outstanding.
  var needsNeitherPersonNorTime: Bool {
    switch kind {
    case .due, .lastReply, .effect, .answer, .endingUnrepeated, .ending: true
    case .elapse, .subscription, .interim, .late, .repeatedReply, .loss, .environment: false
    }
  }

  var isWait: Bool { if case .elapse = kind { true } else { false } }

  /// `true` for an event that may never happen, because something must go wrong first.
  var isFault: Bool {
    switch kind {
    case .late, .repeatedReply, .loss: true
    default: false
    }
  }

  var isLate: Bool { if case .late = kind { true } else { false } }
}

extension Agenda {
  /// `true` where a pending deadline sends a message or carries out a command; the end of a throttle does neither.
  var hasPendingAction: Bool {
    entries.contains { if case .throttleEnd = $0.item { false } else { true } }
  }
}

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

extension WorldEvent {
  /// The event as a line of a script or a story.
  ///
  /// - Parameter text: The text of a value.
  func text(in world: World<M>, _ text: (Any) -> String) -> String {
    switch kind {
    case .elapse(let duration): return "wait \(Self.text(of: duration))"
    case .due(_, .timer(let subscription)), .subscription(let subscription):
      return sending(text(subscription), text)
    case .interim(let command): return sending(text(command), text)
    case .due(_, .command(let command, _)): return "\(text(command)) is carried out"
    case .due(_, .reopening(let id)): return "throttle \(text(id)) opens"
    case .late(_, .view): return "late: \(message.map { text($0) } ?? "")"
    case .late(_, .reply(let command)): return "late reply: \(replying(command, text))"
    case .late(_, .subscription(let subscription)): return "late signal: \(sending(text(subscription), text))"
    case .echo(_, let command): return "again: \(replying(command, text))"
    case .effect(_, let command): return "\(text(command)) reaches the \(Self.nameOfEnvironment(in: world))"
    case .answer(let index, let message):
      let isRequested = world.surroundings?.state.isRequested(index) == true
      let way = isRequested ? " reaches the \(Self.nameOfEnvironment(in: world)) and" : ""
      return "\(text(world.outstanding[index]))\(way) is answered \(text(message))"
    case .lastEcho(_, let command), .ending(_, let command): return "\(text(command)) ends"
    case .loss(let command): return "lost: \(text(world.outstanding[command]))"
    case .environment(let name, _):
      return "environment: \(message == nil ? escaped(name) : sending(escaped(name), text))"
    }
  }

  /// Tests for a line of a script that speaks of an event.
  static func isText(_ line: String) -> Bool {
    ["wait ", "late: ", "late reply: ", "late signal: ", "again: ", "lost: ", "environment: ", "throttle "]
      .contains(where: line.hasPrefix)
      || [" is carried out", " ends"].contains(where: line.hasSuffix)
      || [" sends ", " reaches the ", " is answered "].contains { line.contains($0) }
  }

  private static func nameOfEnvironment(in world: World<M>) -> String {
    world.surroundings?.state.environment.map { Counterexample.name(of: $0.base, beside: world.model) } ?? "environment"
  }

  private func sending(_ sender: String, _ text: (Any) -> String) -> String {
    "\(sender) sends \(message.map { text($0) } ?? "")"
  }

  private func replying(_ command: M.Command, _ text: (Any) -> String) -> String {
    Script.reply(text(command), message.map { text($0) } ?? "")
  }

  /// A duration in the largest unit in which it is a whole number.
  static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    for (unit, digits) in [("s", 18), ("ms", 15), ("µs", 12), ("ns", 9)] {
      let size = (0..<digits).reduce(Int64(1)) { size, _ in size * 10 }
      guard attoseconds % size == 0 else { continue }
      let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000_000_000_000 / size)
      if !isTooLarge { return "\(whole + attoseconds / size) \(unit)" }
    }
    return "\(duration)"
  }

  /// Reads what ``text(of:)`` writes.
  static func duration(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, let number = Int64(parts[0]), number > 0 else { return nil }
    switch parts[1] {
    case "s": return .seconds(number)
    case "ms": return .milliseconds(number)
    case "µs": return .microseconds(number)
    case "ns": return .nanoseconds(number)
    default: return nil
    }
  }
}

extension Agenda {
  /// Something will reach the program or the outside by itself.
  var willAct: Bool {
    entries.contains { if case .reopening = $0.item { false } else { true } }
  }
}

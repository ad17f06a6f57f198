@testable import TEACheck
@testable import TEARuntime

/// One thing that the outside does.
enum ScheduledAct: Hashable, Sendable {
  case dispatch([Machine.Message])
  /// Answers one of the commands that were ever carried out, counted from the last.
  case reply(Int)
  /// One of them sends a message, and goes on.
  case sendInterim(Int)
  case send(Machine.Message)
  case advance(seconds: Int)
}

/// A random module, and a random schedule for it.
struct Schedules {
  static var all: Gen<(Machine.Behaviour, [ScheduledAct])> {
    let behaviour = Gen.array(of: Gen<Int>.integer(in: 0...9), count: 39...39).map { Machine.Behaviour($0) }
    let message = Gen<Machine.Message>.element(of: Machine.Message.allCases)
    let act = Gen<ScheduledAct>.frequency(
      (4, Gen.array(of: message, count: 1...2).map { .dispatch($0) }),
      (3, Gen<Int>.integer(in: 0...3).map { .reply($0) }),
      (1, Gen<Int>.integer(in: 0...3).map { .sendInterim($0) }),
      (1, message.map { .send($0) }),
      (3, Gen<Int>.integer(in: 1...4).map { .advance(seconds: $0) }))
    return zip(behaviour, Gen.array(of: act, count: 0...12))
  }
}

/// The checker's world and a live runtime, driven by the same schedule.
struct Agreement {
  private let rules: Rules<Machine>
  private var world: World<Machine>
  private var log: [String] = []
  /// All commands that were carried out.
  private var performed: [Machine.Command] = []
  private var queue: [Pending] = []

  private enum Pending {
    case message(Machine.Message)
    case reply(Machine.Command)
    case interim(Machine.Command)
  }

  private init(_ behaviour: Machine.Behaviour) throws {
    let specification = Specification(of: Machine.self) {
      Start(with: [behaviour])
      Messages(of: .model) { _ in Machine.Message.allCases }
      InterimReplies { [Machine.interimReply(to: $0)] }
      Replies { [Machine.reply(to: $0)] }
      Subscriptions { $0 == .news ? Machine.Message.allCases : [] }
    }
    var rules = try Rules(specification, scope: 1)
    rules.surroundingRules?.unit = .seconds(1)
    self.rules = rules
    world = rules.origins[0].world
    log.append("show \(Machine.view(for: world.model))")
  }

  /// Follows a schedule on both sides.
  ///
  /// - Throws: ``Disagreement`` with the story, where the sides differ.
  static func check<Live: LiveRuntime>(
    _ runtime: Live.Type, _ behaviour: Machine.Behaviour, _ schedule: [ScheduledAct]
  ) throws {
    let live = try Live(behaviour)
    var checker = try Agreement(behaviour)
    var story: [String] = []
    for act in schedule {
      let (before, seen) = (live.log.count, checker.log.count)
      switch act {
      case .dispatch(let messages):
        story.append("dispatch \(messages.map { "\($0)" }.joined(separator: ", "))")
        live.dispatch(messages)
        checker.dispatch(messages)
      case .reply(let number):
        guard let command = checker.performed(number) else { continue }
        story.append("\(command) replies \(Machine.reply(to: command))")
        live.reply(to: command)
        checker.reply(to: command)
      case .sendInterim(let number):
        guard let command = checker.performed(number) else { continue }
        story.append("\(command) sends \(Machine.interimReply(to: command))")
        live.sendInterim(of: command)
        checker.sendInterim(of: command)
      case .send(let message):
        story.append("news sends \(message)")
        live.send(message)
        checker.send(message)
      case .advance(let seconds):
        story.append("\(seconds) s pass")
        live.advance(by: .seconds(seconds))
        for _ in 0..<seconds { checker.wait() }
      }
      let (liveLog, checkerLog) = (Array(live.log[before...]), Array(checker.log[seen...]))
      if let difference = checker.difference(from: live, liveLog, checkerLog) {
        throw Disagreement(story: story, difference: difference, behaviour: behaviour)
      }
    }
  }

  private func difference(from live: some LiveRuntime, _ liveLog: [String], _ log: [String]) -> String? {
    if liveLog != log { return "live:    \(liveLog)\n  checker: \(log)" }
    if live.model != world.model {
      return "live model:    state \(live.model.state) after \(live.model.steps)\n"
        + "  checker model: state \(world.model.state) after \(world.model.steps)"
    }
    let (liveAgenda, agenda) = (Self.texts(live.agenda), Self.texts(world.agenda))
    return liveAgenda == agenda ? nil : "live agenda:    \(liveAgenda)\n  checker agenda: \(agenda)"
  }

  private static func texts(_ agenda: Agenda<Machine>) -> [String] {
    agenda.entries.map { "\($0.item) in \($0.remaining)" }.sorted()
  }

  private mutating func dispatch(_ messages: [Machine.Message]) {
    queue += messages.map { .message($0) }
    processQueue()
  }

  private mutating func reply(to command: Machine.Command) {
    queue.append(.reply(command))
    processQueue()
  }

  /// A command that was carried out, counted from the last.
  private func performed(_ number: Int) -> Machine.Command? {
    number < performed.count ? performed[performed.count - 1 - number] : nil
  }

  private mutating func sendInterim(of command: Machine.Command) {
    queue.append(.interim(command))
    processQueue()
  }

  private mutating func send(_ message: Machine.Message) {
    // What a subscription that is not live sends is impossible in the checker.
    let step = steps.first { step in
      if case .event(let event) = step, case .subscription = event.kind { event.message == message } else { false }
    }
    if let step { take(step) }
    processQueue()
  }

  private mutating func wait() {
    guard
      let wait = steps.first(where: {
        if case .event(let event) = $0, case .elapse = event.kind { true } else { false }
      })
    else { return }
    take(wait)
    while let due = steps.first(where: {
      if case .event(let event) = $0, case .due = event.kind { true } else { false }
    }) {
      take(due)
      processQueue()
    }
  }

  /// Everything but messages that can happen.
  private var steps: [WorldStep<Machine>] { (try? rules.happenings(in: world)) ?? [] }

  private mutating func processQueue() {
    while !queue.isEmpty {
      switch queue.removeFirst() {
      case .message(let message): take(.message(message))
      case .reply(let command):
        let reply = steps.first { step in step.command.map { world.outstanding[$0] == command } ?? false }
        if let reply { take(reply) }
      case .interim(let command):
        let interim = steps.first { step in
          if case .event(let event) = step, case .interim(command) = event.kind { true } else { false }
        }
        if let interim { take(interim) }
      }
    }
  }

  private mutating func take(_ step: WorldStep<Machine>) {
    let before = world
    let outcome = rules.take(step, in: before)
    world = outcome.world
    if let message = step.message {
      guard outcome.failure == nil else { return log.append("fail \(message)") }
      log.append("show \(Machine.view(for: world.model))")
    }
    let answered = step.command.map { before.outstanding[$0] }
    var cancelled = before.outstanding.filter { $0 != answered && !world.outstanding.contains($0) }
    for command in outcome.commands {
      let id = Machine.policy(for: command).id
      for other in cancelled where Machine.policy(for: other).id == id { log.append("cancel \(other)") }
      cancelled.removeAll { Machine.policy(for: $0).id == id }
      guard world.outstanding.contains(command) else { continue }
      log.append("perform \(command)")
      performed.append(command)
      if command.isAnsweredAtOnce { queue.append(.reply(command)) }
    }
  }
}

/// What a live runtime and the checker made of the same schedule.
struct Disagreement: Error, CustomStringConvertible {
  let story: [String]
  let difference: String
  let behaviour: Machine.Behaviour

  var description: String {
    let steps = story.enumerated().map { "  \($0.offset + 1)  \($0.element)" }.joined(separator: "\n")
    return "after these steps the live program and the checker differ\n\(steps)\n  \(difference)"
  }
}

@testable import TEACheck
@testable import TEARuntime

/// Something that happens to a running program. Commands are given by numbers: 0 is the command that was carried out last, 1
/// the one before it.
enum ScheduledAct: Hashable, Sendable {
  case dispatch([Machine.Message])
  /// Sends the last reply of a command.
  case reply(Int)
  case sendInterim(Int)
  /// Ends a command that sends no message.
  case end(Int)
  /// Loses a command, in the checker alone. Until the command is cancelled, no later act can name it, so the runtimes do not
  /// send its reply either.
  case lose(Int)
  case send(Machine.Subscription, Machine.Message)
  case advance(seconds: Int)
}

/// A generator of random modules, each with a random schedule.
struct Schedules {
  static var all: Gen<(Machine.Behaviour, [ScheduledAct])> {
    // Numbers above 16 count as zero, so that many entries are empty: no command, no subscription, or the first state.
    let behaviour = Gen.array(
      of: Gen<Int>.integer(in: 0...31), count: Machine.Behaviour.size...Machine.Behaviour.size
    ).map { Machine.Behaviour($0.map { $0 <= 16 ? $0 : 0 }) }
    let message = Gen<Machine.Message>.element(of: Machine.Message.allCases)
    let act = Gen<ScheduledAct>.frequency(
      (4, Gen.array(of: message, count: 1...2).map { .dispatch($0) }),
      (3, Gen<Int>.integer(in: 0...3).map { .reply($0) }),
      (1, Gen<Int>.integer(in: 0...3).map { .sendInterim($0) }),
      (1, Gen<Int>.integer(in: 0...3).map { .end($0) }),
      (1, Gen<Int>.integer(in: 0...3).map { .lose($0) }),
      (1, zip(.element(of: [.news, .mail]), message).map { .send($0, $1) }),
      (3, Gen<Int>.integer(in: 1...4).map { .advance(seconds: $0) }))
    return zip(behaviour, Gen.array(of: act, count: 0...12))
  }
}

/// Takes the checker's world and runtimes, see ``LiveRuntime``, through the same schedule, and compares them.
struct CheckerRun {
  /// The state of an environment: the commands that it performed and cancelled, in order.
  struct CommandLog: Hashable, Sendable {
    var log: [String] = []
  }

  private let rules: Rules<Machine>
  private var world: World<Machine>
  /// The checker's views, failures, and commands performed and cancelled, in the format of ``LiveRuntime/log``.
  private var log: [String] = []
  private var performedCommands: [Machine.Command] = []
  private var lostCommands: Set<Machine.Command> = []
  private var queue: [Pending] = []

  private enum Pending {
    case message(Machine.Message)
    case reply(Machine.Command)
    case interim(Machine.Command)
    case ending(Machine.Command)
  }

  private init(_ behaviour: Machine.Behaviour) throws {
    let specification = Specification(of: Machine.self) {
      Start(with: [behaviour])
      Messages(of: .model) { _ in Machine.Message.allCases }
      InterimReplies { $0.isSilent ? [] : [Machine.interimReply(to: $0)] }
      Replies { $0.isSilent ? nil : [Machine.reply(to: $0)] }
      LostReplies()
      Subscriptions { _ in Machine.Message.allCases }
      Environment(
        CommandLog(), performing: { commandLog, command in commandLog.log.append("perform \(command)") },
        cancelling: { commandLog, command in commandLog.log.append("cancel \(command)") }
      ).atOnce
    }
    var rules = try Rules(specification, scope: 1)
    rules.surroundingRules?.unit = .seconds(1)
    self.rules = rules
    world = rules.origins[0].world
    log.append("show \(Machine.view(for: world.model))")
    logCommands(since: [])
    processQueue()
  }

  /// Follows a schedule with a runtime of each type and with the checker, and compares them after every act.
  ///
  /// - Throws: A ``Disagreement`` with the acts so far, at the first difference.
  /// - Returns: The checker's log.
  @discardableResult
  static func check(
    _ types: [any LiveRuntime.Type], _ behaviour: Machine.Behaviour, _ schedule: [ScheduledAct]
  ) throws -> [String] {
    let runtimes = try types.map { try $0.init(behaviour) }
    var checker = try CheckerRun(behaviour)
    var acts: [String] = []
    /// Compares each runtime's state, and the lines of its log after the given length, with the checker's.
    func compare(since liveLengths: [Int], _ checkerLength: Int) throws {
      for (live, liveLength) in zip(runtimes, liveLengths) {
        let (liveLog, checkerLog) = (Array(live.log[liveLength...]), Array(checker.log[checkerLength...]))
        guard let difference = checker.difference(from: live, liveLog, checkerLog) else { continue }
        throw Disagreement(
          runtime: "\(type(of: live))", acts: acts, difference: difference, behaviour: behaviour)
      }
    }
    try compare(since: runtimes.map { _ in 0 }, 0)
    for act in schedule {
      let (liveLengths, checkerLength) = (runtimes.map(\.log.count), checker.log.count)
      switch act {
      case .dispatch(let messages):
        acts.append("dispatch \(messages.map { "\($0)" }.joined(separator: ", "))")
        for live in runtimes { live.dispatch(messages) }
        checker.dispatch(messages)
      case .reply(let number):
        guard let command = checker.command(number), !command.isSilent else { continue }
        acts.append("\(command) replies \(Machine.reply(to: command))")
        for live in runtimes { live.reply(to: command) }
        checker.process(.reply(command))
      case .sendInterim(let number):
        guard let command = checker.command(number), !command.isSilent else { continue }
        acts.append("\(command) sends \(Machine.interimReply(to: command))")
        for live in runtimes { live.sendInterim(of: command) }
        checker.process(.interim(command))
      case .end(let number):
        guard let command = checker.command(number), command.isSilent else { continue }
        acts.append("\(command) ends")
        for live in runtimes { live.end(command) }
        checker.process(.ending(command))
      case .lose(let number):
        guard let command = checker.command(number), !command.isSilent, checker.lose(command) else { continue }
        acts.append("\(command) is lost")
      case .send(let subscription, let message):
        acts.append("\(subscription) sends \(message)")
        for live in runtimes { live.send(message, from: subscription) }
        checker.send(message, from: subscription)
      case .advance(let seconds):
        acts.append("\(seconds) s pass")
        for live in runtimes { live.advance(by: .seconds(seconds)) }
        for _ in 0..<seconds { checker.wait() }
      }
      try compare(since: liveLengths, checkerLength)
    }
    return checker.log
  }

  private func difference(from live: some LiveRuntime, _ liveLog: [String], _ checkerLog: [String]) -> String? {
    if Self.withoutOrderOfCancellations(liveLog) != Self.withoutOrderOfCancellations(checkerLog) {
      return "live:    \(liveLog)\n  checker: \(checkerLog)"
    }
    if live.model != world.model {
      return "live model:    state \(live.model.state) after \(live.model.stepCount)\n"
        + "  checker model: state \(world.model.state) after \(world.model.stepCount)"
    }
    let waiting = world.unsortedAgenda.entries.map { "\($0.item) in \($0.remaining)" }
    if live.waitingItems != waiting { return "live:    \(live.waitingItems) wait\n  checker: \(waiting) wait" }
    let (liveSerials, serials) = (live.runningCommands.map(\.serial).sorted(), running.map(\.serial).sorted())
    if liveSerials != serials { return "live:    \(liveSerials) run\n  checker: \(serials) run" }
    let subscriptions = world.subscriptions.filter { Machine.timer(for: $0) == nil }
    guard Set(live.subscriptions) == Set(subscriptions), live.subscriptions.count == subscriptions.count else {
      return "live:    subscribed to \(live.subscriptions)\n  checker: subscribed to \(subscriptions)"
    }
    return nil
  }

  /// Sorts each group of consecutive cancellations, whose order is not specified. In the result, the groups stand before the
  /// other lines.
  private static func withoutOrderOfCancellations(_ log: [String]) -> [String] {
    log.split(omittingEmptySubsequences: false) { !$0.hasPrefix("cancel ") }.map { $0.sorted().joined(separator: "; ") }
      + log.filter { !$0.hasPrefix("cancel ") }
  }

  private var running: [Machine.Command] {
    // In the runtimes, a lost command goes on. The checker forgets a lost command without an identity, as nothing depends on it
    // any more.
    world.outstanding + (world.surroundings?.state.silentEffects.map(\.command) ?? [])
      + lostCommands.filter { Machine.policy(for: $0).id == nil }
  }

  private mutating func dispatch(_ messages: [Machine.Message]) {
    queue += messages.map { .message($0) }
    processQueue()
  }

  private mutating func process(_ pending: Pending) {
    queue.append(pending)
    processQueue()
  }

  /// A command that was carried out, by its number as in ``ScheduledAct``; `nil` if there is none or it was lost.
  private func command(_ number: Int) -> Machine.Command? {
    guard number < performedCommands.count else { return nil }
    let command = performedCommands[performedCommands.count - 1 - number]
    return lostCommands.contains(command) ? nil : command
  }

  private mutating func send(_ message: Machine.Message, from subscription: Machine.Subscription) {
    // In the checker, a subscription that is not live has no events.
    let step = steps.first { step in
      guard case .event(let event) = step, case .subscription(subscription) = event.kind else { return false }
      return event.message == message
    }
    if let step { take(step) }
    processQueue()
  }

  /// Loses a command if it is outstanding, and returns `true` in this case.
  private mutating func lose(_ command: Machine.Command) -> Bool {
    let loss = steps.first { step in
      guard case .event(let event) = step, case .loss(let index) = event.kind else { return false }
      return world.outstanding[index] == command
    }
    guard let loss else { return false }
    take(loss)
    lostCommands.insert(command)
    return true
  }

  /// Lets one second elapse, and takes the steps of all deadlines that are due then.
  private mutating func wait() {
    guard
      let wait = steps.first(where: {
        if case .event(let event) = $0, case .elapse(.seconds(1)) = event.kind { true } else { false }
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

  /// The replies and events that are possible in the current world.
  private var steps: [WorldStep<Machine>] { (try? rules.repliesAndEvents(in: world)) ?? [] }

  private mutating func processQueue() {
    while !queue.isEmpty {
      let step: WorldStep<Machine>?
      switch queue.removeFirst() {
      case .message(let message): step = .message(message)
      case .reply(let command):
        step = steps.first { step in step.commandIndex.map { world.outstanding[$0] == command } ?? false }
      case .interim(let command):
        step = steps.first { step in
          if case .event(let event) = step, case .interim(command) = event.kind { true } else { false }
        }
      case .ending(let command):
        step = steps.first { step in
          if case .event(let event) = step, case .ending(_, command) = event.kind { true } else { false }
        }
      }
      if let step { take(step) }
    }
  }

  private mutating func take(_ step: WorldStep<Machine>) {
    let earlierLog = world.environment(as: CommandLog.self)?.log ?? []
    let outcome = rules.take(step, in: world)
    world = outcome.world
    if let message = step.message {
      guard outcome.failure == nil else { return log.append("fail \(message)") }
      log.append("show \(Machine.view(for: world.model))")
    }
    logCommands(since: earlierLog)
  }

  /// Logs the commands that the environment has performed and cancelled since its log was `earlierLog`.
  private mutating func logCommands(since earlierLog: [String]) {
    let currentLog = world.environment(as: CommandLog.self)?.log ?? []
    for line in currentLog[earlierLog.count...] {
      log.append(line)
      let serial = Int(line.split(separator: "#")[1]) ?? 0
      lostCommands = lostCommands.filter { line != "cancel \($0)" }
      guard line.hasPrefix("perform ") else { continue }
      let kind = Machine.CommandKind.allCases.first { line == "perform \(Machine.Command(kind: $0, serial: serial))" }
      let command = Machine.Command(kind: kind ?? .plain, serial: serial)
      performedCommands.append(command)
      if command.isAnsweredAtOnce { queue.append(.reply(command)) }
    }
  }
}

/// A difference between a live runtime and the checker after the same acts.
struct Disagreement: Error, CustomStringConvertible {
  let runtime: String
  /// The acts that were taken, in words.
  let acts: [String]
  let difference: String
  let behaviour: Machine.Behaviour

  private var name: String { runtime == "LiveProgram" ? "live program" : runtime }

  var description: String {
    if acts.isEmpty { return "at the start the \(name) and the checker differ\n  \(difference)" }
    let steps = acts.enumerated().map { "  \($0.offset + 1)  \($0.element)" }.joined(separator: "\n")
    return "after these steps the \(name) and the checker differ\n\(steps)\n  \(difference)"
  }
}

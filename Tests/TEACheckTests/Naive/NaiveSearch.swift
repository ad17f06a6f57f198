import TEACheck

/// A breadth-first search of a table's worlds with sets and dictionaries, written from the documentation.
///
/// It shares no code with the checker or the kernel: it has its own policies, timers and cancellation.
struct NaiveSearch {
  /// A command, by its kind and the state that it carries.
  struct Job: Hashable {
    var kind: Int
    var state: Int
  }

  enum Effect: Hashable {
    /// The command is on its way to the server.
    case requested(Job)
    /// The command has acted, and can be answered or send a message.
    case awaited(Job)
    /// The reply, a message, is on its way.
    case answered(Job, Int)
    /// The command was answered, and the reply can arrive once more.
    case echo(Job, Int)
    /// The command sends no message, and can end at any time.
    case silent(Job)
    /// The command was lost, and still counts as running.
    case lost(Job)

    var job: Job {
      switch self {
      case .requested(let job), .awaited(let job), .answered(let job, _), .echo(let job, _), .silent(let job),
        .lost(let job):
        job
      }
    }

    var isOutstanding: Bool {
      switch self {
      case .requested, .awaited, .answered: true
      case .echo, .silent, .lost: false
      }
    }
  }

  /// A message that was queued before a step made it impossible.
  struct LateMessage: Hashable {
    /// A text for the command, subscription or view that sent the message.
    var sender: String
    /// The possible messages, one of which was queued; empty where ``unmadeReplyTo`` is not `nil`.
    var messages: [Int]
    /// The command whose reply the server makes only when the reply arrives; `nil` for other messages.
    var unmadeReplyTo: Job?
    /// The server's event that sends the message when it arrives; `nil` for other messages.
    var event: Event?
  }

  /// The index of an event of the server, and the ended subscription that it needs.
  struct Event: Hashable {
    var index: Int
    var subscription: Int
  }

  /// A debounced command, and the seconds until it is carried out.
  struct PausedCommand: Hashable {
    var job: Job
    var seconds: Int
  }

  struct World: Hashable {
    var state: Int
    var fuel: Int
    /// The running effects, each with the number of equal ones.
    var effects: [Effect: Int] = [:]
    /// The remaining seconds of each running timer, by subscription.
    var timers: [Int: Int] = [:]
    /// The debounced commands, by identity.
    var pausedCommands: [Int: PausedCommand] = [:]
    /// The remaining seconds of each throttle, by identity.
    var throttles: [Int: Int] = [:]
    /// The state of the server; 0 if there is none.
    var server = 0
    var lateMessages: Set<LateMessage> = []

    var outstanding: Int { effects.reduce(0) { $1.key.isOutstanding ? $0 + $1.value : $0 } }
    var waits: [Int] { Array(timers.values) + pausedCommands.values.map(\.seconds) + Array(throttles.values) }
  }

  struct Outcome: Equatable {
    var worldCount = 0
    var stepCount = 0
    var depth = 0
    /// The number of steps to the nearest bad world; `nil` if there is none.
    var violationDepth: Int?
  }

  let table: NaiveTable
  /// The greatest common divisor of all durations met so far, in seconds; 0 before the first. A search can change it.
  private var unit = 0
  /// `true` where effects that send no message are kept, because later steps depend on them: a cancellation changes the server,
  /// and the policy `first` carries out no command beside a running effect. A search that meets `first` sets this to `true`.
  private var needsSilentEffects: Bool

  init(_ table: NaiveTable) {
    self.table = table
    needsSilentEffects = table.events != nil
  }

  /// `true` where a search has met a duration that is not zero.
  var hasTime: Bool { unit > 0 }

  /// Searches all worlds, and again after each search that has changed `unit` or `needsSilentEffects`.
  ///
  /// - Returns: `nil` if there are more worlds than `limit`.
  mutating func run(limit: Int) -> Outcome? {
    var outcome: Outcome?
    var before: (Int, Bool)
    repeat {
      before = (unit, needsSilentEffects)
      outcome = search(limit)
    } while outcome != nil && before != (unit, needsSilentEffects)
    // Late messages are considered only if there is no violation without them.
    outcome?.violationDepth = stepsToViolation(withLate: false) ?? stepsToViolation(withLate: true)
    return outcome
  }

  private mutating func search(_ limit: Int) -> Outcome? {
    var outcome = Outcome()
    var seenWorlds: Set<World> = []
    var frontier = Set(table.startStates.map { start($0) })
    while !frontier.isEmpty {
      seenWorlds.formUnion(frontier)
      if seenWorlds.count > limit { return nil }
      var next: Set<World> = []
      for world in frontier {
        let steps = steps(from: world)
        outcome.stepCount += steps.count
        next.formUnion(steps.values)
      }
      frontier = next.subtracting(seenWorlds)
      if !frontier.isEmpty { outcome.depth += 1 }
    }
    outcome.worldCount = seenWorlds.count
    return outcome
  }

  /// The number of steps to the nearest bad world, with or without the steps in which a late message arrives; `nil` if there is
  /// none.
  private mutating func stepsToViolation(withLate: Bool) -> Int? {
    var seenWorlds: Set<World> = []
    var frontier = Set(table.startStates.map { start($0) })
    var depth = 0
    while !frontier.isEmpty {
      if frontier.contains(where: isBad) { return depth }
      seenWorlds.formUnion(frontier)
      var next: Set<World> = []
      for world in frontier {
        let steps = steps(from: world).filter { withLate || !$0.key.hasPrefix("late") }
        next.formUnion(steps.values)
      }
      frontier = next.subtracting(seenWorlds)
      depth += 1
    }
    return nil
  }

  private func isBad(_ world: World) -> Bool {
    world.state == table.badCondition.state && world.outstanding >= table.badCondition.outstanding
      && (table.events == nil || world.server == table.badCondition.server)
  }

  private mutating func start(_ state: Int) -> World {
    var world = World(state: state, fuel: table.fuel)
    perform(table.startCommandKinds, in: &world)
    begin(table.subscriptions[world.state], in: &world)
    return world
  }

  // MARK: Steps

  /// The steps from a world: the world after each step, by the name of the step.
  private mutating func steps(from world: World) -> [String: World] {
    var steps: [String: World] = [:]
    for message in offers(in: world) { steps["\(message)"] = receive(message, from: world, with: world) }
    for effect in world.effects.keys {
      var rest = world
      rest.effects[effect] = world.effects[effect]! > 1 ? world.effects[effect]! - 1 : nil
      if effect.isOutstanding { addOutstanding(effect, leaving: rest, to: &steps, from: world) }
      switch effect {
      case .requested, .awaited, .answered, .lost: continue
      case .echo(let job, let message):
        steps["\(job) replies \(message) again"] = receive(message, from: world, with: rest)
        if needsSilentEffects, kind(of: job).policy.id != nil { steps["\(job) ends without \(message)"] = rest }
      case .silent(let job): steps["\(job) ends"] = rest
      }
    }
    for number in table.subscriptions[world.state] where table.timers[number] == nil {
      for message in table.signals[number] {
        steps["\(number) sends \(message)"] = receive(message, from: world, with: world)
      }
    }
    addTime(to: &steps, from: world)
    if let events = table.events {
      for (number, event) in events[world.server].enumerated()
      where event.isPossible(table.subscriptions[world.state]) {
        var next = world
        next.server = event.next
        steps["event \(number)"] = event.message.map { receive($0, from: world, with: next) } ?? next
      }
    }
    for late in world.lateMessages {
      var next = world
      next.lateMessages.remove(late)
      if let job = late.unmadeReplyTo { next.server = kind(of: job).answered[next.server] }
      if let event = late.event {
        let live = table.subscriptions[world.state] + [event.subscription]
        let found = (table.events?[world.server] ?? []).dropFirst(event.index).first
        guard let possible = found, possible.message == late.messages[0], possible.isPossible(live) else { continue }
        next.server = possible.next
      }
      for message in late.unmadeReplyTo.map({ answers(to: $0, in: world) ?? [] }) ?? late.messages {
        steps["late: \(message) of \(late)"] = receive(message, from: world, with: next, isLate: true)
      }
    }
    return steps
  }

  /// Adds the steps of an outstanding command. The command can reach the server and be answered in a single step.
  ///
  /// - Parameter rest: The world without the command.
  private mutating func addOutstanding(
    _ effect: Effect, leaving rest: World, to steps: inout [String: World], from world: World
  ) {
    let job = effect.job
    var afterAction = rest
    if case .requested = effect {
      afterAction.server = kind(of: job).performed[world.server]
      var reached = afterAction
      addEffect(ofActed: job, in: &reached)
      steps["\(job) reaches the server"] = reached
    }
    var replies = (answers(to: job, in: afterAction) ?? []).map { message in
      var afterReply = afterAction
      if table.events != nil { afterReply.server = kind(of: job).answered[afterAction.server] }
      if !table.isAtOnce {
        var answered = afterReply
        answered.effects[.answered(job, message), default: 0] += 1
        steps["\(effect) is answered \(message)"] = answered
      }
      return (message, afterReply)
    }
    if case .answered(_, let message) = effect {
      for (message, _) in replies { steps["\(effect) is answered \(message)"] = nil }
      replies = [(message, rest)]
    }
    for (message, afterReply) in replies {
      var next = afterReply
      if kind(of: job).canBeRepeated { next.effects[.echo(job, message), default: 0] += 1 }
      steps["\(effect) replies \(message)"] = receive(message, from: world, with: next)
      if needsSilentEffects, kind(of: job).canBeRepeated, kind(of: job).policy.id != nil {
        steps["\(effect) replies \(message) and ends"] = receive(message, from: world, with: afterReply)
      }
    }
    for message in kind(of: job).interim[world.state] ?? [] {
      steps["\(effect) sends \(message)"] = receive(message, from: world, with: world)
    }
    guard kind(of: job).canBeLost else { return }
    var lost = rest
    add(.lost(job), to: &lost)
    steps["\(effect) is lost"] = lost
  }

  /// Adds a step for each timer, paused command and throttle that is due. If none is due, adds the steps in which time passes.
  private mutating func addTime(to steps: inout [String: World], from world: World) {
    for (number, seconds) in world.timers where seconds == 0 {
      var next = world
      switch table.timers[number]! {
      case .every(let interval, let message):
        next.timers[number] = Int(interval.components.seconds)
        steps["timer \(number)"] = receive(message, from: world, with: next)
      case .after(_, let message):
        next.timers[number] = nil
        steps["timer \(number)"] = receive(message, from: world, with: next)
      }
    }
    for (id, paused) in world.pausedCommands where paused.seconds == 0 {
      var next = world
      next.pausedCommands[id] = nil
      carryOut(paused.job, in: &next)
      steps["\(paused.job) is carried out"] = next
    }
    for (id, seconds) in world.throttles where seconds == 0 {
      var next = world
      next.throttles[id] = nil
      steps["\(id) opens"] = next
    }
    guard let least = world.waits.min(), least > 0 else { return }
    // A wait of any number of units up to the next deadline is a single step.
    for seconds in stride(from: unit > 0 ? unit : least, through: least, by: unit > 0 ? unit : least) {
      var next = world
      next.timers = next.timers.mapValues { $0 - seconds }
      next.pausedCommands = next.pausedCommands.mapValues { PausedCommand(job: $0.job, seconds: $0.seconds - seconds) }
      next.throttles = next.throttles.mapValues { $0 - seconds }
      steps["wait \(seconds)"] = next
    }
  }

  private func offers(in world: World) -> [Int] {
    if let patience = table.patience, world.outstanding >= patience { return [] }
    return table.offers[world.state]
  }

  private func kind(of job: Job) -> NaiveTable.Kind { table.kinds[job.kind] }

  /// The possible replies to a command: the server's, if it knows the command, and the declared ones.
  private func answers(to job: Job, in world: World) -> [Int]? {
    let declared = kind(of: job).replies[world.state]
    guard table.events != nil, let replies = kind(of: job).serverReplies[world.server] else { return declared }
    return replies + (declared ?? [])
  }

  // MARK: The next world

  /// The world after a message.
  ///
  /// - Parameter next: The world without the effect, timer or event that sent the message.
  private mutating func receive(
    _ message: Int, from world: World, with next: World, isLate: Bool = false
  ) -> World {
    var next = next
    let reaction = table.reactions[world.state][message]
    if !isLate { next.lateMessages = [] }
    // A failed update changes nothing else.
    if reaction.fails { return next }
    next.state = reaction.next
    let ending = Set(table.subscriptions[world.state]).subtracting(table.subscriptions[next.state])
    for number in ending {
      let queued = table.timers[number].map { next.timers[number] == 0 ? [$0.message] : [] } ?? table.signals[number]
      if table.hasRacyCancellation {
        next.lateMessages.formUnion(queued.map { LateMessage(sender: "signal \(number)", messages: [$0]) })
        for (index, event) in (table.events?[next.server] ?? []).enumerated() where table.timers[number] == nil {
          guard let message = event.message, event.subscription == number else { continue }
          next.lateMessages.insert(
            LateMessage(
              sender: "signal \(number)", messages: [message], event: Event(index: index, subscription: number)))
        }
      }
      next.timers[number] = nil
    }
    let beginning = Set(table.subscriptions[next.state]).subtracting(table.subscriptions[world.state])
    begin(beginning.sorted(), in: &next)
    perform(reaction.performs, from: world, in: &next)
    if table.hasStaleViews {
      let withdrawnMessages = Set(offers(in: world)).subtracting(offers(in: next))
      next.lateMessages.formUnion(withdrawnMessages.map { LateMessage(sender: "view", messages: [$0]) })
    }
    return next
  }

  private mutating func begin(_ subscriptions: [Int], in world: inout World) {
    for number in subscriptions {
      guard let timer = table.timers[number] else { continue }
      world.timers[number] = register(timer.duration)
    }
  }

  /// Applies the policies to the commands of a step, and carries out those that remain.
  private mutating func perform(_ kinds: [Int], from before: World? = nil, in world: inout World) {
    // Each order carries out a job, or cancels effects.
    var orders: [(job: Job?, cancelled: [Effect])] = []
    for number in kinds where world.fuel > 0 {
      if world.fuel != .max { world.fuel -= 1 }
      let job = Job(kind: number, state: table.kinds[number].carriesState ? world.state : 0)
      func hasIdentity(_ other: Job, _ id: Int) -> Bool { kind(of: other).policy.id == id }
      func cancel(_ id: Int) {
        world.pausedCommands[id] = nil
        // A command that is cancelled in the step that performed it is not carried out at all.
        orders.removeAll { $0.job.map { hasIdentity($0, id) } ?? false }
        let effects = world.effects.filter { hasIdentity($0.key.job, id) }
        for effect in effects.keys { world.effects[effect] = nil }
        orders.append((nil, effects.flatMap { Array(repeating: $0.key, count: $0.value) }))
      }
      var isCarriedOut = true
      switch table.kinds[number].policy {
      case .all: break
      case .latest(let id): cancel(id)
      case .first(let id):
        needsSilentEffects = true
        isCarriedOut =
          world.pausedCommands[id] == nil && !world.effects.keys.contains { hasIdentity($0.job, id) }
          && !orders.contains { $0.job.map { hasIdentity($0, id) } ?? false }
      case .cancel(let id):
        cancel(id)
        isCarriedOut = false
      case .debounce(let id, let duration):
        cancel(id)
        let seconds = register(duration)
        if seconds > 0 { world.pausedCommands[id] = PausedCommand(job: job, seconds: seconds) }
        isCarriedOut = seconds == 0
      case .throttle(let id, let duration):
        let seconds = register(duration)
        isCarriedOut = world.throttles[id] == nil
        if isCarriedOut, seconds > 0 { world.throttles[id] = seconds }
      }
      if isCarriedOut { orders.append((job, [])) }
    }
    for (job, cancelled) in orders {
      for effect in cancelled {
        if let events = table.events { world.server = (world.server + kind(of: effect.job).cancelled) % events.count }
        guard table.hasRacyCancellation, let before else { continue }
        world.lateMessages.formUnion(queued(by: effect, in: before))
      }
      if let job { carryOut(job, in: &world) }
    }
  }

  /// The messages that an effect may have queued before it was cancelled. Of its possible last replies, it has queued only one.
  private func queued(by effect: Effect, in world: World) -> [LateMessage] {
    let job = effect.job
    func late(_ messages: [Int]) -> LateMessage { LateMessage(sender: "\(job)", messages: messages) }
    let interim = (kind(of: job).interim[world.state] ?? []).map { late([$0]) }
    switch effect {
    case .requested: return interim
    case .awaited:
      guard table.isAtOnce else { return interim }
      if table.events != nil { return [LateMessage(sender: "\(job)", messages: [], unmadeReplyTo: job)] + interim }
      var answers: [Int] = []
      for answer in self.answers(to: job, in: world) ?? [] where !answers.contains(answer) { answers.append(answer) }
      return (answers.isEmpty ? [] : [late(answers)]) + interim
    case .answered(_, let message): return [late([message])] + interim
    case .echo(_, let message): return [late([message])]
    case .silent, .lost: return []
    }
  }

  private func carryOut(_ job: Job, in world: inout World) {
    guard table.isAtOnce else { return add(.requested(job), to: &world) }
    if table.events != nil { world.server = kind(of: job).performed[world.server] }
    addEffect(ofActed: job, in: &world)
  }

  /// Adds the effect of a command that has acted: it is awaited if it can send a message, and silent otherwise.
  private func addEffect(ofActed job: Job, in world: inout World) {
    let isAwaited = answers(to: job, in: world) != nil || kind(of: job).interim[world.state] != nil
    add(isAwaited ? .awaited(job) : .silent(job), to: &world)
  }

  /// Adds an effect. An effect that sends no message is kept only if `needsSilentEffects` is `true` and its command has an
  /// identity; equal ones count once.
  private func add(_ effect: Effect, to world: inout World) {
    switch effect {
    case .requested, .awaited, .answered, .echo: world.effects[effect, default: 0] += 1
    case .silent(let job), .lost(let job):
      if needsSilentEffects, kind(of: job).policy.id != nil { world.effects[effect] = 1 }
    }
  }

  /// Returns a duration in seconds, and sets `unit` to its greatest common divisor with the duration.
  private mutating func register(_ duration: Duration) -> Int {
    let seconds = Int(duration.components.seconds)
    var (divisor, rest) = (unit, seconds)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    unit = divisor
    return seconds
  }
}

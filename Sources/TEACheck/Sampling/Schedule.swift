internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// The steps of a run, independent of the choices that made them, because the meaning of a choice depends on the steps before.
///
/// A schedule keeps a message by its value, and a reply by the step that performed its command. So any step can be left out or
/// moved. Steps that become impossible are left out as well.
struct Schedule<M: Module> {
  /// A performed command, identified by the step that performed it, and by its position among those commands of the step that
  /// became outstanding.
  private struct CommandIdentity: Hashable {
    /// The index of the step; -1 for the start.
    var step: Int
    var position: Int
  }

  private enum ScheduledStep {
    /// A message that was generated from choices.
    case made(M.Message, from: [UInt64])
    /// A message that was chosen from the offered ones.
    case offered(M.Message)
    /// A reply to a command, by its number among the possible replies to the command, from 0.
    case reply(CommandIdentity, command: M.Command, number: Int)
    /// An event, as its line of a script.
    case event(String)
  }

  private let rules: Rules<M>
  private let origin: Rules<M>.Origin
  /// The choices before the first step.
  private let startChoices: [UInt64]
  private var scheduledSteps: [ScheduledStep] = []

  init(_ rules: Rules<M>, _ trace: Trace<M>, startChoices: [UInt64], steps: [[UInt64]]) throws {
    self.rules = rules
    origin = trace.origin
    self.startChoices = startChoices
    var state = State(origin)
    for (index, step) in trace.steps.enumerated() where index < steps.count {
      switch step.step {
      case .message(let message):
        // The first choice decides that the step is a message; the others make the message.
        let messageChoices = Array(steps[index].dropFirst())
        scheduledSteps.append(rules.generatesMessages ? .made(message, from: messageChoices) : .offered(message))
      case .reply(_, let commandIndex):
        let options = try rules.options(in: state.world)
        let firstReply = options.firstReply(to: commandIndex) ?? 0
        // The index among the other steps: choice 0 is to stop, and the messages come before the other steps.
        let chosenIndex = Int(steps[index].first ?? 0) - 1 - options.messageCount
        scheduledSteps.append(
          .reply(
            state.identities[commandIndex], command: state.world.outstanding[commandIndex],
            number: chosenIndex - firstReply))
      case .event: scheduledSteps.append(.event(Script.line(step.step, in: state.world)))
      }
      state.advance(by: step.step, as: index, to: step.outcome.world)
    }
  }

  /// The choices of a run that takes the given steps in the given order, as far as they are possible, up to the first
  /// violation. A run ends there, and later steps may trap in a world that no run goes on from.
  ///
  /// - Parameters:
  ///   - order: The indices of the steps.
  ///   - answersEqualCommands: `true` lets a reply answer an equal command where its own command is not outstanding.
  ///   - announce: Called with an index in the order and with the world, before the step is chosen there and, with the step,
  ///     before it is taken.
  func record(
    of order: [Int], answersEqualCommands: Bool = false, match: MessageMatch = .exact,
    before announce: (Breadcrumb.Kind, Int, WorldStep<M>?, World<M>) throws -> Void = { _, _, _, _ in }
  ) throws -> [UInt64] {
    var record = startChoices
    var state = State(origin)
    for (position, index) in order.enumerated() {
      try announce(.choice, position, nil, state.world)
      let options = try rules.options(in: state.world)
      let choices: [UInt64]
      let step: WorldStep<M>
      switch scheduledSteps[index] {
      case .made(let message, let messageChoices):
        guard let generator = options.generator,
          let remade = MessageRegenerator(generator).remake(message, from: messageChoices, match: match)
        else { continue }
        step = .message(remade.message)
        choices = [1] + remade.record
      case .offered(let message):
        guard let number = options.messages.firstIndex(where: { areAlike($0, message) }) else { continue }
        step = .message(options.messages[number])
        choices = [UInt64(number + 1)]
      case .reply(let identity, let command, let replyNumber):
        let commandIndex =
          state.identities.firstIndex(of: identity)
          ?? (answersEqualCommands ? state.world.outstanding.firstIndex { areAlike($0, command) } : nil)
        guard let commandIndex, let firstReply = options.firstReply(to: commandIndex) else { continue }
        let chosenIndex = firstReply + replyNumber
        guard options.otherSteps.indices.contains(chosenIndex),
          options.otherSteps[chosenIndex].commandIndex == commandIndex
        else {
          continue
        }
        step = options.otherSteps[chosenIndex]
        choices = [UInt64(1 + options.messageCount + chosenIndex)]
      case .event(let line):
        let number = options.otherSteps.firstIndex {
          if case .event = $0 { Script.line($0, in: state.world) == line } else { false }
        }
        guard let number else { continue }
        step = options.otherSteps[number]
        choices = [UInt64(1 + options.messageCount + number)]
      }
      record += choices
      try announce(.run, position, step, state.world)
      let outcome = rules.take(step, in: state.world)
      let violation = rules.violation(of: step, in: state.world, outcome) ?? rules.violation(in: outcome.world)
      if violation != nil { break }
      state.advance(by: step, as: index, to: outcome.world)
    }
    return record
  }

  /// The steps of ``record(of:answersEqualCommands:match:before:)`` up to a breadcrumb, as lines of a script. The step of the
  /// breadcrumb is the last line, but is not taken.
  ///
  /// - Returns: `nil` for a breadcrumb of other work.
  func script(
    of order: [Int], answersEqualCommands: Bool = false, match: MessageMatch = .exact, upTo breadcrumb: Breadcrumb
  ) -> [String]? {
    guard [.choice, .run].contains(breadcrumb.kind) else { return nil }
    var script = Script(Trace(origin: origin), of: rules)
    _ = try? record(of: order, answersEqualCommands: answersEqualCommands, match: match) {
      (kind, position, step, world) in
      if let step { script.steps.append(Script.line(step, in: world)) }
      if Breadcrumb(kind, number: position) == breadcrumb { throw ShrinkWatch<M>.SkippedCandidate() }
    }
    return script.lines
  }

  private struct State {
    var world: World<M>
    /// The identity of each outstanding command, in the order of ``World/outstanding``.
    var identities: [CommandIdentity]

    init(_ origin: Rules<M>.Origin) {
      world = origin.world
      identities = world.outstanding.indices.map { CommandIdentity(step: -1, position: $0) }
    }

    mutating func advance(by step: WorldStep<M>, as index: Int, to next: World<M>) {
      if next.surroundings != nil {
        align(with: next)
      } else if case .reply(_, let commandIndex) = step, next.outstanding.count >= identities.count - 1 {
        identities.remove(at: commandIndex)
      }
      for position in 0..<max(0, next.outstanding.count - identities.count) {
        identities.append(CommandIdentity(step: index, position: position))
      }
      world = next
    }

    /// Drops the identities of commands that are no longer outstanding, because they were answered, lost or cancelled.
    private mutating func align(with next: World<M>) {
      var remaining = next.outstanding[...]
      var keptIdentities: [CommandIdentity] = []
      for (identity, command) in zip(identities, world.outstanding) {
        guard let remainingCommand = remaining.first, areAlike(remainingCommand, command) else { continue }
        keptIdentities.append(identity)
        remaining.removeFirst()
      }
      identities = keptIdentities
    }
  }
}

extension Rules {
  /// The steps from which a random run chooses in a world.
  struct Options {
    /// The offered messages; empty where messages are generated.
    var messages: [M.Message]
    /// The generator of messages; `nil` where messages are offered, or none can be generated.
    var generator: Gen<M.Message>?
    /// The other possible steps, beginning with the replies.
    var otherSteps: [WorldStep<M>]

    /// The index in `otherSteps` of the first reply to a command; `nil` where no reply to the command is possible.
    func firstReply(to command: Int) -> Int? { otherSteps.firstIndex { $0.commandIndex == command } }

    /// The number of values of a step's first choice that stand for messages.
    var messageCount: Int { generator == nil ? messages.count : 1 }
  }

  var generatesMessages: Bool { derivedMessageGenerator != nil || declaredMessageGenerator != nil }

  /// - Throws: The error of the module's view or of a declaration.
  func options(in world: World<M>) throws -> Options {
    let messages = try generatesMessages ? [] : messages(in: world)
    return Options(
      messages: messages, generator: try generator(in: world),
      otherSteps: try sampledRepliesAndEvents(in: world))
  }
}

extension Rules {
  /// The choices of a run that takes the steps of a trace, for rules without generators. A run takes a long wait of an
  /// exploration as several short ones.
  ///
  /// - Parameter origin: The index of the trace's origin.
  /// - Returns: `nil` where a step of the trace is not possible, and where a wait would be more than 1 000 waits.
  func record(of trace: Trace<M>, from origin: Int) throws -> [UInt64]? {
    // A run chooses its origin only where there are several.
    var record = origins.count > 1 ? [UInt64(origin)] : []
    var world = trace.origin.world
    for (step, outcome) in trace.steps {
      if case .event(let event) = step, case .elapse(var remainder) = event.kind {
        for _ in 0..<1_000 where remainder > .zero {
          let options = try options(in: world)
          for (index, wait) in options.otherSteps.enumerated() {
            guard case .event(let event) = wait, case .elapse(let duration) = event.kind else { continue }
            record.append(UInt64(index + options.messageCount + 1))
            (world, remainder) = (take(wait, in: world).world, remainder - duration)
            break
          }
        }
        if remainder != .zero { return nil }
        world = outcome.world
        continue
      }
      let options = try options(in: world)
      let index: Int?
      switch step {
      case .message(let message): index = options.messages.firstIndex { areAlike($0, message) }
      case .reply(let message, let commandIndex):
        index = options.otherSteps.firstIndex {
          guard case .reply(let possibleReply, commandIndex) = $0 else { return false }
          return areAlike(possibleReply, message)
        }.map { $0 + options.messageCount }
      case .event:
        let line = Script.line(step, in: world)
        index = options.otherSteps.firstIndex { Script.line($0, in: world) == line }.map { $0 + options.messageCount }
      }
      guard let index else { return nil }
      // 0 is the choice to stop, see ``run(from:_:continuing:trace:observedBy:by:)``.
      record.append(UInt64(index + 1))
      world = outcome.world
    }
    return record
  }
}

extension Rules {
  /// The function by which the shrinker takes the steps of a failing run in another order.
  func scheduler(
    _ failure: Shrinker<ReplayedRun<M>>.Failure, watchedBy watch: ShrinkWatch<M>, until end: ShrinkCutoff<M>
  ) -> Shrinker<ReplayedRun<M>>.Rescheduling {
    let spans = failure.groups.filter { $0.depth == 0 }
    let startChoices = Array(failure.record[..<(spans.first?.range.lowerBound ?? failure.record.count)])
    let steps = spans.map { Array(failure.record[$0.range]) }
    let schedule = try? Schedule(self, failure.value.trace, startChoices: startChoices, steps: steps)
    let generates = generatesMessages
    return { order, answersEqualCommands, match in
      guard let schedule, match == .exact || generates else { return nil }
      let script = {
        schedule.script(of: order, answersEqualCommands: answersEqualCommands, match: match, upTo: $0)
      }
      return try? watch.run(script) { breadcrumbs in
        try schedule.record(of: order, answersEqualCommands: answersEqualCommands, match: match) {
          (kind, position, _, _) in
          if end.isReached { throw ShrinkCutoff<M>.Reached() }
          guard breadcrumbs.leave(kind, position) else { throw ShrinkWatch<M>.SkippedCandidate() }
        }
      }
    }
  }
}

extension Trace {
  /// The ranges of steps between worlds with equal hashes, each from the first such world to the last, in order.
  func loops(by hash: (World<M>) -> Int?) -> [Range<Int>] {
    var ranges: [Int: Range<Int>] = [:]
    for (index, world) in worlds.enumerated() {
      if let hashOfWorld = hash(world) { ranges[hashOfWorld] = (ranges[hashOfWorld]?.lowerBound ?? index)..<index }
    }
    return ranges.values.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
  }
}

internal import TEASupport
internal import TEARuntime

/// Random steps from an origin, within the bounds of an exploration.
struct RandomWalk<M: Module> {
  private(set) var trace: Trace<M>
  /// The index of the origin that the walk starts from.
  let origin: Int
  /// The violation by the last step, where the walk ended; `nil` where there is none.
  private(set) var violation: Violation?

  var world: World<M> { trace.last }

  /// - Parameters:
  ///   - rules: Rules with listed messages only.
  ///   - length: The largest number of steps.
  ///   - outstanding: The largest number of outstanding commands.
  ///   - swarm: The message cases that are rare or absent.
  /// - Throws: The error of the module's view or of a declaration.
  init(
    _ rules: Rules<M>, length: Int, outstanding: Int, _ swarm: Swarm, _ random: inout RandomNumbers,
    observedBy observe: (World<M>) -> Void
  ) throws {
    origin = Int(random.next(through: UInt64(rules.origins.count - 1)))
    trace = Trace(origin: rules.origins[origin])
    violation = rules.violation(in: world)
    observe(world)
    while violation == nil, trace.steps.count < length {
      let messages = try rules.messages(in: world)
      let answers = try rules.answers(in: world)
      guard messages.count + answers.count > 0 else { return }
      let isAnswer = messages.isEmpty || !answers.isEmpty && random.chance(0.5)
      let step =
        isAnswer
        ? answers[Int(random.next(through: UInt64(answers.count - 1)))]
        : .message(messages[Int(rules.pick(from: messages, swarm, &random))])
      let outcome = rules.take(step, in: world)
      guard outcome.world.outstanding.count <= outstanding else { return }
      violation = rules.violation(of: step, in: world, outcome) ?? rules.violation(in: outcome.world)
      trace.steps.append((step, outcome))
      observe(outcome.world)
    }
  }
}

extension Rules {
  /// The rules without generators: only listed messages and starts.
  var listed: Rules {
    var rules = self
    (rules.messageGenerator, rules.generatedMessages, rules.startGenerator) = (nil, nil, nil)
    return rules
  }

  /// The rules of an exploration around a world, with the messages in another order, and some cases left out.
  ///
  /// - Parameter swarm: The message cases that are left out; `nil` for none.
  func around(_ world: World<M>, seed: UInt64, leavingOut swarm: Swarm?) -> Rules {
    var rules = self
    rules.origins = [Origin(world: world, text: "", script: "", commands: [])]
    @Sendable func rearrange(_ messages: [M.Message]) -> [M.Message] {
      var random = RandomNumbers(seed: seed)
      var kept = swarm.map { swarm in messages.filter { !swarm.leavesOut($0) } } ?? messages
      if kept.isEmpty { kept = messages }
      for last in kept.indices.dropFirst().reversed() {
        kept.swapAt(last, Int(random.next(through: UInt64(last))))
      }
      return kept
    }
    switch offer {
    case .fixed(let messages): rules.offer = .fixed(rearrange(messages))
    case .byWorld(let offered): rules.offer = .byWorld { rearrange(try offered($0)) }
    }
    return rules
  }

  /// The choices of a run that takes the steps of a trace, where messages are chosen from a list.
  ///
  /// - Returns: `nil` where a step is not offered.
  func record(of trace: Trace<M>, from origin: Int) throws -> [UInt64]? {
    var record = origins.count > 1 ? [UInt64(origin)] : []
    var world = trace.origin.world
    for (step, outcome) in trace.steps {
      let options = try options(in: world)
      let place: Int?
      switch step {
      case .message(let message): place = options.messages.firstIndex { areAlike($0, message) }
      case .reply(let message, let command):
        place = options.answers.firstIndex {
          guard case .reply(let other, command) = $0 else { return false }
          return areAlike(other, message)
        }.map { $0 + options.messageCount }
      case .event:
        let line = Script.line(step, in: world)
        place = options.answers.firstIndex { Script.line($0, in: world) == line }.map { $0 + options.messageCount }
      }
      guard let place else { return nil }
      record.append(UInt64(place + 1))
      world = outcome.world
    }
    return record
  }
}

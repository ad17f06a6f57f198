internal import TEARuntime

/// One run of a program, as a function of choices.
struct Run<M: Module> {
  /// What was wrong, if anything; the run ends there.
  var breach: Breach?
  var trace: Trace<M>
  /// Why the run could not go on.
  var error: (any Error)?
}

extension Rules {
  /// Executes a run of at most `length` steps.
  ///
  /// Each step is a group of choices: whether to go on, a message or a reply, and which one.
  ///
  /// - Parameter visit: Sees every world of the run.
  /// - Throws: ``Discarded`` when a generator gave up.
  func run(
    from choices: inout Choices, length: Int, visit: (World<M>) -> Void = { _ in }
  ) throws(Discarded) -> Run<M> {
    let origin = origins.count == 1 ? 0 : Int(choices.choose(through: UInt64(origins.count - 1)))
    var trace = Trace(origin: origins[origin])
    visit(trace.last)
    var breach = breach(in: trace.last)
    var error: (any Error)?
    // A run goes on for as long as the length at random, and ends at the first choice not to.
    let goesOn = Double(length) / Double(length + 1)
    while breach == nil, error == nil, trace.steps.count < length {
      let isOver = try choices.group { choices throws(Discarded) in
        guard choices.chooseFlag(probability: goesOn) else { return true }
        do {
          guard let step = try chooseStep(in: trace.last, from: &choices) else { return true }
          let before = trace.last
          let outcome = take(step, in: before)
          trace.steps.append((step, outcome))
          visit(outcome.world)
          breach = self.breach(of: step.message, in: before, outcome: outcome) ?? self.breach(in: outcome.world)
        } catch let discarded as Discarded {
          throw discarded
        } catch let thrown {
          error = thrown
        }
        return false
      }
      if isOver { break }
    }
    return Run(breach: breach, trace: trace, error: error)
  }

  /// Chooses what happens next, or nothing where nothing can.
  private func chooseStep(in world: World<M>, from choices: inout Choices) throws -> WorldStep<M>? {
    let replies = try self.replies.map { replies in
      try world.outstanding.enumerated().flatMap { index, command in
        try (replies(command, world.model) ?? []).map { WorldStep<M>.reply($0, command: index) }
      }
    }
    let answers = replies ?? []
    let generator = try messageGenerator ?? generatedMessages?(world)
    let messages = try messageGenerator == nil && generatedMessages == nil ? messages(in: world) : []
    let canSend = generator != nil || !messages.isEmpty
    guard canSend || !answers.isEmpty else { return nil }
    if !answers.isEmpty, !canSend || choices.choose(through: 1) == 1 {
      return answers[Int(choices.choose(through: UInt64(answers.count - 1)))]
    }
    if let generator { return .message(try generator.generate(&choices)) }
    return .message(messages[Int(choices.choose(through: UInt64(messages.count - 1)))])
  }
}

internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

// A live program may take steps that its specification does not declare, and a replay of its session takes them too. A session
// does not record that time passed, so any pending deadline may have been reached.

extension Rules {
  /// Reads a line of a session that differs from the script lines of all possible steps. The line may still record one of these
  /// steps. A session does not say who sent a message, or that a reply is interim, late or repeated.
  ///
  /// - Throws: ``ReplayError`` when the line does not fit the types any more, or the specification throws.
  func recordedStep(
    _ line: String, number: Int, in world: World<M>, besides steps: [WorldStep<M>]
  ) throws -> StepReading {
    let text: StepText
    let message: M.Message
    do {
      text = try StepText(parsing: line, messageType: M.Message.self)
      message = try ValueReader.read(M.Message.self, from: text.message)
    } catch {
      throw ReplayError(
        "Step \(number), \(shortened(line)), does not fit \(moduleName(of: M.self)) any more: \(self.text(of: error))")
    }
    do {
      switch text {
      case .message(let text): return try recordedMessage(message, text, in: world, besides: steps)
      case .sending(let sender, _): return try recordedMessage(message, sentBy: sender.text, in: world, besides: steps)
      case .reply(let command, _): return try recordedReply(message, to: command.text, in: world, besides: steps)
      }
    } catch {
      throw errorOfSpecification(error)
    }
  }

  private func recordedMessage(
    _ message: M.Message, _ text: ValueText, in world: World<M>, besides steps: [WorldStep<M>]
  ) throws -> StepReading {
    // The message may be that of a possible event, because a session need not say who sent it.
    let matchingSteps = steps.filter { $0.message.map { areAlike($0, message) } ?? false }
    if let event = matchingSteps.first(where: {
      if case .event(let event) = $0 { event.answeredCommand == nil } else { false }
    }) {
      return .step(event)
    }
    let step = WorldStep<M>.message(message)
    if !matchingSteps.isEmpty { return .step(step) }
    return try reasonUndeclared(message, text, in: world, besides: steps).map { .undeclared(step, $0) } ?? .step(step)
  }

  private func recordedMessage(
    _ message: M.Message, sentBy sender: String, in world: World<M>, besides steps: [WorldStep<M>]
  ) throws -> StepReading {
    if let subscription = M.subscriptions(for: world.model).first(where: { structuralLiteral($0) == sender }) {
      let step = WorldStep<M>.event(WorldEvent(.subscription(subscription), message))
      return try reasonUndeclared(message, sentBy: subscription, in: world).map { .undeclared(step, $0) } ?? .step(step)
    }
    return try interimStep(message, of: sender, besides: steps)
      ?? .undeclared(.message(message), "no such subscription is live")
  }

  private func recordedReply(
    _ message: M.Message, to command: String, in world: World<M>, besides steps: [WorldStep<M>]
  ) throws -> StepReading {
    // A live program records interim, late and repeated replies like any other reply.
    let possibleStep = steps.first { step in
      guard case .event(let event) = step, step.indexOfAnsweredCommand == nil, let answered = event.answeredCommand,
        let reply = event.message
      else { return false }
      return structuralLiteral(answered) == command && areAlike(reply, message)
    }
    if let possibleStep { return .step(possibleStep) }
    let index = world.outstanding.firstIndex { structuralLiteral($0) == command }
    let step = index.map { WorldStep<M>.reply(message, commandIndex: $0) } ?? .message(message)
    if answersNothing { return .undeclared(step, "nothing says what commands bring") }
    guard let answeredCommand = index.map({ world.outstanding[$0] }) ?? waitingCommand(command, in: world) else {
      return .undeclared(step, "its command is not outstanding")
    }
    if try possibleReplies(to: answeredCommand, in: world)?.contains(where: { areOfOneCase($0, message) }) == true {
      return .step(step)
    }
    if let interim = try interimStep(message, of: command, besides: steps) { return interim }
    // An environment's replies depend on its state, which a session does not record.
    if surroundingRules?.environment?.replies != nil { return .step(step) }
    return .undeclared(step, "its command is not answered so")
  }

  /// The step that carries out the waiting command to which a line of a session replies; `nil` where the line is no reply, or
  /// its command is outstanding already or does not wait.
  ///
  /// A session does not record that time passed, so a reply is the first sign that a debounced command was carried out.
  func stepCarryingOut(commandAnsweredBy line: String, in world: World<M>) -> WorldStep<M>? {
    guard hasSurroundings, case .reply(let command, _)? = try? StepText(parsing: line, messageType: M.Message.self),
      !world.outstanding.contains(where: { structuralLiteral($0) == command.text })
    else { return nil }
    return world.stepWhenDue {
      if case .command(let waiting, _) = $0 { structuralLiteral(waiting) == command.text } else { false }
    }
  }

  /// The step that a replay takes for an undeclared step of a session: usually that step. For a reply whose command a later
  /// line answers again, it is a step after which the command stays outstanding.
  func stepToTake(
    forUndeclared step: WorldStep<M>, in world: World<M>, before lines: ArraySlice<Session.Line>
  ) -> WorldStep<M> {
    guard case .reply(let message, let index) = step else { return step }
    let beginning = "\(structuralLiteral(world.outstanding[index])) replies "
    let isAnsweredAgain = lines.prefix { if case .step = $0 { true } else { false } }.contains { line in
      if case .step(let text, _, _) = line { text.hasPrefix(beginning) } else { false }
    }
    guard isAnsweredAgain else { return step }
    if hasSurroundings { return .event(WorldEvent(.interim(world.outstanding[index]), message)) }
    // Without surroundings, only a step by a message alone leaves the command outstanding. That step is taken if it leads to
    // the same model as the reply.
    guard objectInModel == nil else { return step }
    let models = [step, .message(message)].map { structuralLiteral(take($0, in: world).world.model) }
    return models[0] == models[1] ? .message(message) : step
  }

  /// The step in which a command sends a message and stays outstanding; `nil` where the command can send no interim message of
  /// this message's case.
  private func interimStep(_ message: M.Message, of command: String, besides steps: [WorldStep<M>]) throws
    -> StepReading?
  {
    for case .event(let event) in steps {
      guard case .interim(let outstanding) = event.kind, structuralLiteral(outstanding) == command,
        let possibleMessage = event.message, areOfOneCase(possibleMessage, message)
      else { continue }
      return .step(.event(WorldEvent(.interim(outstanding), message)))
    }
    return nil
  }

  /// The reason why no declaration lets a person or the system send the message; `nil` where one does.
  private func reasonUndeclared(
    _ message: M.Message, _ text: ValueText, in world: World<M>, besides steps: [WorldStep<M>]
  ) throws -> String? {
    // Cases that replies, subscriptions or timers send are not derived as messages of a person.
    if isUnderived(message) { return "only the world sends it" }
    if try !allows(message, in: world) { return "its precondition does not hold" }
    if try derivesMessages || readUnofferedMessage(text, in: world).allowedStep != nil { return nil }
    let isOfCase = { (step: WorldStep<M>) in
      if case .message(let offered) = step { areOfOneCase(offered, message) } else { false }
    }
    return steps.contains(where: isOfCase) ? "it is offered with other values only" : "it is not offered"
  }

  /// The reason why no declaration lets the subscription send a message of this case; `nil` where one does.
  private func reasonUndeclared(
    _ message: M.Message, sentBy subscription: M.Subscription, in world: World<M>
  ) throws -> String? {
    if let timer = M.timer(for: subscription) {
      return areOfOneCase(timer.message, message) ? nil : "its timer sends another message"
    }
    guard let subscriptionMessages = surroundingRules?.subscriptionMessages else {
      return "nothing says what subscriptions send"
    }
    return try subscriptionMessages(subscription, world.model).contains { areOfOneCase($0, message) }
      ? nil : "its subscription never sends it"
  }

  private func waitingCommand(_ command: String, in world: World<M>) -> M.Command? {
    for entry in world.unsortedAgenda.entries {
      if case .command(let waiting, _) = entry.item, structuralLiteral(waiting) == command { return waiting }
    }
    return nil
  }
}

private func areOfOneCase<Message>(_ one: Message, _ other: Message) -> Bool {
  guard let tag = enumCase(of: one) else { return areAlike(one, other) }
  return tag == enumCase(of: other)
}

extension Replay {
  /// Sentences on the steps that nothing declares, and on a violation that rests on values that a generator may no longer make.
  var notes: [String] {
    let limit = 5
    var notes = undeclaredSteps.prefix(limit).map { number, line, reason in
      "nothing declares step \(number), \(shortened(line)), which is taken as it was recorded: \(reason)"
    }
    if undeclaredSteps.count > limit {
      notes.append("nothing declares \(counted(undeclaredSteps.count - limit, "more step")) of the session either")
    }
    if violation != nil, let first = unconfirmed.first {
      let rest = unconfirmed.count > 1 ? " and \(counted(unconfirmed.count - 1, "other step"))" : ""
      notes.append("a generator may no longer make \(first)\(rest): it makes too many values to look through")
    }
    return notes
  }
}

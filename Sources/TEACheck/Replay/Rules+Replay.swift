internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

struct Replay<M: Module> {
  var trace: Trace<M>
  /// The violation that ends the replay; `nil` for none.
  var violation: Violation?
  /// A sentence on the step that cannot happen any more; `nil` where the replay reaches the end of its script or a violation.
  var impossibleStep: String?
  /// The steps of a session that nothing declares, each with its number, its line and the reason.
  var undeclaredSteps: [(number: Int, line: String, reason: String)] = []
  /// The start and the steps that a generator may no longer make, in words.
  var unconfirmed: [String] = []
}

extension Rules {
  /// Takes the steps of a script, up to the first that violates something or that cannot happen any more.
  ///
  /// - Parameters:
  ///   - session: The session that the script was made of, if any. Its steps are taken even where nothing declares them, and
  ///     must lead to the recorded models.
  ///   - knownSites: Sites that are known to trap. The replay stops at the first of them, with a violation.
  ///   - callsFunctionsOfSearch: The replay also calls the functions that otherwise only a search calls, to find one that traps.
  /// - Throws: ``ReplayError`` when the start or a step does not fit the types any more, or the specification throws.
  func replay(
    _ script: Script, of session: Session? = nil, upTo knownSites: [TrapSite] = [],
    callingFunctionsOfSearch callsFunctionsOfSearch: Bool = false
  ) throws -> Replay<M> {
    let watch = ReplayWatch(self, script, knownSites)
    let rules = watch.rules
    defer { watch.phase.end() }
    var replay = Replay(trace: Trace<M>(origin: try rules.origin(of: script, session)))
    if replay.trace.origin.isUnconfirmed {
      replay.unconfirmed.append("the start, \(shortened(replay.trace.origin.script))")
    }
    replay.violation = watch.violation(in: replay.trace.lastWorld, after: 0)
    for (index, line) in script.steps.enumerated() where replay.violation == nil {
      if let violation = watch.leaveBreadcrumb(before: .offer, after: replay.trace.count) {
        replay.violation = violation
        return replay
      }
      if case .resume(let start)? = session?.lines[index] {
        replay.trace.resume(from: try rules.origin(resumed: start, after: replay.trace.lastWorld))
        replay.violation = watch.violation(in: replay.trace.lastWorld, after: replay.trace.count)
        continue
      }
      if session != nil, let dueStep = rules.stepCarryingOut(commandAnsweredBy: line, in: replay.trace.lastWorld) {
        watch.noteInserted(Script.line(dueStep, in: replay.trace.lastWorld), after: replay.trace.count)
        rules.take(dueStep, in: replay.trace.lastWorld, &replay, watch)
        if replay.violation != nil { break }
      }
      if let session { try rules.takeInsertedSteps(before: line, at: index, of: session, &replay, watch) }
      if replay.violation != nil { break }
      let world = replay.trace.lastWorld
      let reading = try rules.step(line, number: index + 1, in: world, isOfSession: session != nil)
      let step: WorldStep<M>
      switch reading {
      case .step(let found): step = found
      case .unconfirmed(let found):
        step = found
        replay.unconfirmed.append("step \(replay.trace.count + 1), \(shortened(line))")
      case .undeclared(let found, let reason):
        step = found
        // Steps are numbered as in the report, which also shows the inserted steps.
        replay.undeclaredSteps.append((replay.trace.count + 1, line, reason))
      case .impossible(let reason):
        replay.impossibleStep = sentenceOnImpossibleStep(at: index, line, because: reason)
        return replay
      }
      // `stepToTake` tries steps, so it is left out where the step is known to trap.
      let mayTrySteps = watch.leaveBreadcrumb(before: .update, after: replay.trace.count) == nil
      let stepToTake = mayTrySteps ? rules.stepToTake(for: reading, at: index, of: session, in: world) : nil
      rules.take(stepToTake ?? step, in: world, &replay, watch)
      if replay.violation == nil, let session, let outcome = replay.trace.steps.last?.outcome {
        replay.violation = violation(of: session, index, outcome)
      }
    }
    if replay.violation == nil { replay.violation = watch.violationAtEnd(of: replay.trace) }
    if replay.violation == nil, callsFunctionsOfSearch {
      replay.violation = watch.callFunctionsOfSearch(in: replay.trace)
    }
    return replay
  }

  /// Takes steps that a session does not record, so that the step of a line can then carry out its recorded commands.
  private func takeInsertedSteps(
    before line: String, at index: Int, of session: Session, _ replay: inout Replay<M>, _ watch: ReplayWatch<M>
  ) throws {
    let count = replay.trace.count
    let steps = try stepsToInsert(before: line, at: index, of: session, in: replay.trace.lastWorld) { part, lines in
      watch.noteTried(lines, after: count)
      return watch.leaveBreadcrumb(before: part, after: count + lines.count) != nil
    }
    watch.noteTried([], after: count)
    for step in steps {
      watch.noteInserted(Script.line(step, in: replay.trace.lastWorld), after: replay.trace.count)
      take(step, in: replay.trace.lastWorld, &replay, watch)
      if replay.violation != nil { return }
    }
    replay.violation = watch.leaveBreadcrumb(before: .offer, after: replay.trace.count)
  }

  /// Takes a step, unless it is known to trap, and notes a violation.
  private func take(_ step: WorldStep<M>, in world: World<M>, _ replay: inout Replay<M>, _ watch: ReplayWatch<M>) {
    let count = replay.trace.count
    if let violation = watch.leaveBreadcrumb(before: .update, after: count) {
      replay.trace.steps.append((step, StepOutcome(notTakenIn: world)))
      replay.violation = violation
      return
    }
    watch.callFunctions(of: step, in: world)
    let outcome = take(step, in: world)
    replay.trace.steps.append((step, outcome))
    replay.violation =
      watch.violation(of: step, in: world, outcome, after: count + 1)
      ?? watch.violation(in: outcome.world, after: count + 1)
  }

  func sentenceOnImpossibleStep(at index: Int, _ line: String, because reason: String) -> String {
    "step \(index + 1), \(shortened(line)), cannot happen any more: \(reason)"
  }

  /// The violation where a step leads to another model than the session recorded; `nil` where the models are the same, where
  /// the step failed in both, and for a resumption.
  func violation(of session: Session, _ stepIndex: Int, _ outcome: StepOutcome<M>) -> Violation? {
    let (model, recordedModel) = (structuralLiteral(outcome.world.model), session.model(after: stepIndex))
    if recordedModel == nil, outcome.failure != nil || session.isResume(stepIndex) { return nil }
    guard model != recordedModel else { return nil }
    return Violation(
      property: "the session leads to the models that were recorded",
      detail: recordedModel.map { "recorded: \($0)\nnow:      \(model)" } ?? "recorded: a failure\nnow:      \(model)")
  }

  /// - Parameter session: The session of the script, if any; it may start from any model.
  /// - Throws: ``ReplayError`` when the program does not start as the script says.
  func origin(of script: Script, _ session: Session?) throws -> Origin {
    let origin = try origin(of: script, isOfSession: session != nil)
    return session?.isResumedAtStart == true
      ? self.origin(from: origin.world.model, script.start ?? origin.script) : origin
  }

  /// - Parameter isOfSession: `true` for the script of a session, which may start from any model.
  /// - Throws: ``ReplayError`` when the program does not start as the script says.
  private func origin(of script: Script, isOfSession: Bool) throws -> Origin {
    guard let start = script.start else {
      if origins.count == 1 { return refreshed(origins[0]) }
      throw ReplayError(
        "The script does not say what \(moduleName(of: M.self)) starts with; begin it with one of these lines:\n"
          + origins.prefix(8).map { "    start \($0.script)" }.joined(separator: "\n"))
    }
    if let knownOrigin = origins.first(where: { $0.script.utf8.elementsEqual(start.utf8) })
      ?? origins.first(where: { $0.script == start || !$0.text.isEmpty && $0.text == start })
    {
      return refreshed(knownOrigin)
    }
    let (flagsPrefix, modelPrefix) = ("with flags ", "from ")
    if isOfSession {
      let text = String(start.dropFirst(modelPrefix.count))
      if let knownOrigin = origins.first(where: { structuralLiteral($0.world.model) == text }) {
        return refreshed(knownOrigin)
      }
    }
    let knownStarts = "\(moduleName(of: M.self)) starts \(origins.prefix(8).map(\.script).joined(separator: ", or "))"
    if startGenerator != nil || isOfSession, start.hasPrefix(modelPrefix),
      let text = try? ValueText(parsing: String(start.dropFirst(modelPrefix.count))),
      let model = try? ValueReader.read(M.Model.self, from: text)
    {
      let isGenerated = isOfSession ? true : isGenerated(.model(model))
      if isGenerated != false {
        var origin = self.origin(from: model, start)
        origin.isUnconfirmed = isGenerated == nil
        return origin
      }
    }
    let mismatch = ReplayError("The program does not start \(shortened(start)) any more: \(knownStarts)")
    guard derivesFlags || startGenerator != nil, start.hasPrefix(flagsPrefix) else { throw mismatch }
    do {
      let flags = try ValueReader.read(
        M.Flags.self, from: ValueText(parsing: String(start.dropFirst(flagsPrefix.count))))
      let isGenerated = isOfSession ? true : isGenerated(.flags(flags))
      if isGenerated == false { throw mismatch }
      var origin = try UserCode.calling(.start) { try self.origin(with: flags, text: start) }
      origin.isUnconfirmed = isGenerated == nil
      return origin
    } catch let error as ReplayError {
      throw error
    } catch {
      throw ReplayError(
        "The start, \(shortened(start)), does not fit \(moduleName(of: M.self)) any more: \(text(of: error))")
    }
  }

  /// The origin at which a session resumes.
  ///
  /// - Parameters:
  ///   - start: The line of the session, `from` and a model.
  ///   - world: The world in which the program stopped. If the program resumed from this world's model, that model itself is
  ///     taken, because functions in it cannot be read from text.
  /// - Throws: ``ReplayError`` when the model does not fit its type any more.
  func origin(resumed start: String, after world: World<M>) throws -> Origin {
    let isOfSameModel = start == "from \(structuralLiteral(world.model))"
    let model =
      isOfSameModel ? world.model : try origin(of: Script(start: start, steps: []), isOfSession: true).world.model
    return origin(from: model, start)
  }

  /// The origin of a program that was given a model: it performs no commands.
  private func origin(from model: M.Model, _ start: String) -> Origin {
    Origin(world: startWorld(of: model, performing: []), text: "", script: start, commands: [])
  }

  enum StepReading {
    case step(WorldStep<M>)
    /// A step by a message that a generator may no longer make.
    case unconfirmed(WorldStep<M>)
    /// The reason why the step cannot happen.
    case impossible(String)
    /// A step that a live program took, and the reason why no declaration allows it.
    case undeclared(WorldStep<M>, String)

    /// The step, where a declaration allows it or may allow it; `nil` for an impossible or undeclared step.
    var allowedStep: WorldStep<M>? {
      switch self {
      case .step(let step), .unconfirmed(let step): step
      case .impossible, .undeclared: nil
      }
    }
  }

  /// Reads a line as the step that it stands for.
  ///
  /// - Parameter isOfSession: `true` for a line of a session, whose step need not be declared.
  /// - Throws: ``ReplayError`` when the line does not fit the types any more, or the specification throws.
  func step(_ line: String, number: Int, in world: World<M>, isOfSession: Bool = false) throws -> StepReading {
    let steps: [WorldStep<M>]
    do {
      steps = try possibleSteps(in: world)
    } catch {
      throw errorOfSpecification(error)
    }
    if let index = index(of: line, among: steps, in: world) {
      // The texts may be equal, and consist of other scalars. A generator may make the message with exactly those of the line.
      if !hasScalars(of: line, steps[index], in: world),
        case .message(let text)? = try? StepText(parsing: line, messageType: M.Message.self),
        let reading = try? readUnofferedMessage(text, in: world), let step = reading.allowedStep,
        hasScalars(of: line, step, in: world)
      {
        return reading
      }
      return .step(steps[index])
    }
    if isOfSession { return try recordedStep(line, number: number, in: world, besides: steps) }
    if let reading = readWait(line, in: world) { return reading }
    if WorldEvent<M>.describesEvent(Script.withoutStage(line)) { return .impossible("nothing of the kind is possible") }
    do {
      switch try StepText(parsing: Script.withoutStage(line), messageType: M.Message.self) {
      case .message(let text), .sending(_, let text): return try readUnofferedMessage(text, in: world)
      case .reply(let command, let message): return .impossible(try reasonAgainstReply(message, to: command, in: world))
      }
    } catch {
      throw ReplayError(
        "Step \(number), \(shortened(line)), does not fit \(moduleName(of: M.self)) any more: \(text(of: error))")
    }
  }

  /// The index of the step for which a line of a script stands. Equal strings may consist of different scalars, which a program
  /// can tell apart.
  func index(of line: String, among steps: [WorldStep<M>], in world: World<M>) -> Int? {
    steps.firstIndex { hasScalars(of: line, $0, in: world) }
      ?? steps.firstIndex { represents(line, for: $0, in: world) }
  }

  func hasScalars(of line: String, _ step: WorldStep<M>, in world: World<M>) -> Bool {
    Script.line(step, in: world).utf8.elementsEqual(line.utf8)
  }

  /// Returns whether a line of a script stands for a step. Stages of commands are not compared: a line may lack the stage, or
  /// have one that no longer tells steps apart.
  private func represents(_ line: String, for step: WorldStep<M>, in world: World<M>) -> Bool {
    let line = Script.withoutStage(line)
    return Script.withoutStage(Script.line(step, in: world)) == line || step.reportText(in: world) == line
  }

  func errorOfSpecification(_ error: any Error) -> ReplayError {
    if let error = error as? DeclarationError { return ReplayError(error.description) }
    return ReplayError(
      "The specification of \(moduleName(of: M.self)) threw \(literal(error)) when asked what can happen")
  }

  /// Reads a line `wait …`, whose duration need not be a multiple of the present unit of time; `nil` for other lines.
  private func readWait(_ line: String, in world: World<M>) -> StepReading? {
    guard hasSurroundings, line.hasPrefix("wait ") else { return nil }
    guard let duration = WorldEvent<M>.duration(line.dropFirst("wait ".count)) else { return nil }
    guard let nextDeadline = world.unsortedAgenda.nextDeadline else { return .impossible("nothing is due later") }
    guard world.unsortedAgenda.due.isEmpty, duration <= nextDeadline else {
      return .impossible("something else is due before")
    }
    return .step(.event(WorldEvent(.elapse(duration))))
  }

  /// Reads a message that is offered by no possible step. Its step is possible only if a generator may make the message.
  func readUnofferedMessage(_ text: ValueText, in world: World<M>) throws -> StepReading {
    guard derivedMessageGenerator != nil || declaredMessageGenerator != nil else {
      try throwIfMissing(text, from: M.Message.self)
      return .impossible("it is not offered")
    }
    let message = try ValueReader.read(M.Message.self, from: text)
    if try !allows(message, in: world) { return .impossible("its precondition does not hold") }
    let isDerived = derivedMessageGenerator != nil
    if isDerived, isUnderived(message) { return .impossible("only the world sends it") }
    switch try isDerived ? isDerivable(message) : isGenerated(message, in: world) {
    case true?: return .step(.message(message))
    case false?: return .impossible(isDerived ? "no generator makes it" : "it is not offered")
    case nil: return .unconfirmed(.message(message))
    }
  }

  private func reasonAgainstReply(_ message: ValueText, to command: ValueText, in world: World<M>) throws -> String {
    try throwIfMissing(command, from: M.Command.self)
    try throwIfMissing(message, from: M.Message.self)
    let isOutstanding = world.outstanding.contains {
      structuralLiteral($0) == command.text || caseLiteral($0) == command.text
    }
    return isOutstanding ? "the command is not answered so" : "the command is not outstanding"
  }

  /// Throws where a type no longer has the value that a text denotes. A type whose values cannot be read from text is not
  /// tested.
  private func throwIfMissing<Value>(_ text: ValueText, from type: Value.Type) throws {
    do {
      _ = try ValueReader.read(type, from: text)
    } catch {
      if error.kind == .mismatch { throw error }
    }
  }

  func text(of error: any Error) -> String {
    switch error {
    case let error as ValueSyntaxError: error.problem
    case let error as TextReadingError: "\(error)"
    default: literal(error)
    }
  }
}

/// A line of a script in quotes, cut to a readable length.
func shortened(_ line: String) -> String {
  line.count > 100 ? "'\(line.prefix(80))…\(line.suffix(19))'" : "'\(line)'"
}

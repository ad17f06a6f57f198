internal import TEAResults
internal import TEARuntime

// A session says which commands each step carried out. It does not say when a throttle opened, when an effect ended without a
// message, or if an effect ended with its reply. A replay chooses these facts such that the same commands are carried out.

extension Rules {
  /// The steps to take before the step of a line, so that the line's step carries out the commands that the session names. The
  /// steps open throttles and end effects.
  ///
  /// - Parameter isKnownToTrap: Receives a ``TrapPart`` before its functions run, and the lines of the steps found so far.
  ///   Returns `true` if that part is known to trap in the world after these steps, so that it must not be called.
  /// - Returns: The steps, each possible in the world after those before it; empty where no such steps suffice. The steps end
  ///   early where the next part to call is known to trap.
  /// - Throws: ``ReplayError`` when the line does not fit the types any more, or the specification throws.
  func stepsToInsert(
    before line: String, at index: Int, of session: Session, in world: World<M>,
    unless isKnownToTrap: (TrapPart, [String]) -> Bool
  ) throws -> [WorldStep<M>] {
    // A step cannot be tried if `update` changes an object in place.
    guard let recorded = session.commandsCarriedOut(in: index), hasSurroundings, M.EffectID.self != Never.self,
      objectInModel == nil
    else { return [] }
    var (world, steps, lines) = (world, [WorldStep<M>](), [String]())
    while true {
      if isKnownToTrap(.offer, lines) { return steps }
      let reading = try self.step(line, number: index + 1, in: world, isOfSession: true)
      if isKnownToTrap(.update, lines) { return steps }
      guard let stepOfLine = stepToTake(for: reading, at: index, of: session, in: world) else { return [] }
      let outcome = take(stepOfLine, in: world)
      if carriesOut(recorded, stepOfLine, in: world, outcome) { return steps }
      guard let step = stepToInsert(admitting: recorded, stepOfLine, in: world, outcome) else { return [] }
      steps.append(step)
      lines.append(Script.line(step, in: world))
      world = take(step, in: world).world
    }
  }

  /// The step that a replay takes for a line as it was read; `nil` where the line is impossible. Steps may be tried to find it.
  func stepToTake(
    for reading: StepReading, at index: Int, of session: Session?, in world: World<M>
  ) -> WorldStep<M>? {
    switch reading {
    case .step(let found), .unconfirmed(let found):
      variant(of: found, in: world, carryingOut: session?.commandsCarriedOut(in: index))
    case .undeclared(let found, _):
      stepToTake(forUndeclared: found, in: world, before: session?.lines[(index + 1)...] ?? [])
    case .impossible: nil
    }
  }

  /// The variant of a step that carries out the commands that the session names.
  ///
  /// A reply has variants, after which its effect has ended or still runs. The step itself is returned where no variant fits,
  /// and where the session does not name the commands.
  private func variant(of step: WorldStep<M>, in world: World<M>, carryingOut recorded: [String]?) -> WorldStep<M> {
    guard let recorded, hasSurroundings, objectInModel == nil, case .reply(let message, let index) = step else {
      return step
    }
    let command = world.outstanding[index]
    guard M.policy(for: command).id != nil else { return step }
    let last = WorldStep<M>.event(WorldEvent(.lastReply(command: index, command), message))
    let interim = WorldStep<M>.event(WorldEvent(.interim(command), message))
    let variants = surroundingRules?.canBeRepeated?(command) == true ? [step, last, interim] : [step, interim]
    return variants.first { carriesOut(recorded, $0, in: world, take($0, in: world)) } ?? step
  }

  private func carriesOut(
    _ recorded: [String], _ step: WorldStep<M>, in world: World<M>, _ outcome: StepOutcome<M>
  ) -> Bool {
    // A live program may carry out commands in a random order.
    step.commandsCarriedOut(in: world, outcome).map { structuralLiteral($0) }.sorted() == recorded.sorted()
  }

  /// A step that opens the throttle, or ends the effect, that would make the program drop a recorded command; `nil` for none.
  private func stepToInsert(
    admitting recorded: [String], _ step: WorldStep<M>, in world: World<M>, _ outcome: StepOutcome<M>
  ) -> WorldStep<M>? {
    guard let state = world.surroundings?.state else { return nil }
    var missing = recorded
    for command in step.commandsCarriedOut(in: world, outcome) {
      if let index = missing.firstIndex(of: structuralLiteral(command)) { missing.remove(at: index) }
    }
    for command in outcome.commands where missing.contains(structuralLiteral(command)) {
      switch M.policy(for: command) {
      case .throttle(let id, _):
        if let step = world.stepWhenDue({ if case .throttleEnd(id) = $0 { true } else { false } }) { return step }
      case .first(let id):
        if let step = world.stepWhenDue({ if case .command(_, id) = $0 { true } else { false } }) { return step }
        for (index, effect) in state.silentEffects.enumerated() where M.policy(for: effect.command).id == id {
          return .event(WorldEvent(.ending(index, effect.command)))
        }
        for (index, reply) in state.repeatableReplies.enumerated() where M.policy(for: reply.command).id == id {
          return .event(WorldEvent(.endingUnrepeated(index, reply.command)))
        }
      case .all, .latest, .cancel, .debounce: continue
      }
    }
    return nil
  }
}

extension World {
  /// The step in which the first of the items that wait and satisfy a condition is due; `nil` for none.
  func stepWhenDue(_ holds: (Agenda<M>.Item) -> Bool) -> WorldStep<M>? {
    let entries = unsortedAgenda.entries
    return entries.firstIndex { holds($0.item) }.map { .event(WorldEvent(.due($0, entries[$0].item))) }
  }
}

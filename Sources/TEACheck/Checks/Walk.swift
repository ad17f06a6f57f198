internal import TEAResults
internal import TEARuntime

/// A walk through the worlds of a check: along the steps of a recording, and from there along any other steps.
///
/// The walk keeps the worlds on the path of the last request, so that one more step costs the same wherever it is taken.
final class Walk<M: Module> {
  struct NextSteps {
    var steps: [PossibleStep] = []
    /// The index of the recorded step in `steps`; `nil` where no recorded step comes next.
    var recordedIndex: Int?
    /// The reason why the recorded step is not declared; `nil` where it is declared.
    var undeclaredReason: String?
    /// The reason why the recording cannot continue, or why the steps cannot be computed; `nil` for none.
    var ending: String?
  }

  /// A step that can happen next, or the recorded end of one process and start of another.
  enum PossibleStep {
    /// A step, and the world in which it is taken; `nil` for the last world of the path.
    case step(WorldStep<M>, in: World<M>? = nil)
    /// In the recorded session, the program stopped here and resumed; `line` is the line of the script.
    case resume(Rules<M>.Origin, line: String)
  }

  struct Visit {
    var world: World<M>
    /// The step to the world, or the start in it, as the report shows it.
    var step: Counterexample.Step
    /// The step by which the world was reached; `nil` where the program started or resumed.
    var arrival: (step: WorldStep<M>, before: World<M>, outcome: StepOutcome<M>)?
    /// The steps that are possible in the world; `nil` until they are asked for.
    var nextSteps: NextSteps?
    /// The reason why the step to the world is not declared; `nil` where it is declared.
    var undeclaredReason: String?
  }

  let rules: Rules<M>
  let script: Script
  /// The recorded session that the script comes from; `nil` for any other recording.
  let session: Session?
  let watch: ReplayWatch<M>
  /// The path of the last request, as far as its steps were possible.
  private var path = WalkPath()
  /// The worlds on the path, beginning with the start.
  private(set) var visits: [Visit]

  /// - Throws: ``ReplayError`` where the program does not start as the script says.
  init(_ rules: Rules<M>, _ script: Script, of session: Session?) throws {
    self.script = script
    self.session = session
    watch = ReplayWatch(rules, script, [])
    self.rules = watch.rules
    let origin = try rules.origin(of: script, session)
    visits = [Visit(world: origin.world, step: Counterexample.Step(origin))]
    // Until the first request no step is being taken, so the watch must not count the wait as a slow step.
    watch.phase.slots[0].set(Breadcrumb(.other))
  }

  deinit { watch.phase.end() }

  func answer(_ request: WalkRequest) -> WalkPosition {
    // Between requests no step is being taken, so the watch must not count the wait as a slow step.
    defer { watch.phase.slots[0].set(Breadcrumb(.other)) }
    follow(request.path)
    return position(at: path, batchStart: request.batchStart)
  }

  private func follow(_ wantedPath: WalkPath) {
    var sharedCount = min(path.recordedCount, wantedPath.recordedCount)
    if path.recordedCount == wantedPath.recordedCount {
      sharedCount += zip(path.chosenSteps, wantedPath.chosenSteps).prefix { $0 == $1 }.count
    }
    path = wantedPath.prefix(sharedCount)
    visits.removeSubrange((sharedCount + 1)...)
    while path.count < wantedPath.count {
      let nextSteps = nextSteps(at: path)
      let isRecorded = path.count < wantedPath.recordedCount
      let index = isRecorded ? nextSteps.recordedIndex : wantedPath.chosenSteps[path.count - wantedPath.recordedCount]
      guard let index, nextSteps.steps.indices.contains(index) else { return }
      take(nextSteps.steps[index])
      if index == nextSteps.recordedIndex { visits[visits.count - 1].undeclaredReason = nextSteps.undeclaredReason }
      path = wantedPath.prefix(path.count + 1)
    }
  }

  private func take(_ next: PossibleStep) {
    var before = visits[visits.count - 1].world
    switch next {
    case .resume(let origin, _):
      visits.append(Visit(world: origin.world, step: Counterexample.Step(resumingFrom: origin, after: before)))
    case .step(let step, let world):
      if let world { before = world }
      _ = watch.leaveBreadcrumb(before: .update, after: visits.count - 1)
      var commands: [M.Command] = []
      let (after, failure) = rules.take(step, in: before, performing: &commands)
      let outcome = StepOutcome(world: after, commands: commands, failure: failure)
      visits.append(
        Visit(
          world: outcome.world, step: Counterexample.Step(step, in: before, outcome),
          arrival: (step, before, outcome)))
    }
  }

  /// The steps that are possible at the end of a path; the path must be a beginning of ``path``.
  func nextSteps(at path: WalkPath) -> NextSteps {
    if let knownSteps = visits[path.count].nextSteps { return knownSteps }
    var nextSteps = NextSteps()
    let world = visits[path.count].world
    _ = watch.leaveBreadcrumb(before: .offer, after: path.count)
    do {
      let possibleSteps = try rules.possibleSteps(in: world)
      nextSteps.steps = possibleSteps.map { .step($0) }
      if path.isOnRecording, path.recordedCount < script.steps.count {
        try addRecordedStep(to: &nextSteps, besides: possibleSteps, at: path.recordedCount, in: world)
      }
    } catch {
      nextSteps.ending = "\(error as? ReplayError ?? rules.errorOfSpecification(error))"
    }
    visits[path.count].nextSteps = nextSteps
    return nextSteps
  }

  /// Finds the recorded step among the possible ones, or adds it to them; where the step cannot happen, sets the ending.
  private func addRecordedStep(
    to nextSteps: inout NextSteps, besides possibleSteps: [WorldStep<M>], at index: Int, in world: World<M>
  ) throws {
    let line = script.steps[index]
    if case .resume(let start)? = session?.lines[index] {
      let origin = try rules.origin(resumed: start, after: world)
      nextSteps.steps.insert(.resume(origin, line: line), at: 0)
      nextSteps.recordedIndex = 0
      return
    }
    if session?.commandsCarriedOut(in: index) == nil {
      let match = rules.index(of: line, among: possibleSteps, in: world)
      // Where only the scalars differ, a generator may make the very message of the line, which is read below.
      if let match, session != nil || rules.hasScalars(of: line, possibleSteps[match], in: world) {
        nextSteps.recordedIndex = match
      }
    }
    guard nextSteps.recordedIndex == nil else { return }
    // In a session, a debounced command may have to be carried out first, or an effect or a throttle may have to end.
    // `worldOfStep` is the world after that; `nil` for the world of the position.
    var worldOfStep: World<M>?
    if let session {
      let dueStep = rules.stepCarryingOut(commandAnsweredBy: line, in: world)
      worldOfStep = dueStep.map { rules.take($0, in: world).world }
      // A step tried here gets no breadcrumb of its own: its trap would recur whenever the possible steps are computed.
      let steps = try rules.stepsToInsert(before: line, at: index, of: session, in: worldOfStep ?? world) { _, _ in
        false
      }
      for step in steps { worldOfStep = rules.take(step, in: worldOfStep ?? world).world }
    }
    let reading = try rules.step(line, number: index + 1, in: worldOfStep ?? world, isOfSession: session != nil)
    let step = rules.stepToTake(for: reading, at: index, of: session, in: worldOfStep ?? world)
    switch reading {
    case .step(let found), .unconfirmed(let found):
      let step = step ?? found
      let text = Script.line(step, in: worldOfStep ?? world)
      if worldOfStep == nil, let index = possibleSteps.firstIndex(where: { rules.hasScalars(of: text, $0, in: world) })
      {
        nextSteps.recordedIndex = index
        return
      }
      nextSteps.steps.insert(.step(step, in: worldOfStep), at: 0)
      nextSteps.recordedIndex = 0
    case .undeclared(let found, let reason):
      nextSteps.steps.insert(.step(step ?? found, in: worldOfStep), at: 0)
      (nextSteps.recordedIndex, nextSteps.undeclaredReason) = (0, reason)
    case .impossible(let reason): nextSteps.ending = rules.sentenceOnImpossibleStep(at: index, line, because: reason)
    }
  }
}

internal import TEARuntime

extension Walk {
  /// Describes the world at the end of a path.
  ///
  /// - Parameter first: The index of the first of the next steps to describe.
  func position(at path: WalkPath, first: Int) -> WalkPosition {
    let place = places[path.count]
    let violations = violations(at: path)
    let choices = choices(at: path)
    _ = watch.leave(.view, path.count)
    var step = place.step
    step.view = Counterexample.text(ofViewIn: place.world)
    let start = min(first, choices.steps.count)
    return WalkPosition(
      path: path, length: script.steps.count, step: step,
      model: Counterexample.fields(of: place.world.model).map { .init($0.path, $0.after) },
      surroundings: place.world.fieldsBesideModel, violations: violations,
      next: choices.steps[start...].prefix(WalkRequest.page).map { told($0, in: place.world) }, first: start,
      count: choices.steps.count, recorded: choices.recorded, ending: choices.ending)
  }

  private func told(_ next: Next, in world: World<M>) -> String {
    switch next {
    case .step(let step): rules.told(step, in: world)
    case .resume(_, let line): line
    }
  }

  /// The violations of the world at the end of the path, and of the step into it.
  private func violations(at path: WalkPath) -> [WalkPosition.Violation] {
    let place = places[path.count]
    var breaches: [Breach] = []
    if let (step, before, outcome) = place.arrival {
      _ = watch.breach(of: step, in: before, outcome, after: path.count)
      breaches += rules.breaches(of: step, in: before, outcome)
      if let session, path.isOnRecording, let breach = rules.breach(of: session, path.count - 1, outcome) {
        breaches.append(breach)
      }
    }
    _ = watch.breach(in: place.world, after: path.count)
    breaches += rules.breaches(in: place.world)
    _ = watch.leave(.form, path.count)
    if let breach = rules.breachOfForm(of: place.world) { breaches.append(breach) }
    return breaches.map { .init(property: $0.property, place: $0.place.map { "\($0)" }, detail: $0.detail) }
  }
}

extension Rules {
  /// All violations of a world.
  fileprivate func breaches(in world: World<M>) -> [Breach] {
    var single = self
    single.always = []
    if let breach = single.breach(in: world) { return [breach] }
    single.laws = []
    single.prepare()
    return always.compactMap { property in
      single.always = [property]
      return single.breach(in: world)
    }
  }

  /// All violations of a step.
  fileprivate func breaches(of step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>) -> [Breach] {
    var single = self
    single.steps = []
    if let breach = single.breach(of: step, in: before, outcome) { return [breach] }
    single.laws = []
    single.prepare()
    return steps.compactMap { property in
      single.steps = [property]
      return single.breach(of: step, in: before, outcome)
    }
  }
}

extension World {
  /// The parts of a world beside the model.
  var fieldsBesideModel: [WalkPosition.Field] {
    Self.field("outstanding", outstanding.map { caseLiteral($0) })
      + Self.field("subscriptions", subscriptions.map { caseLiteral($0) }) + fieldsOfWaiting
      + Self.field("environment", surroundings?.state.environment.map { [literal($0.base)] } ?? [])
      + fieldsOfQueue
  }

  /// The fields that distinguish worlds with the same model and the same outstanding commands.
  var fieldsTellingApart: [WalkPosition.Field] {
    Counterexample.environment(of: self).map { .init($0.path, $0.after) } + fieldsOfWaiting + fieldsOfQueue
  }

  /// The timers, commands and throttles with a pending deadline.
  private var fieldsOfWaiting: [WalkPosition.Field] {
    let waiting = agenda.entries.map { entry in
      let what =
        switch entry.item {
        case .timer(let subscription): caseLiteral(subscription)
        case .command(let command, _): caseLiteral(command)
        case .reopening(let id): "throttle \(caseLiteral(id))"
        }
      return "\(what) for \(WorldEvent<M>.text(of: entry.remaining))"
    }
    return Self.field("waiting", waiting)
  }

  /// The requests and replies in transit, the messages that may come late or again, and the effects that still run.
  private var fieldsOfQueue: [WalkPosition.Field] {
    guard let state = surroundings?.state else { return [] }
    return Self.field("not yet in effect", state.progress.compactMap(\.request).map { caseLiteral($0) })
      + Self.field(
        "on the way", state.progress.compactMap(\.answer).map { Script.reply(caseLiteral($0), caseLiteral($1)) })
      + Self.field("late", state.late.map { caseLiteral($0.message) })
      + Self.field("may come again", state.echoes.map { caseLiteral($0.message) })
      + Self.field("runs on", state.silent.map { "\(caseLiteral($0.command))\($0.isLost ? ", lost" : "")" })
  }

  private static func field(_ name: String, _ texts: [String]) -> [WalkPosition.Field] {
    texts.isEmpty ? [] : [WalkPosition.Field(name, texts.joined(separator: ", "))]
  }
}

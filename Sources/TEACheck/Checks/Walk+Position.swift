internal import TEAResults
internal import TEARuntime

extension Walk {
  /// - Parameter requestedStart: The index of the first step to describe among all steps that can happen next.
  func position(at path: WalkPath, batchStart requestedStart: Int) -> WalkPosition {
    let visit = visits[path.count]
    let violations = violations(at: path)
    let nextSteps = nextSteps(at: path)
    _ = watch.leaveBreadcrumb(before: .view, after: path.count)
    var step = visit.step
    step.view = Counterexample.text(ofViewIn: visit.world)
    let batchStart = min(requestedStart, nextSteps.steps.count)
    return WalkPosition(
      path: path, recordingLength: script.steps.count, step: step,
      model: Counterexample.fields(of: visit.world.model).map { .init($0.path, $0.after) },
      fieldsBesideModel: visit.world.fieldsBesideModel, violations: violations,
      nextSteps: nextSteps.steps[batchStart...].prefix(WalkRequest.batchSize).map { reportText($0, in: visit.world) },
      batchStart: batchStart, nextCount: nextSteps.steps.count, recordedNextIndex: nextSteps.recordedIndex,
      undeclaredStepReason: visit.undeclaredReason, undeclaredNextReason: nextSteps.undeclaredReason,
      ending: nextSteps.ending)
  }

  private func reportText(_ next: PossibleStep, in world: World<M>) -> String {
    switch next {
    case .step(let step, let worldOfStep): step.reportText(in: worldOfStep ?? world)
    case .resume(_, let line): line
    }
  }

  private func violations(at path: WalkPath) -> [WalkPosition.Violation] {
    let visit = visits[path.count]
    var violations: [Violation] = []
    // The watch first calls each function that judges the step and the world, so that the report of a trap can name it. Its
    // result, which is only the first violation, is not used.
    if let (step, before, outcome) = visit.arrival {
      _ = watch.violation(of: step, in: before, outcome, after: path.count)
      violations += rules.violations(of: \.stepProperties) { $0.violation(of: step, in: before, outcome) }
      if let session, path.isOnRecording, let violation = rules.violation(of: session, path.count - 1, outcome) {
        violations.append(violation)
      }
    }
    _ = watch.violation(in: visit.world, after: path.count)
    violations += rules.violations(of: \.always) { $0.violation(in: visit.world) }
    _ = watch.leaveBreadcrumb(before: .form, after: path.count)
    if let violation = rules.violationOfCanonicalForm(of: visit.world) { violations.append(violation) }
    return violations.map { .init(property: $0.property, place: $0.place.map { "\($0)" }, detail: $0.detail) }
  }
}

extension Rules {
  /// The violations of some properties, each judged alone; where a law is violated, only the violation of the law.
  fileprivate func violations<Subject>(
    of properties: WritableKeyPath<Rules, [Property<Subject>]>, _ violation: (Rules) -> Violation?
  ) -> [Violation] {
    var narrowedRules = self
    narrowedRules[keyPath: properties] = []
    if let violation = violation(narrowedRules) { return [violation] }
    narrowedRules.laws = []
    narrowedRules.prepare()
    return self[keyPath: properties].compactMap { property in
      narrowedRules[keyPath: properties] = [property]
      return violation(narrowedRules)
    }
  }
}

extension World {
  var fieldsBesideModel: [WalkPosition.Field] {
    Self.field("outstanding", outstanding.map { caseLiteral($0) })
      + Self.field("subscriptions", subscriptions.map { caseLiteral($0) }) + fieldsOfAgenda
      + Self.field("environment", surroundings?.environment.map { [literal($0.base)] } ?? [])
      + fieldsInTransit
  }

  /// The fields that tell a world apart from others with the same model and the same outstanding commands.
  var fieldsTellingApart: [WalkPosition.Field] {
    Counterexample.environmentFields(of: self).map { .init($0.path, $0.after) } + fieldsOfAgenda + fieldsInTransit
  }

  private var fieldsOfAgenda: [WalkPosition.Field] {
    let itemTexts = agenda.entries.map { entry in
      let itemText =
        switch entry.item {
        case .timer(let subscription): caseLiteral(subscription)
        case .command(let command, _): caseLiteral(command)
        case .throttleEnd(let id): "throttle \(caseLiteral(id))"
        }
      return "\(itemText) for \(WorldEvent<M>.text(of: entry.remaining))"
    }
    return Self.field("waiting", itemTexts)
  }

  private var fieldsInTransit: [WalkPosition.Field] {
    guard let state = surroundings?.state else { return [] }
    return Self.field("not yet in effect", state.progress.compactMap(\.request).map { caseLiteral($0) })
      + Self.field(
        "on the way", state.progress.compactMap(\.reply).map { Script.reply(caseLiteral($0), caseLiteral($1)) })
      + Self.field("late", state.lateMessages.flatMap(Self.texts(of:)))
      + Self.field("may come again", state.repeatableReplies.map { caseLiteral($0.message) })
      + Self.field("runs on", state.silentEffects.map { "\(caseLiteral($0.command))\($0.isLost ? ", lost" : "")" })
  }

  private static func texts(of late: LateMessage<M>) -> [String] {
    if case .reply(let command, isMade: false) = late.origin { return ["a reply to \(caseLiteral(command))"] }
    return late.messages.map { caseLiteral($0) }
  }

  private static func field(_ name: String, _ texts: [String]) -> [WalkPosition.Field] {
    texts.isEmpty ? [] : [WalkPosition.Field(name, texts.joined(separator: ", "))]
  }
}

internal import TEAGenerators
internal import TEAResults
internal import TEAText
internal import TEARuntime

extension Counterexample {
  init<M: Module>(_ trace: Trace<M>, violation: Violation, place: SourcePlace) {
    let origin = trace.parts[0].origin
    self.init(
      property: violation.property, place: "\(violation.place ?? place)", detail: violation.detail,
      flags: origin.text.isEmpty ? nil : origin.text,
      start: origin.fieldsAtStart ?? Self.fields(of: origin.world.model),
      startPerforms: origin.commands.map { shownText($0) }, steps: [],
      trap: violation.trap.map { $0.sentence(of: violation.trappingPart ?? "the step") },
      startEnvironment: Self.environmentFields(of: origin.world))
    // The index of the last world whose view is shown. After a trap, the view of the last world is left out, because no
    // function may be called again in that world.
    let indexOfLastView = trace.count - (violation.trap == nil ? 0 : 1)
    startView = indexOfLastView < 0 ? nil : Self.text(ofViewIn: origin.world)
    var before = origin.world
    func append(_ step: Step, _ world: World<M>) {
      // The step time bounds the texts of each step, and not of the whole trace.
      UserCode.restartStepTime()
      var described = step
      if steps.count < indexOfLastView { described.view = Self.text(ofViewIn: world) }
      steps.append(described)
      before = world
    }
    for (index, part) in trace.parts.enumerated() {
      if index > 0 { append(Step(resumingFrom: part.origin, after: before), part.origin.world) }
      for (step, outcome) in part.steps { append(Step(step, in: before, outcome), outcome.world) }
    }
  }

  /// The view of a world, with one field on each line; `nil` where the view is the model.
  static func text<M>(ofViewIn world: World<M>) -> String? {
    guard M.View.self != M.Model.self else { return nil }
    do {
      let view = try world.view
      if let text = view as? any StringProtocol {
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
          .joined(separator: "\n")
      }
      return fields(of: view).map { $0.path.isEmpty ? $0.after : "\(escaped($0.path)): \($0.after)" }
        .joined(separator: "\n")
    } catch {
      return "view fails with \(literal(error))"
    }
  }

  /// The differences between two values that `==` finds, and then the hidden differences. These are in stored contents that an
  /// `==` ignores, but that properties may read.
  static func changes(from before: Any, to after: Any) -> [Change] {
    let unequalParts = Difference.between(before, and: after)
    let hiddenParts = Difference.between(before, and: after, trustingEquality: false).filter { hidden in
      hidden.before != hidden.after
        && !unequalParts.contains { isPart(hidden.path, of: $0.path) || isPart($0.path, of: hidden.path) }
    }
    return (unequalParts + hiddenParts).map { Change(path: $0.path, before: $0.before, after: $0.after) }
  }

  private static func isPart(_ path: String, of whole: String) -> Bool {
    whole.isEmpty || path == whole || path.hasPrefix(whole + ".") || path.hasPrefix(whole + "[")
  }
}

/// A message or a command as text, in which parts of a very large value are left out.
private func shownText(_ value: Any) -> String { caseLiteral(value, upTo: shownLength) }

extension Counterexample.Step {
  /// The step as text, without the view after it.
  init<M: Module>(_ step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>) {
    var answeredCommand: String?
    if case .reply(_, let index) = step { answeredCommand = shownText(before.outstanding[index]) }
    var event: String?
    if case .event(let worldEvent) = step { event = worldEvent.text(in: before, shownText) }
    let (dropped, delayed) = step.indicesOfCommandsNotCarriedOut(in: before, outcome)
    self.init(
      message: step.message.map { shownText($0) } ?? event ?? "", answers: answeredCommand, event: event,
      changes: Counterexample.changes(from: before.model, to: outcome.world.model),
      performs: outcome.commands.map { shownText($0) },
      drops: dropped.sorted().map { shownText(outcome.commands[$0]) },
      delays: delayed.sorted().map { shownText(outcome.commands[$0]) },
      outstanding: outcome.world.outstanding.map { shownText($0) }, failure: outcome.failure.map { literal($0) },
      environment: Counterexample.environmentChanges(from: before, to: outcome.world))
  }

  /// The start of the program as a step.
  init<M: Module>(_ origin: Rules<M>.Origin) {
    self.init(
      message: origin.text.isEmpty ? "start" : "start \(origin.text)", changes: [],
      performs: origin.commands.map { shownText($0) },
      outstanding: origin.world.outstanding.map { shownText($0) })
  }

  /// The step in which a live program resumes after it was stopped; its earlier commands are no longer outstanding.
  init<M: Module>(resumingFrom origin: Rules<M>.Origin, after before: World<M>) {
    let line = "resume from \(structuralLiteral(origin.world.model))"
    self.init(
      message: line, event: line, changes: Counterexample.changes(from: before.model, to: origin.world.model),
      performs: [], outstanding: origin.world.outstanding.map { shownText($0) },
      environment: Counterexample.environmentChanges(from: before, to: origin.world))
  }
}

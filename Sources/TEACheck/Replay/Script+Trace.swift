internal import TEAResults
internal import TEARuntime

extension Script {
  /// The steps of a run, without the start where it is the program's only one.
  init<M: Module>(_ trace: Trace<M>, of rules: Rules<M>) {
    self.init(trace)
    // A session may start otherwise: from another model, or from the same model without the commands of the start.
    if rules.startsInOneWay, start == rules.origins[0].script { start = nil }
  }

  init<M: Module>(_ trace: Trace<M>) {
    var before = trace.origin.world
    var steps: [String] = []
    for (step, outcome) in trace.steps {
      steps.append(Self.line(step, in: before))
      before = outcome.world
    }
    self.init(start: trace.origin.script, steps: steps)
  }

  /// A line of a script without the stage of a command at its end; see ``Surroundings/State/stageText(of:)``.
  static func withoutStage(_ line: String) -> String {
    let stage = StageName.allCases.first { line.hasSuffix($0.suffix) }
    return stage.map { String(line.dropLast($0.suffix.count)) } ?? line
  }

  static func line<M: Module>(_ step: WorldStep<M>, in world: World<M>) -> String {
    let stage = step.commandIndex.flatMap { world.surroundings?.state.stageText(of: $0) }
    return step.text(in: world, structuralLiteral) + (stage ?? "")
  }
}

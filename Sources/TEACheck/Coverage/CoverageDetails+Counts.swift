internal import TEAResults

extension CoverageDetails {
  /// - Parameter isProof: Every step of every reachable world was counted.
  init<M>(_ counts: StepCounts<M>, _ rules: Rules<M>, isProof: Bool) {
    self.init(isProof: isProof, classesAreBy: rules.labels.isEmpty ? "view" : "label")
    // Two elements stand for each case: its steps as an offered message, and then its steps as a reply or by an event.
    messages = (counts.cases?.names ?? []).enumerated().map { number, name in
      Message(
        name: name, sent: counts.stepsByCase[2 * number], changesSomething: counts.changedSomething[2 * number],
        replied: counts.stepsByCase[2 * number + 1], changesSomethingAsReply: counts.changedSomething[2 * number + 1])
    }
    classes = counts.classes.map { WorldClass(name: $0.name, worlds: $0.worlds, steps: $0.steps) }
    for (number, property) in (rules.always + rules.stepProperties).enumerated() where property.hasCondition {
      conditions.append(
        Condition(property: property.name, place: "\(property.place)", isMet: !counts.unmetConditions.contains(number)))
    }
  }
}

extension Property {
  /// The property has a `when`, on worlds or on steps.
  fileprivate var hasCondition: Bool {
    switch condition {
    case .always?, .step?: true
    case .sometimes?, .liveness?, .settles?, nil: false
    }
  }
}

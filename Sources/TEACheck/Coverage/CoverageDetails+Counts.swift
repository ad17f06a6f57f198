internal import TEAResults

extension CoverageDetails {
  /// - Parameter isProof: Every step of every reachable world was counted.
  init<M>(_ counts: StepCounts<M>, _ rules: Rules<M>, isProof: Bool) {
    self.init(isProof: isProof, classesAreBy: rules.labels.isEmpty ? "view" : "label")
    let totals = counts.totals
    // Two elements stand for each case: its steps as an offered message, and then its steps as a reply or by an event.
    messages = (counts.cases?.names ?? []).enumerated().map { number, name in
      Message(
        name: name, sent: totals.stepsByCase[2 * number], changesSomething: totals.changedSomething[2 * number],
        replied: totals.stepsByCase[2 * number + 1], changesSomethingAsReply: totals.changedSomething[2 * number + 1])
    }
    classes = counts.classes.map { WorldClass(name: $0.name, worlds: $0.worlds, steps: $0.steps) }
    let properties =
      rules.always.map { ($0.name, $0.place, $0.condition != nil) }
      + rules.stepProperties.map { ($0.name, $0.place, $0.condition != nil) }
    for (number, (name, place, hasCondition)) in properties.enumerated() where hasCondition {
      let isMet = !totals.unmetConditions.contains(number)
      conditions.append(Condition(property: name, place: "\(place)", isMet: isMet))
    }
  }
}

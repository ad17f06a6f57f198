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
    let isMet = { number in !totals.unmetConditions.contains(number) }
    for (number, property) in rules.always.enumerated() where property.condition != nil {
      conditions.append(Condition(property: property.name, place: "\(property.place)", isMet: isMet(number)))
    }
    for (number, property) in rules.stepProperties.enumerated() where property.condition != nil {
      let isMet = isMet(rules.always.count + number)
      conditions.append(Condition(property: property.name, place: "\(property.place)", isMet: isMet))
    }
  }
}

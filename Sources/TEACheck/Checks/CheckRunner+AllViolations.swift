internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Adds the violations of other properties, each with a counterexample of its own if it has one.
  ///
  /// The search is repeated without the properties that were violated so far, until nothing is violated, or a property cannot
  /// be left out, such as a law that is always checked.
  func addOtherViolations(to firstOutcome: inout Check.Outcome) {
    var (runner, latestOutcome) = (self, firstOutcome)
    // Worlds in which fewer properties were judged must not be saved to the checkpoint of the first search.
    runner.settings.checkpoint = nil
    while !isInterrupted {
      guard let remainingSpecification = runner.specification.leavingOut(violatedIn: latestOutcome) else {
        let property = latestOutcome.result.counterexample?.property
        if let reason = property.map({ "“\($0)” is always asked" })
          ?? latestOutcome.propertiesViolatedWithoutTrace.first.map({ "the steps to “\($0)” do not lead there again" }),
          runner.specification.declaresPropertyOrLaw
        {
          firstOutcome.result.notes.append(
            "\(reason): the violations of other properties are not looked for beside it")
        }
        return
      }
      runner.specification = remainingSpecification
      onProgress(progress(ofStage: "looking for violations of other properties"))
      guard let rules = try? runner.makeRules() else { return }
      var outcome = runner.search(rules)
      if let sortedRules = try? runner.rulesInCanonicalOrder(after: rules) { outcome = runner.search(sortedRules) }
      guard [.violated, .trapped].contains(outcome.result.verdict) else { return }
      runner.store(&outcome, rules)
      outcome.result.again = firstOutcome.result.again ?? commandLineOfRepetition
      // The other violations are printed after the first result, which has the notes.
      outcome.result.notes = []
      firstOutcome.result.otherViolations.append(outcome.resultWithPath)
      latestOutcome = outcome
    }
  }
}

extension Specification {
  fileprivate var declaresPropertyOrLaw: Bool {
    declarations.contains { declaration in
      switch declaration.kind {
      case .property, .step, .laws: true
      default: false
      }
    }
  }

  /// The specification without the violated property or law, or without each `Sometimes` and `Cover` that was not met; `nil`
  /// where nothing can be left out, as where the law is always checked.
  ///
  /// A property is known by its place, because another may have the same name.
  fileprivate func leavingOut(violatedIn outcome: Check.Outcome) -> Specification? {
    let (name, place) = (outcome.result.counterexample?.property, outcome.result.place)
    let namesWithoutTrace = name == nil ? outcome.propertiesViolatedWithoutTrace : []
    var remainingSpecification = self
    remainingSpecification.declarations.removeAll { declaration in
      switch declaration.kind {
      case .property(let property):
        if property.kind == .sometimes, namesWithoutTrace.contains(property.name) { return true }
        return property.name == name && "\(property.place)" == place
      case .step(let property): return property.name == name && "\(property.place)" == place
      case .cover(let cover): return namesWithoutTrace.contains(cover.name) && "\(cover.place)" == place
      default: return false
      }
    }
    if remainingSpecification.declarations.count < declarations.count { return remainingSpecification }
    var isLeftOut = false
    for (index, declaration) in declarations.enumerated() {
      guard case .laws(var laws) = declaration.kind,
        let law = laws.first(where: { $0.rawValue == name }), !Law.alwaysChecked.contains(law)
      else { continue }
      laws.removeAll { $0 == law }
      isLeftOut = true
      remainingSpecification.declarations[index] = Declaration(kind: .laws(laws), place: declaration.place)
    }
    return isLeftOut ? remainingSpecification : nil
  }
}

extension Law {
  /// The laws that are checked without being declared.
  static let alwaysChecked: Set<Law> = [.viewNeverFails, .deterministic, .onlyDeclaredFailures]
}

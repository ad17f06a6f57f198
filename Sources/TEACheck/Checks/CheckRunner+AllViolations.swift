internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Adds the violations of other properties, each with a counterexample of its own.
  ///
  /// The search is repeated without the properties that were violated so far, until nothing is violated, or a property cannot
  /// be left out, such as a law that is always checked.
  func addOtherViolations(to firstOutcome: inout Check.Outcome) {
    var (runner, latestResult) = (self, firstOutcome.result)
    // Worlds in which fewer properties were judged must not be saved to the checkpoint of the first search.
    runner.settings.checkpoint = nil
    while let counterexample = latestResult.counterexample, settings.interruption?.isRequested != true {
      guard
        let remainingSpecification = runner.specification.leavingOut(
          counterexample.property, at: latestResult.place)
      else {
        if runner.specification.declaresPropertyOrLaw {
          firstOutcome.result.notes.append(
            "“\(counterexample.property)” is always asked: the violations of other properties are not looked for beside it"
          )
        }
        return
      }
      runner.specification = remainingSpecification
      onProgress(progress(ofStage: "looking for violations of other properties"))
      guard let rules = try? runner.makeRules() else { return }
      var outcome = runner.search(rules)
      if let sortedRules = try? runner.rulesInCanonicalOrder(after: rules) { outcome = runner.search(sortedRules) }
      guard [.violated, .trapped].contains(outcome.result.verdict), outcome.result.counterexample != nil else { return }
      runner.store(&outcome, rules)
      outcome.result.again = firstOutcome.result.again ?? commandLineOfRepetition
      // The other violations are printed after the first result, which has the notes.
      outcome.result.notes = []
      latestResult = outcome.resultWithPath
      firstOutcome.result.otherViolations.append(latestResult)
    }
  }
}

extension Specification {
  fileprivate var declaresPropertyOrLaw: Bool {
    declarations.contains { declaration in
      switch declaration.kind {
      case .property, .laws: true
      default: false
      }
    }
  }

  /// The specification without a property or a law; `nil` where nothing with this name is declared, or where the law is always
  /// checked.
  ///
  /// - Parameter place: The place of the property, because another property may have the same name; not used for a law.
  fileprivate func leavingOut(_ name: String, at place: String) -> Specification? {
    var remainingSpecification = self
    remainingSpecification.declarations.removeAll { declaration in
      if case .property(let property) = declaration.kind {
        property.name == name && "\(property.place)" == place
      } else {
        false
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
  fileprivate static let alwaysChecked: Set<Law> = [.viewNeverFails, .deterministic, .onlyDeclaredFailures]
}

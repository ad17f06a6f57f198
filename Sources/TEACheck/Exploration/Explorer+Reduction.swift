internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// The first step of the batch that is found to lead to a world with a wrong canonical form; `nil` for none.
  ///
  /// Adds the number of the batch's replaced worlds to ``replacementCount``. A form that was proven before the search is not
  /// checked; any other is checked in a sample of the replaced worlds (see ``CanonicalFormSample``).
  mutating func firstViolationOfCanonicalForm(after transitionsBefore: Int) -> BatchViolation<M>? {
    var samples: [(transition: Int, parent: Int, step: WorldStep<M>)] = []
    let isUnproven = rules.canonicalForm?.isProven == false
    var firstTransition = transitionsBefore + 1
    for worker in 0..<expansions.count {
      for candidate in expansions[worker].replacedCandidates where firstTransition + candidate <= transitions {
        if isUnproven, CanonicalFormSample.contains(replacementCount) {
          samples.append(
            (
              firstTransition + candidate, candidates[worker].parent(of: candidate),
              expansions[worker].step(to: candidate)
            ))
        }
        replacementCount += 1
      }
      firstTransition += expansions[worker].stepCount
    }
    var violations = [BatchViolation<M>?](repeating: nil, count: expansions.count)
    let samplesPerWorker = (samples.count + expansions.count - 1) / expansions.count
    let (rows, arena, packing) = (rows, arena, packing)
    violations.withUnsafeMutableBufferPointer { violations in
      // Fewer samples are not worth several threads.
      inParallel(isWorthIt: samples.count > 64) { [rules, samples] worker in
        let first = min(samples.count, worker * samplesPerWorker)
        for sample in samples[first..<min(samples.count, first + samplesPerWorker)] {
          let world = rules.take(sample.step, in: rows.world(arena[sample.parent], packing)).world
          guard let violation = rules.violationOfCanonicalForm(of: world) else { continue }
          violations[worker] = BatchViolation(
            transition: sample.transition, parent: sample.parent,
            found: FoundViolation(violation: violation, world: sample.parent, step: sample.step))
          return
        }
      }
    }
    return violations.lazy.compactMap { $0 }.first
  }

  /// Retraces the path to a violation by steps of the program itself, since the worlds of the search are canonical forms. Each
  /// step must lead to a world whose form is the next world of the path.
  ///
  /// - Returns: A violation at the end of these steps, and the steps. Where the canonical form turns out to be wrong, the
  ///   violation says so.
  func retraceThroughCanonicalForms(to found: FoundViolation<M>) -> (FoundViolation<M>, Trace<M>) {
    var trace = Trace<M>(origin: rules.origins[0])
    var found = found
    let path = ancestry.path(to: found.world)
    trace.origin = rules.originOfSearch(rules.origins[originIndices[path[0]]])
    for child in path.dropFirst() {
      let taken = steps(from: trace.lastWorld) { isRow(child, of: $0) }.first
      guard let taken else {
        found.violation = wrongForm(of: trace.lastWorld, "its form can go where this world cannot go")
        return (found, trace)
      }
      trace.steps.append(taken)
    }
    if found.violation.trap != nil {
      // The step belongs to the form. Another world with this form may not have it.
      if let step = found.step, isRow(found.world, of: trace.lastWorld) {
        trace.steps.append((step, StepOutcome(notTakenIn: trace.lastWorld)))
      }
      return (found, trace)
    }
    let property = found.violation.property
    let detail = "“\(property)” is violated by the form of this world, and not by the world"
    guard let step = found.step else {
      // A property that failed only once need not fail again, and says nothing against the form.
      if found.violation.isNondeterminism { return (found, trace) }
      let violation =
        property == CanonicalForm<M>.property
        ? rules.violationOfCanonicalForm(of: trace.lastWorld) : rules.violation(in: trace.lastWorld)
      found.violation = violation ?? wrongForm(of: trace.lastWorld, detail)
      return (found, trace)
    }
    let (lastWorld, parent) = (trace.lastWorld, world(found.world))
    var takenSteps: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []
    if isRow(found.world, of: lastWorld) { takenSteps.append((step, rules.take(step, in: lastWorld))) }
    let form = canonicalForm(of: rules.take(step, in: parent).world)
    takenSteps += steps(from: lastWorld) { other in
      rows.withRow(of: form, writer) { row in rows.withRow(of: other, writer) { rows.isSameWorld(row, $0) } }
    }
    let inspectingRules = rules.checkingDeterminism(ifViolated: property)
    for taken in takenSteps {
      let violation =
        property == CanonicalForm<M>.property
        ? rules.violationOfCanonicalForm(of: taken.outcome.world)
        : inspectingRules.violation(of: taken.step, in: lastWorld, taken.outcome)
      guard let violation, violation.property == property else { continue }
      trace.steps.append(taken)
      found.violation = violation
      return (found, trace)
    }
    let isStepProperty = rules.stepProperties.contains { $0.name == property }
    // The violation of a law stays as it was found: a step that differs from run to run need not violate the law again.
    if let taken = takenSteps.first, !isStepProperty {
      trace.steps.append(taken)
    } else {
      found.violation = wrongForm(of: lastWorld, detail)
    }
    return (found, trace)
  }

  private func canonicalForm(of world: World<M>) -> World<M> { rules.canonicalForm?.apply(world) ?? world }

  /// The steps that lead from a world to worlds with a wanted canonical form, in the order of exploration.
  private func steps(
    from world: World<M>, whereForm isWanted: (World<M>) -> Bool
  ) -> [(step: WorldStep<M>, outcome: StepOutcome<M>)] {
    guard let possibleSteps = try? rules.steps(in: world) else { return [] }
    return possibleSteps.map { ($0, rules.take($0, in: world)) }.filter { isWanted(canonicalForm(of: $0.1.world)) }
  }

  private func wrongForm(of world: World<M>, _ detail: String) -> Violation {
    rules.violationOfCanonicalForm(of: world) ?? rules.canonicalForm?.violation(detail)
      ?? Violation(property: CanonicalForm<M>.property)
  }
}

internal import TEAStateSpace

/// The first violation that one part of the search found in a batch.
struct BatchViolation<M: Module> {
  /// The number of the step by which it was found, from 1.
  var transition: Int
  /// The number of the world from which this step was taken.
  var parent: Int
  var found: FoundViolation<M>
}

// The first functions are not inlined, because the values of a module's types make a caller slow to enter.
extension Explorer {
  /// - Parameter end: Evaluated in a function of its own, so that the caller has no value of a module's types.
  @inline(never)
  mutating func endSearch(by end: @autoclosure () -> Exploration<M>.End) { (self.end, hasEnded) = (end(), true) }

  /// - Returns: `false` where there is no violation in the batch.
  @inline(never)
  mutating func finishAtViolation(_ transitionsBefore: Int) -> Bool {
    guard let found = rewindToFirstViolation(transitionsBefore) else { return false }
    if keepsGraph { addStepsToGraph() }
    endSearch(by: found.violation.error.map { .error($0) } ?? .violation(found))
    return true
  }

  /// Ends the search by the violation or the error that ended a worker's expansion.
  @inline(never)
  mutating func finishAtLastStep(of worker: Int) {
    let expansion = expansions[worker]
    guard let violation = expansion.violation else {
      if let error = expansion.error { endSearch(by: .error(error)) }
      return
    }
    if let parent = expansion.offerTrapWorld {
      expandedCount = parent
      return endSearch(by: .violation(FoundViolation(violation: violation, world: parent, step: nil)))
    }
    let last = candidates[worker].count - 1
    let parent = candidates[worker].parent(of: last)
    expandedCount = parent
    endSearch(by: .violation(FoundViolation(violation: violation, world: parent, step: expansion.step(to: last))))
  }

  var mayHaveViolation: Bool {
    if rules.canonicalForm != nil { return true }
    // A loop, because algorithms of collections are not specialised for the module's types, and each batch runs this.
    for worker in 0..<expansions.count where expansions[worker].candidateViolation != nil { return true }
    return false
  }

  /// Sets the counts of the search back to the step with the first violation in the batch.
  ///
  /// - Returns: The violation; `nil` for none, and the counts then stay as they are.
  mutating func rewindToFirstViolation(_ transitionsBefore: Int) -> FoundViolation<M>? {
    var first = rules.canonicalForm == nil ? nil : firstViolationOfCanonicalForm(after: transitionsBefore)
    if let worker = expansions.indices.first(where: { expansions[$0].candidateViolation != nil }),
      let candidateViolation = expansions[worker].candidateViolation
    {
      let stepCount = expansions.indices[..<worker].reduce(0) { $0 + expansions[$1].stepCount }
      let candidate = candidateViolation.candidate
      let transition = transitionsBefore + stepCount + candidate + 1
      if transition < first?.transition ?? .max {
        let parent = candidates[worker].parent(of: candidate)
        var found = FoundViolation<M>(violation: candidateViolation.violation, world: parent)
        if candidateViolation.isOfStep {
          found.step = expansions[worker].step(to: candidate)
        } else {
          found.world = Int(candidates[worker].worldNumbers[candidate])
        }
        first = BatchViolation(transition: transition, parent: parent, found: found)
      }
    }
    guard let first else { return nil }
    foundWorldCount = arena.count - countOfWorldsFound(after: first.transition - transitionsBefore)
    (transitions, expandedCount) = (first.transition, first.parent)
    return first.found
  }

  /// The number of new worlds in the batch that were found after its first `transitionCount` steps.
  func countOfWorldsFound(after transitionCount: Int) -> Int {
    var (countBefore, worldCount) = (0, 0)
    for candidates in candidates {
      worldCount += candidates.newCandidates.count { countBefore + Int($0) >= transitionCount }
      countBefore += candidates.count
    }
    return worldCount
  }
}

internal import TEAStateSpace

/// The ends of a search. These functions are not inlined, because the values of a module's types make a caller slow to enter.
extension Explorer {
  @inline(never)
  private mutating func endSearch(by end: Exploration<M>.End) { (self.end, hasEnded) = (end, true) }

  @inline(never)
  mutating func finishInterrupted() { endSearch(by: .interrupted) }

  @inline(never)
  mutating func finishAtVaryingSteps(_ found: VaryingSteps) { endSearch(by: .error(found)) }

  @inline(never)
  mutating func finishAtOutdatedRules() { endSearch(by: .outdatedRules) }

  @inline(never)
  mutating func finishAtBoundOnWorlds() { endSearch(by: .statesReached) }

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
    expandedCount = candidates[worker].parent(of: last)
    endSearch(
      by: .violation(FoundViolation(violation: violation, world: expandedCount, step: expansion.step(to: last))))
  }
}

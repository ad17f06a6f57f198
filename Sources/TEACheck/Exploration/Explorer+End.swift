internal import TEAStateSpace

/// The ends of a search. These functions are not inlined, because the values of a module's types make a caller slow to enter.
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
}

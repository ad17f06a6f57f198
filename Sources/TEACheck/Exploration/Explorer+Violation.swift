internal import TEAStateSpace

extension Explorer {
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
    let formViolation = rules.canonicalForm == nil ? nil : firstViolationOfCanonicalForm(after: transitionsBefore)
    if let worker = expansions.indices.first(where: { expansions[$0].candidateViolation != nil }),
      let candidateViolation = expansions[worker].candidateViolation
    {
      let stepCount = expansions.indices[..<worker].reduce(0) { $0 + expansions[$1].stepCount }
      let transition = transitionsBefore + stepCount + candidateViolation.candidate + 1
      if transition < formViolation?.transition ?? .max {
        let number = Int(candidates[worker].worldNumbers[candidateViolation.candidate])
        let parent = candidates[worker].parent(of: candidateViolation.candidate)
        let laterWorldCount = countOfWorldsFound(after: transition - transitionsBefore)
        (transitions, foundWorldCount, expandedCount) = (transition, arena.count - laterWorldCount, parent)
        return candidateViolation.isOfStep
          ? FoundViolation(
            violation: candidateViolation.violation, world: parent,
            step: expansions[worker].step(to: candidateViolation.candidate))
          : FoundViolation(violation: candidateViolation.violation, world: number, step: nil)
      }
    }
    guard let formViolation else { return nil }
    let laterWorldCount = countOfWorldsFound(after: formViolation.transition - transitionsBefore)
    (transitions, foundWorldCount, expandedCount) = (
      formViolation.transition, arena.count - laterWorldCount, formViolation.violation.world
    )
    return formViolation.violation
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

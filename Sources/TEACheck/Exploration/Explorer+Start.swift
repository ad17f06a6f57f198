internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// Enters the worlds to start from, up to the first that violates something.
  ///
  /// - Returns: The violation; `nil` for none.
  mutating func enterStartWorlds() throws -> FoundViolation<M>? {
    let slot = phase.slots[0]
    slot.enter(Breadcrumb(.other))
    defer { slot.exit() }
    for originIndex in rules.origins.indices {
      let breadcrumb = Breadcrumb(.origin, number: originIndex)
      if let violation = phase.violation(at: breadcrumb) {
        ancestry.append(Ancestry.start)
        originIndices.append(originIndex)
        return FoundViolation(violation: violation, world: originIndices.count - 1, step: nil)
      }
      slot.set(breadcrumb)
      let origin = rules.originOfSearch(rules.origins[originIndex])
      guard try enter(rules.canonicalForm?.apply(origin.world) ?? origin.world) else { continue }
      ancestry.append(Ancestry.start)
      originIndices.append(originIndex)
      graph?.startCount += 1
      foundWorldCount = arena.count
      levelEnd = arena.count
      if rules.mayHoldAnything, expansions[0].hiddenReferenceNote == nil {
        expansions[0].hiddenReferenceNote = rules.hiddenReferenceNote(in: origin.world).map { (arena.count - 1, $0) }
      }
      if bounds.isCompact, rules.mayHoldAnything || rules.messagesMayHoldAnything,
        let part = rules.unhashedPart(in: origin.world)
      {
        throw part
      }
      removeGoals(metBy: origin.world)
      counters.first?.removeConditions(metBy: origin.world)
      var violation = rules.violation(in: origin.world) ?? rules.violationOfCanonicalForm(of: origin.world)
      if violation == nil, rules.comparesStructure {
        violation = UserCode.calling(.comparison) { violationOfEquality(of: arena.count - 1) }
      }
      if let violation {
        return FoundViolation(violation: violation, world: arena.count - 1, step: nil)
      }
    }
    return nil
  }
}

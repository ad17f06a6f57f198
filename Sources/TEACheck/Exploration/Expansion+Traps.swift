internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Takes the steps of a world before the first one known to trap, and sets ``violation`` to the trap unless one of them
  /// violates something. Takes no step where computing the steps is known to trap.
  ///
  /// - Returns: `true` where the expansion ends in this world; `false` where no trap in it is known, or where the step that
  ///   trapped is no longer possible.
  func expandUpToTrap(_ parentNumber: Int, in arena: RowArena) throws -> Bool {
    let trapsOfWorld = traps.filter { [.step, .offer].contains($0.key.kind) && $0.key.place == parentNumber }
    guard let (firstTrap, cause) = trapsOfWorld.min(by: { $0.key.number < $1.key.number }) else { return false }
    if let cause = traps[Breadcrumb(.offer, place: parentNumber)] {
      violation = Violation(trappingBy: cause)
      offerTrapWorld = parentNumber
      return true
    }
    let world = world(parentNumber, in: arena)
    let steps = try rules.value.steps(in: world)
    guard firstTrap.number < steps.count else { return false }
    try expand(parentNumber, in: arena, upToStep: firstTrap.number)
    if isViolated { return true }
    if candidates.pointee.count == stepCapacity { try grow() }
    storeTrap(steps[firstTrap.number])
    candidates.pointee.addUnchanged(after: parentRow, firstTrap.bits)
    violation = Violation(trappingBy: cause)
    return true
  }
}

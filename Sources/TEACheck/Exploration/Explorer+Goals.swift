internal import TEAResults
internal import TEAStateSpace

/// Finds worlds that meet *goals*, the conditions of the `Sometimes` properties.
extension Explorer {
  /// Removes each goal that one of the given worlds meets.
  ///
  /// The worlds are read in order, so that no goal is evaluated in a world after the first that meets it.
  @inline(never)
  mutating func removeGoals(metByWorlds worlds: Range<Int>) {
    phase.slots[0].enter(Breadcrumb(.other))
    defer { phase.slots[0].exit() }
    var rest = worlds
    while !unmetGoals.isEmpty,
      let world = expansions[0].firstWorld(of: rest, in: arena, ancestry, thatMayMeet: goals, unmet: unmetGoals)
    {
      removeGoals(metBy: expansions[0].world(world, packed: UnsafeRawPointer(arena[world])))
      rest = world + 1..<worlds.upperBound
    }
  }

  mutating func removeGoals(metBy world: World<M>) {
    var index = 0
    while index < unmetGoals.count {
      let isMet = Rules<M>.meets(goals, unmetGoals[index], world, noting: &errorsOfGoals)
      if isMet { unmetGoals.remove(at: index) } else { index += 1 }
    }
  }
}

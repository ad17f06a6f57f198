extension Shrinker {
  /// How many of the smallest values are evaluated before anything else.
  private static var fewSmallest: Int { 7 }

  /// Shrinks a generated value.
  mutating func shrinkValue() {
    if !findAmongSmallest(Self.fewSmallest) { shrink(Self.passesOverValues) }
  }

  /// Shrinks a run.
  ///
  /// - Parameter loops: The steps between worlds of a run that seem to be the same.
  mutating func shrinkRun(loops: @escaping (Value) -> [Range<Int>], scheduler: @escaping Scheduler) {
    // Steps go first, since whatever else there is to do is done for each of them; what tries most goes last.
    shrink([
      { $0.cutLoops(loops, scheduler) }, { $0.leaveOutSteps(scheduler) }, { $0.deleteGroups() }, { $0.lowerAll() },
      { $0.lowerChoices() }, { $0.replaceByDescendants() }, { $0.sortGroups() }, { $0.swapSteps(scheduler) },
      { $0.mergeGroups() }, { $0.lowerDuplicates() }, { $0.zeroTogether() }, { $0.lowerNeighbours() },
      { $0.lowerFields() }, { $0.clearBits() }, { $0.redistribute() }, { $0.deleteMinting() },
      { $0.leaveOutPairs(scheduler) },
      { $0.scanNumbers() }, { $0.scanOpening() },
    ])
  }

  /// Shrinks a run whose steps may not be taken in this process, as those of a schedule are.
  mutating func shrinkWithoutSchedule() {
    shrink([
      { $0.deleteGroups() }, { $0.lowerAll() }, { $0.lowerChoices() }, { $0.replaceByDescendants() },
      { $0.sortGroups() }, { $0.mergeGroups() }, { $0.lowerDuplicates() }, { $0.zeroTogether() },
      { $0.lowerNeighbours() }, { $0.lowerFields() }, { $0.clearBits() }, { $0.redistribute() },
    ])
  }

  /// What is expected to get rid of most comes first.
  static var passesOverValues: [Pass] {
    [
      { $0.replaceByDescendants() }, { $0.lowerAll() }, { $0.mergeGroups() }, { $0.deleteRepeats() },
      { $0.truncateGroups() }, { $0.redistribute() }, { $0.deleteGroups() }, { $0.sortGroups() }, { $0.lowerChoices() },
      { $0.deleteWithReferences() }, { $0.lowerDuplicates() }, { $0.lowerNeighbours() }, { $0.clearBits() },
    ]
  }
}

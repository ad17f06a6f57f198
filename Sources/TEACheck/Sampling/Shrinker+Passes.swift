extension Shrinker {
  /// How many of the smallest values are evaluated before anything else.
  private static var fewSmallest: Int { 7 }

  /// Shrinks a generated value.
  mutating func shrinkValue() {
    if !findAmongSmallest(Self.fewSmallest) { shrink(Self.passesOverValues) }
  }

  /// Shrinks a run.
  mutating func shrinkRun() { shrink(Self.passesOverRuns) }

  /// What is expected to get rid of most comes first.
  static var passesOverValues: [Pass] {
    [
      { $0.replaceByDescendants() }, { $0.lowerAll() }, { $0.mergeGroups() }, { $0.deleteRepeats() },
      { $0.truncateGroups() }, { $0.redistribute() }, { $0.deleteGroups() }, { $0.sortGroups() }, { $0.lowerChoices() },
      { $0.deleteWithReferences() }, { $0.lowerDuplicates() }, { $0.lowerTogether() },
    ]
  }

  /// Steps go first: whatever else there is to do is done for fewer of them.
  static var passesOverRuns: [Pass] {
    [
      { $0.deleteGroups() }, { $0.lowerAll() }, { $0.lowerChoices() }, { $0.replaceByDescendants() },
      { $0.sortGroups() },
      { $0.deleteWithReferences() }, { $0.mergeGroups() }, { $0.lowerDuplicates() }, { $0.zeroTogether() },
      { $0.lowerTogether() }, { $0.redistribute() },
    ]
  }
}

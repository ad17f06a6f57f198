extension Shrinker {
  /// Shrinks a generated value.
  mutating func shrinkValue() {
    if findAmongSmallest(7) { return }
    shrink([
      { $0.replaceByDescendants() }, { $0.lowerAll() }, { $0.mergeGroups() }, { $0.deleteRepeats() },
      { $0.truncateGroups() }, { $0.redistribute() }, { $0.deleteGroups() }, { $0.sortGroups() }, { $0.lowerChoices() },
      { $0.deleteWithReferences() }, { $0.lowerDuplicates() }, { $0.lowerTogether() },
    ])
  }

  /// Shrinks a run.
  mutating func shrinkRun() {
    shrink([
      { $0.deleteGroups() }, { $0.lowerAll() }, { $0.lowerChoices() }, { $0.replaceByDescendants() }, { $0.sortGroups() },
      { $0.deleteWithReferences() }, { $0.mergeGroups() }, { $0.lowerDuplicates() }, { $0.zeroTogether() },
      { $0.lowerTogether() }, { $0.redistribute() },
    ])
  }
}

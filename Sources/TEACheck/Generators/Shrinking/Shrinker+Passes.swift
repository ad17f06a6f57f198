extension Shrinker {
  /// The number of smallest values that are evaluated before any pass, because they often fail.
  private static var smallestCount: Int { 7 }

  mutating func shrinkValue() {
    if !findAmongSmallest(Self.smallestCount) { shrink(Self.passesOverValues) }
  }

  /// - Parameter loops: Computes the ranges of steps between worlds that seem to be the same.
  package mutating func shrinkRun(loops: @escaping (Value) -> [Range<Int>], scheduler: @escaping Scheduler) {
    shrink(Self.passesOverRuns(loops, scheduler))
  }

  /// Shrinks a run without the passes that need a ``Scheduler``: a scheduler takes steps in this process, where they could
  /// trap.
  package mutating func shrinkWithoutScheduler() { shrink(Self.passesOverSteps + Self.passesOverPayloads) }

  /// The passes for a value alone, in the order of their expected gain.
  @Passes static var passesOverValues: [Pass] {
    pass { $0.replaceByDescendants() }
    pass { $0.scanSizes() }
    pass { $0.deleteFromLists() }
    pass { $0.lowerAll() }
    pass { $0.mergeGroups() }
    pass { $0.deleteRepeats() }
    pass { $0.truncateGroups() }
    pass { $0.redistribute() }
    pass { $0.deleteGroups() }
    pass { $0.sortGroups() }
    pass { $0.lowerChoices() }
    pass { $0.deleteWithReferences() }
    pass { $0.lowerDuplicates() }
    pass { $0.lowerNeighbours() }
    pass { $0.clearBits() }
    pass { $0.liftParts() }
    pass { $0.exchangeParts() }
    pass { $0.copyParts() }
    pass { $0.moveElements() }
    pass { $0.absorbNumbers() }
    pass { $0.exchangeIdentifiers() }
    pass { $0.deletePairs() }
    pass { $0.changePairs() }
    pass { $0.deleteAdjustingNumber() }
    pass { $0.shortenKeepingLast() }
    pass { $0.scalePairs() }
    pass { $0.scanEach() }
    pass { $0.scanPairs() }
    pass { $0.scanTuples() }
    pass { $0.findAmongSmallSums() }
  }

  /// Steps are deleted first, because later passes take time for each step. The passes with the most candidates come last.
  @Passes private static func passesOverRuns(
    _ loops: @escaping (Value) -> [Range<Int>], _ scheduler: @escaping Scheduler
  ) -> [Pass] {
    pass { $0.cutLoops(loops, scheduler) }
    pass { $0.leaveOutSteps(scheduler) }
    passesOverSteps
    pass { $0.swapSteps(scheduler) }
    passesOverPayloads
    pass { $0.deleteWithRenumbering() }
    pass { $0.leaveOutPairs(scheduler) }
    pass { $0.leaveOutWithRenumbering(scheduler) }
    pass { $0.changePairs() }
    pass { $0.deleteFromLists() }
    pass { $0.scanNumbers() }
    pass { $0.scanStartChoices() }
  }

  @Passes private static var passesOverSteps: [Pass] {
    pass { $0.deleteGroups() }
    pass { $0.lowerAll() }
    pass { $0.lowerChoices() }
    pass { $0.replaceByDescendants() }
    pass { $0.sortGroups() }
  }

  @Passes private static var passesOverPayloads: [Pass] {
    pass { $0.mergeGroups() }
    pass { $0.lowerDuplicates() }
    pass { $0.zeroTogether() }
    pass { $0.lowerNeighbours() }
    pass { $0.lowerFields() }
    pass { $0.clearBits() }
    pass { $0.redistribute() }
  }

  private static func pass(_ pass: @escaping Pass) -> Pass { pass }

  /// Builds a list of passes. For an array literal of all passes, the compiler would take seconds.
  @resultBuilder enum Passes {
    static func buildExpression(_ pass: @escaping Pass) -> [Pass] { [pass] }
    static func buildExpression(_ passes: [Pass]) -> [Pass] { passes }
    static func buildBlock(_ passes: [Pass]...) -> [Pass] { passes.flatMap(\.self) }
  }
}

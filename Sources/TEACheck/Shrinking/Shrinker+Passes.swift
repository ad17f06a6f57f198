extension Shrinker {
  /// The number of smallest values that are evaluated before anything else.
  private static var fewSmallest: Int { 7 }

  /// Shrinks a generated value.
  mutating func shrinkValue() {
    if !findAmongSmallest(Self.fewSmallest) { shrink(Self.passesOverValues) }
  }

  /// Shrinks a run.
  ///
  /// - Parameter loops: The steps between worlds of a run that seem to be the same.
  mutating func shrinkRun(loops: @escaping (Value) -> [Range<Int>], scheduler: @escaping Scheduler) {
    shrink(Self.passesOverRuns(loops, scheduler))
  }

  /// Shrinks a run whose steps may not be taken in this process, as those of a schedule are.
  mutating func shrinkWithoutSchedule() { shrink(Self.passesWithoutSchedule) }

  /// The passes over values: the one that is expected to get rid of most comes first.
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
    pass { $0.exchangeNames() }
    pass { $0.deletePairs() }
    pass { $0.changePairs() }
    pass { $0.deleteBesideNumbers() }
    pass { $0.lowerKeepingLast() }
    pass { $0.scalePairs() }
    pass { $0.scanEach() }
    pass { $0.scanPairs() }
    pass { $0.scanTuples() }
    pass { $0.findAmongShapes() }
  }

  /// Steps go first, since whatever else there is to do is done for each of them; what tries most goes last.
  @Passes private static func passesOverRuns(
    _ loops: @escaping (Value) -> [Range<Int>], _ scheduler: @escaping Scheduler
  ) -> [Pass] {
    pass { $0.cutLoops(loops, scheduler) }
    pass { $0.leaveOutSteps(scheduler) }
    passesOverSteps
    pass { $0.swapSteps(scheduler) }
    passesOverPayloads
    pass { $0.deleteMinting() }
    pass { $0.leaveOutPairs(scheduler) }
    pass { $0.leaveOutMinting(scheduler) }
    pass { $0.changePairs() }
    pass { $0.deleteFromLists() }
    pass { $0.scanNumbers() }
    pass { $0.scanOpening() }
  }

  @Passes private static var passesWithoutSchedule: [Pass] {
    passesOverSteps
    passesOverPayloads
  }

  /// Passes that leave out steps and make their messages smaller.
  @Passes private static var passesOverSteps: [Pass] {
    pass { $0.deleteGroups() }
    pass { $0.lowerAll() }
    pass { $0.lowerChoices() }
    pass { $0.replaceByDescendants() }
    pass { $0.sortGroups() }
  }

  /// Passes over what several messages hold at once.
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

  /// A list of passes, each of which the compiler looks at by itself.
  @resultBuilder enum Passes {
    static func buildExpression(_ pass: @escaping Pass) -> [Pass] { [pass] }
    static func buildExpression(_ passes: [Pass]) -> [Pass] { passes }
    static func buildBlock(_ passes: [Pass]...) -> [Pass] { passes.flatMap(\.self) }
  }
}

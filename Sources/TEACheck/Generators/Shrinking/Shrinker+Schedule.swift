extension Shrinker {
  /// Makes the record of a run that takes some steps of a failing run, as far as they are possible.
  ///
  /// - Parameters:
  ///   - order: The indices of the steps, in their new order.
  ///   - answersEqualCommands: `true` lets a reply answer an equal command where its own command is not outstanding.
  ///   - match: The part of each generated message that must stay the same.
  /// - Returns: `nil` where the run cannot be made. Where messages are not generated, also `nil` for every match but
  ///   ``MessageMatch/exact``, because the record would be the same.
  package typealias Rescheduling = (_ order: [Int], _ answersEqualCommands: Bool, _ match: MessageMatch) -> [UInt64]?

  /// Prepares the making of records for one failing run.
  package typealias Scheduler = (Failure) -> Rescheduling

  /// Leaves steps out, many at a time while that works.
  mutating func leaveOutSteps(_ scheduler: Scheduler) {
    var reschedule = scheduler(best)
    var count = stepCount
    var chunkSize = count
    while chunkSize >= 1 {
      // From the end, because later steps depend on earlier ones.
      var end = count
      while end > 0 {
        let start = max(0, end - chunkSize)
        if acceptExactOrSameCase(Array(0..<start) + Array(end..<count), reschedule) {
          reschedule = scheduler(best)
          count = stepCount
        }
        end = min(start, count)
      }
      chunkSize = chunkSize > 2 ? (chunkSize + 1) / 2 : chunkSize - 1
    }
  }

  mutating func leaveOutPairs(_ scheduler: Scheduler) {
    let count = stepCount
    guard count <= Self.maxStepsOfShortRun else { return }
    let reschedule = scheduler(best)
    for first in 0..<count {
      for second in (first + 1)..<count {
        if acceptExactOrSameCase((0..<count).filter { $0 != first && $0 != second }, reschedule) { return }
      }
    }
  }

  /// The largest number of steps of a run for the passes that make many records for each step.
  private static var maxStepsOfShortRun: Int { 40 }

  /// Leaves out steps between two worlds that seem to be the same, because such steps may be unnecessary.
  mutating func cutLoops(_ loops: (Value) -> [Range<Int>], _ scheduler: Scheduler) {
    var isCut = true
    while isCut {
      let (count, reschedule) = (stepCount, scheduler(best))
      isCut = loops(best.value).contains { loop in
        accept(
          reschedule(Array(0..<loop.lowerBound) + Array(loop.upperBound..<max(loop.upperBound, count)), true, .exact))
      }
    }
  }

  /// Swaps adjacent steps where that makes the record smaller.
  mutating func swapSteps(_ scheduler: Scheduler) {
    var (index, reschedule) = (0, scheduler(best))
    while index + 1 < stepCount {
      var order = Array(0..<stepCount)
      order.swapAt(index, index + 1)
      if acceptExactOrSameCase(order, reschedule) {
        reschedule = scheduler(best)
        index = max(0, index - 1)
      } else {
        index += 1
      }
    }
  }

  private mutating func acceptExactOrSameCase(_ order: [Int], _ reschedule: Rescheduling) -> Bool {
    // Making a record takes longer than trying it, so none is made once the shrink is over.
    if isOver { return false }
    return accept(reschedule(order, false, .exact)) || accept(reschedule(order, false, .sameCase))
  }

  /// Leaves out a step that created a numbered item, and lowers the later references to items with higher numbers.
  mutating func leaveOutWithRenumbering(_ scheduler: Scheduler) {
    var (step, reschedule) = (0, scheduler(best))
    while step < stepCount, stepCount <= Self.maxStepsOfShortRun, !isOver {
      let order = (0..<stepCount).filter { $0 != step }
      if (0...Self.largestItemNumber).contains(where: { accept(reschedule(order, false, .renumbered(from: $0 + 1))) }) {
        reschedule = scheduler(best)
      } else {
        step += 1
      }
    }
  }

  /// The largest number of an item whose creation ``leaveOutWithRenumbering(_:)`` leaves out.
  private static var largestItemNumber: Int { 8 }

  private mutating func accept(_ record: [UInt64]?) -> Bool { record.map { accept($0) } ?? false }

  private var stepCount: Int { best.groups.count { $0.depth == 0 } }
}

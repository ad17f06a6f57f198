// Passes over the steps of a run, by what happens in them.

extension Shrinker {
  /// Makes the record of a run in which some of the steps of a failing one happen, as far as they can.
  ///
  /// - Parameters:
  ///   - order: The steps, by their indices.
  ///   - comparesCommands: Whether a reply may answer an equal command instead of the one that is gone.
  ///   - reading: What of generated messages must stay.
  /// - Returns: `nil` where the reading makes no difference, or the run cannot be made.
  typealias Rescheduling = (_ order: [Int], _ comparesCommands: Bool, _ reading: MessageReading) -> [UInt64]?

  /// Prepares rescheduling a failing run.
  typealias Scheduler = (Failure) -> Rescheduling

  /// Leaves out steps, many at a time while that works.
  mutating func leaveOutSteps(_ scheduler: Scheduler) {
    var reschedule = scheduler(best)
    var count = stepCount
    var chunk = count
    while chunk >= 1 {
      // From the end: what is there depends on what was before, and not the other way round.
      var end = count
      while end > 0 {
        let start = max(0, end - chunk)
        if acceptAnyReading(Array(0..<start) + Array(end..<count), reschedule) {
          reschedule = scheduler(best)
          count = stepCount
        }
        end = min(start, count)
      }
      chunk = chunk > 2 ? (chunk + 1) / 2 : chunk - 1
    }
  }

  /// Leaves out any two steps, where there are few.
  mutating func leaveOutPairs(_ scheduler: Scheduler) {
    let count = stepCount
    guard count <= Self.fewSteps else { return }
    let reschedule = scheduler(best)
    for first in 0..<count {
      for second in (first + 1)..<max(first + 1, count) {
        if acceptAnyReading((0..<count).filter { $0 != first && $0 != second }, reschedule) { return }
      }
    }
  }

  private static var fewSteps: Int { 40 }

  /// Cuts loops out of a run: where two worlds are the same, nothing needs to happen between them.
  ///
  /// - Parameter loops: The steps between worlds that seem to be the same, from the start of the run.
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

  /// Swaps adjacent steps where that puts smaller choices first.
  mutating func swapSteps(_ scheduler: Scheduler) {
    var (index, reschedule) = (0, scheduler(best))
    while index + 1 < stepCount {
      var order = Array(0..<stepCount)
      order.swapAt(index, index + 1)
      if acceptAnyReading(order, reschedule) {
        reschedule = scheduler(best)
        index = max(0, index - 1)
      } else {
        index += 1
      }
    }
  }

  private mutating func acceptAnyReading(_ order: [Int], _ reschedule: Rescheduling) -> Bool {
    accept(reschedule(order, false, .exact)) || accept(reschedule(order, false, .sameCase))
  }

  /// Leaves out a step that minted a number, where later messages refer to what now has other numbers.
  mutating func leaveOutMinting(_ scheduler: Scheduler) {
    var (step, reschedule) = (0, scheduler(best))
    while step < stepCount, stepCount <= Self.fewSteps, !isOver {
      let order = (0..<stepCount).filter { $0 != step }
      if (0...Self.largestNumber).contains(where: { accept(reschedule(order, false, .renumbered(from: $0 + 1))) }) {
        reschedule = scheduler(best)
      } else {
        step += 1
      }
    }
  }

  private static var largestNumber: Int { 8 }

  private mutating func accept(_ record: [UInt64]?) -> Bool { record.map { accept($0) } ?? false }

  private var stepCount: Int { best.spans.count { $0.depth == 0 } }
}

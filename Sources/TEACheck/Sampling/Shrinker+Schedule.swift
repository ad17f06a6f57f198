// Passes over the steps of a run, by what happens in them.

extension Shrinker {
  /// Makes the record of a run in which some of the steps of a failing one happen, as far as they can.
  ///
  /// - Parameters:
  ///   - order: The steps, by their indices.
  ///   - comparesCommands: Whether a reply may answer an equal command instead of the one that is gone.
  typealias Rescheduling = (_ order: [Int], _ comparesCommands: Bool) -> [UInt64]?

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
        if accept(reschedule(Array(0..<start) + Array(end..<count), false)) {
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
        if accept(reschedule((0..<count).filter { $0 != first && $0 != second }, false)) { return }
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
        accept(reschedule(Array(0..<loop.lowerBound) + Array(loop.upperBound..<max(loop.upperBound, count)), true))
      }
    }
  }

  /// Swaps adjacent steps where that puts smaller choices first.
  mutating func swapSteps(_ scheduler: Scheduler) {
    var (index, reschedule) = (0, scheduler(best))
    while index + 1 < stepCount {
      var order = Array(0..<stepCount)
      order.swapAt(index, index + 1)
      if accept(reschedule(order, false)) {
        reschedule = scheduler(best)
        index = max(0, index - 1)
      } else {
        index += 1
      }
    }
  }

  private mutating func accept(_ record: [UInt64]?) -> Bool { record.map { accept($0) } ?? false }

  private var stepCount: Int { best.spans.count { $0.depth == 0 } }
}

/// A number of worlds or steps, and of the kinds among them: the rows of worlds, or the kinds of steps.
///
/// Chance is judged by the kinds, because many worlds with equal values tell no more than one of them.
struct Tally {
  var kindCount = 0
  /// The number of worlds or steps.
  var count = 0
  /// The least number of a world or step; `nil` where there is none.
  var first: Int?

  /// Adds the worlds or steps of further kinds.
  mutating func add(_ count: Int, first: Int?, ofKinds kindCount: Int = 1) {
    self.kindCount += kindCount
    self.count += count
    guard let first else { return }
    if let earlier = self.first, earlier <= first { return }
    self.first = first
  }

  static func += (tally: inout Tally, other: Tally) {
    tally.add(other.count, first: other.first, ofKinds: other.kindCount)
  }
}

extension Sequence<Tally> {
  var sum: Tally { reduce(into: Tally()) { $0 += $1 } }
}

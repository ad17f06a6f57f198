// Passes over values of recursive types.

extension Shrinker {
  /// Puts a group in the place of one that it is inside of, the smallest first: a subexpression for the expression.
  mutating func replaceByDescendants() {
    var index = 0
    outer: while index < best.spans.count {
      let whole = best.spans[index]
      guard whole.isRecursive else {
        index += 1
        continue
      }
      let inside = best.spans[(index + 1)...].prefix { $0.range.lowerBound < whole.range.upperBound }
      let parts = inside.filter { $0.isRecursive && $0.range.count < whole.range.count }.map(content)
      // Of as many choices, the inner ones are the likelier: a pass from the end finds them first.
      for part in parts.sorted(by: { $0.shortlexPrecedes($1) }) {
        var candidate = best.record
        candidate.replaceSubrange(whole.range, with: part)
        if accept(candidate) { continue outer }
      }
      index += 1
    }
  }

  /// The places of choices that decide which case of a recursive type a value is.
  var heads: Set<Int> { Set(best.spans.lazy.filter(\.isRecursive).map(\.range.lowerBound)) }
}

extension Shrinker {
  /// Replaces a recursive group by a recursive group inside of it, such as an expression by a subexpression.
  ///
  /// The outermost inner groups are tried first, and among them the largest, because it is likely to contain the failure. Then
  /// all inner groups are tried, the smallest first.
  mutating func replaceByDescendants() {
    var index = 0
    outer: while index < best.groups.count {
      let whole = best.groups[index]
      guard whole.isRecursive else {
        index += 1
        continue
      }
      let innerGroups = best.groups[(index + 1)...].prefix { $0.range.lowerBound < whole.range.upperBound }
        .filter { $0.isRecursive && $0.range.count < whole.range.count }
      let outermostDepth = innerGroups.map(\.depth).min()
      let outermostContents = innerGroups.filter { $0.depth == outermostDepth }.map(content)
      for contents in outermostContents.sorted(by: { $1.shortlexPrecedes($0) })
        + innerGroups.map(content).sorted(by: { $0.shortlexPrecedes($1) })
      {
        if accept(replacing(whole.range, by: contents)) { continue outer }
      }
      index += 1
    }
  }

  /// The indices, in the record, of the choices that choose the case of a recursive value.
  var recursiveCaseIndices: Set<Int> { Set(best.groups.lazy.filter(\.isRecursive).map(\.range.lowerBound)) }
}

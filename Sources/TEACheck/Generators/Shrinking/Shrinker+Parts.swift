// A part is a span of the choices that make a value of a type; groups with a type count as parts here.

extension Shrinker {
  /// Replaces a part by a smaller part of the same type inside of it.
  ///
  /// This serves generator functions that call themselves, whose choices are not marked as recursive.
  mutating func liftParts() {
    var index = 0
    outer: while index < best.layout.count {
      let whole = best.layout[index]
      index += 1
      guard let type = whole.type, !whole.isRecursive, whole.range.count > 1 else { continue }
      let innerSpans = best.layout[index...].prefix { $0.range.lowerBound < whole.range.upperBound }
      var seenContents: Set<[UInt64]> = []
      let parts = innerSpans.indices.filter {
        innerSpans[$0].type == type && innerSpans[$0].range.count < whole.range.count
      }.map { ($0, content(innerSpans[$0])) }
      for (partIndex, contents) in parts.sorted(by: { $0.1.shortlexPrecedes($1.1) })
      where seenContents.insert(contents).inserted {
        if accept(replacing(whole.range, by: contents), layout(of: index - 1, replacedBy: partIndex)) {
          index -= 1
          continue outer
        }
      }
    }
  }

  /// The layout after a span is replaced by a span inside of it; both are given by their indices in the layout.
  private func layout(of whole: Int, replacedBy part: Int) -> [Choices.Span] {
    let (outerRange, innerRange) = (best.layout[whole].range, best.layout[part].range)
    let removedCount = outerRange.count - innerRange.count
    return best.layout.enumerated().compactMap { index, span in
      var span = span
      let (start, end) = (span.range.lowerBound, span.range.upperBound)
      if index >= part, start >= innerRange.lowerBound, end <= innerRange.upperBound, start < innerRange.upperBound {
        let offset = innerRange.lowerBound - outerRange.lowerBound
        span.range = (start - offset)..<(end - offset)
      } else if index < whole {
        if end >= outerRange.upperBound { span.range = start..<(end - removedCount) }
      } else if start >= outerRange.upperBound {
        span.range = (start - removedCount)..<(end - removedCount)
      } else {
        return nil
      }
      return span
    }
  }

  /// Exchanges two parts of one type, so that the smaller one comes first.
  mutating func exchangeParts() {
    forPairsOfParts { shrinker, earlier, later in
      let (first, second) = (shrinker.content(earlier), shrinker.content(later))
      guard second.shortlexPrecedes(first) else { return false }
      var record = shrinker.best.record
      record.replaceSubrange(later.range, with: first)
      record.replaceSubrange(earlier.range, with: second)
      return shrinker.accept(record)
    }
  }

  /// Replaces the larger of two parts of one type by the smaller one.
  mutating func copyParts() {
    forPairsOfParts { shrinker, earlier, later in
      let (first, second) = (shrinker.content(earlier), shrinker.content(later))
      guard first != second, max(first.count, second.count) > 1 else { return false }
      return first.shortlexPrecedes(second)
        ? shrinker.accept(shrinker.replacing(later.range, by: first))
        : shrinker.accept(shrinker.replacing(earlier.range, by: second))
    }
  }

  /// Calls a function with each pair of disjoint, non-empty spans of one type, the earlier span first. Begins again each time
  /// the function returns `true`.
  private mutating func forPairsOfParts(_ body: (inout Shrinker, Choices.Span, Choices.Span) -> Bool) {
    var index = 0
    outer: while index < best.layout.count, !isOver {
      let earlier = best.layout[index]
      index += 1
      guard let type = earlier.type, !earlier.range.isEmpty, best.layout.count <= Self.maxSpansForPairs else {
        continue
      }
      for later in best.layout[index...]
      where later.type == type && !later.range.isEmpty && later.range.lowerBound >= earlier.range.upperBound {
        if body(&self, earlier, later) {
          index = 0
          continue outer
        }
      }
    }
  }

  /// The largest number of spans of which pairs are tried.
  private static var maxSpansForPairs: Int { 80 }
}

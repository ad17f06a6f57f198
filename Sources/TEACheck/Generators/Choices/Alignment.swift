/// Reads a record group by group, so that a change to one group does not shift the choices of the others.
///
/// Parts count as groups here. The groups of the record may differ from those that a generator reads:
/// - A group has too few numbers: zeros are read after them. A group has too many: the rest is skipped.
/// - ``next()`` asks for a number where a group begins: the group is skipped.
/// - ``begin(_:)`` asks for a group of a type, and the next group neither has this type nor contains a group of this type:
///   zeros are read.
/// - A *row*, which is several adjacent groups of one type, has more groups than ``expect(_:)`` announced: `keepsLast` decides
///   which of them are read.
struct Alignment {
  let record: [UInt64]
  /// The groups and parts that are not empty, in the order in which they begin.
  let spans: [Choices.Span]
  /// `true` where the last groups of a row with too many groups are read; `false` where the first are.
  let keepsLast: Bool
  /// The index in `spans` of the first span that was neither opened nor skipped.
  private var nextSpanIndex = 0
  /// The index in `record` of the next number.
  private var position = 0
  /// The whole record and the open spans, from the outside in: the end of each, and the index in the record at which reading
  /// continues after the span is closed.
  private var openSpans: [(end: Int, continuation: Int)]
  /// `true` once a number was skipped, or a zero was read in its place: the alignment has changed the numbers that are read.
  private(set) var hasChangedNumbers = false

  init(_ record: [UInt64], _ spans: [Choices.Span], keepsLast: Bool) {
    self.record = record
    self.keepsLast = keepsLast
    self.spans = spans.filter { !$0.range.isEmpty }
    openSpans = [(record.count, record.count)]
  }

  /// The end of the innermost open span.
  private var end: Int { openSpans[openSpans.count - 1].end }

  /// Reads the next number of the innermost open span; zero after its last number.
  mutating func next() -> UInt64 {
    while nextSpanIndex < spans.count, spans[nextSpanIndex].range.lowerBound == position, position < end {
      hasChangedNumbers = true
      move(to: spans[nextSpanIndex].range.upperBound)
    }
    guard position < end else {
      if position < record.count { hasChangedNumbers = true }
      return 0
    }
    defer { position += 1 }
    return record[position]
  }

  /// Opens the next group if it has the given type, or else the first group of that type inside of it, or else an empty
  /// group, whose numbers are zeros. `nil` is the type of groups whose type is unknown.
  mutating func begin(_ type: ObjectIdentifier?) {
    guard position < end, nextSpanIndex < spans.count, spans[nextSpanIndex].range.lowerBound == position else {
      if position < record.count { hasChangedNumbers = true }
      return openSpans.append((position, position))
    }
    let endOfNextSpan = spans[nextSpanIndex].range.upperBound
    guard
      let spanIndex = spans[nextSpanIndex...].prefix(while: { $0.range.lowerBound < endOfNextSpan }).firstIndex(where: {
        $0.type == type
      })
    else {
      hasChangedNumbers = true
      return openSpans.append((position, position))
    }
    if spanIndex > nextSpanIndex { hasChangedNumbers = true }
    position = spans[spanIndex].range.lowerBound
    openSpans.append((spans[spanIndex].range.upperBound, endOfNextSpan))
    nextSpanIndex = spanIndex + 1
  }

  /// Closes the innermost open span, and skips its unread numbers.
  mutating func finish() {
    let closedSpan = openSpans.removeLast()
    guard position < closedSpan.continuation else { return }
    if position < closedSpan.end || closedSpan.end < closedSpan.continuation { hasChangedNumbers = true }
    move(to: closedSpan.continuation)
  }

  /// Skips the first groups of the next row, if the row has more groups than the given count and its last ones are to be read.
  mutating func expect(_ count: Int) {
    guard keepsLast, nextSpanIndex < spans.count, spans[nextSpanIndex].range.lowerBound == position else { return }
    let type = spans[nextSpanIndex].type
    var starts: [Int] = []
    var start = position
    for span in spans[nextSpanIndex...] where span.range.lowerBound >= start {
      guard start < end, span.range.lowerBound == start, span.type == type else { break }
      starts.append(start)
      start = span.range.upperBound
    }
    guard starts.count > count else { return }
    hasChangedNumbers = true
    move(to: count > 0 ? starts[starts.count - count] : start)
  }

  /// Continues at an index of the record, and skips the spans that begin before it.
  private mutating func move(to target: Int) {
    position = target
    while nextSpanIndex < spans.count, spans[nextSpanIndex].range.lowerBound < target { nextSpanIndex += 1 }
  }
}

/// Reads a record group by group, so that a change to one group does not shift the choices of the others.
///
/// Parts count as groups here (see ``Choices/Span/isGroup``). A group that is too short is read on with zeros, and the rest of
/// a group that is too long is skipped. A group without a counterpart in the record is read as zeros. A *row* is several
/// adjacent groups of one type.
struct Alignment {
  let record: [UInt64]
  /// In the order in which they begin; none is empty.
  let spans: [Choices.Span]
  /// `true` reads the last groups of a row that has too many; `false` reads the first ones.
  let keepsLast: Bool
  /// The index in ``spans`` of the first span that was neither opened nor skipped.
  private var nextSpanIndex = 0
  /// The index in ``record`` of the next number.
  private var position = 0
  /// The open spans from the outside in; the first is the whole record. `end` is the index in ``record`` after the last
  /// number of a span. Reading goes on at the index `continuation` when the span is closed.
  private var openSpans: [(end: Int, continuation: Int)]
  /// `true` once the numbers that are read may differ from those of the record.
  private(set) var hasChangedNumbers = false

  init(_ record: [UInt64], _ spans: [Choices.Span], keepsLast: Bool) {
    self.record = record
    self.keepsLast = keepsLast
    self.spans = spans.filter { !$0.range.isEmpty }
    openSpans = [(record.count, record.count)]
  }

  private var end: Int { openSpans[openSpans.count - 1].end }

  /// Skips groups that were not opened, and reads the number after them; zero at the end of the innermost open span.
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

  /// Opens the next group if it has the given type, or else the first group of that type inside of the next group, or else an
  /// empty group. The type `nil` stands for an unknown type.
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

  /// Closes the innermost open span, and goes on at its continuation.
  mutating func finish() {
    let closedSpan = openSpans.removeLast()
    guard position < closedSpan.continuation else { return }
    if position < closedSpan.end || closedSpan.end < closedSpan.continuation { hasChangedNumbers = true }
    move(to: closedSpan.continuation)
  }

  /// Skips the first groups of the next row, if it has more than `count` and its last groups are to be read.
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

  private mutating func move(to target: Int) {
    position = target
    while nextSpanIndex < spans.count, spans[nextSpanIndex].range.lowerBound < target { nextSpanIndex += 1 }
  }
}

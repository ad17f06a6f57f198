public import TEASupport

/// The source that generators choose from, and the record of their choices.
///
/// Every choice is a number from zero to a bound, where a smaller number means a simpler value. A random source records only
/// the numbers, for speed; their bounds, groups and lengths are collected when the record is replayed.
public struct Choices {
  package enum Source {
    case random(RandomNumbers)
    /// Past the end of the record every choice is zero.
    case recorded([UInt64])
    /// Replays a record by ``Alignment``; the spans are those of the record.
    case aligned([UInt64], to: [Span], keepsLast: Bool = false)
    /// Continues the prefix with zeros; the sum of all choices is at most the budget.
    case enumerated(prefix: [UInt64], budget: UInt64)
  }

  /// Adjacent choices that belong together, such as those of one step.
  package struct Span: Equatable {
    package var range: Range<Int>
    /// The number of groups, and of bodies of ``raisingGroupDepth(_:)``, around the span.
    package var depth: Int
    /// `true` for a value that a recursive value inside of it can replace.
    var isRecursive: Bool
    /// `true` for a *group*: an element of a row (such as an array), a candidate of a filter, or a recursive value. `false` for
    /// a *part* of a value, such as a field.
    var isGroup = true
    /// `nil` where the type is unknown.
    var type: ObjectIdentifier?
  }

  @usableFromInline package var isRandom = false
  @usableFromInline package var random = RandomNumbers(seed: 0)
  /// A record, or the prefix of an enumeration; empty while a random source draws.
  package private(set) var replayedNumbers: [UInt64] = []
  /// The index in ``record`` of the first of ``replayedNumbers``.
  private var replayStart = 0
  /// The largest sum of all choices in an enumeration; `nil` for other sources.
  private var budget: UInt64?

  @usableFromInline package var record: [UInt64] = []

  /// The bound of each choice in ``record``. Empty for a random source, like ``spans`` and ``lengthIndices``.
  package private(set) var bounds: [UInt64] = []

  /// In the order in which they begin.
  private(set) var spans: [Span] = []

  /// The indices in ``record`` of the choices that decide the number of groups in a row.
  private(set) var lengthIndices: [Int] = []

  /// From 0 to 100: random sources draw larger numbers and lengths for a larger size.
  @usableFromInline var size: Int = 30

  /// The number of recursive generators, and of repetitions in a pattern, around the current generator.
  @usableFromInline var depth = 0

  /// `true` once the budget of an enumeration excluded larger numbers for some choice.
  private(set) var wasLimited = false

  /// `true` once a generator left out values that no choices make, such as those nested deeper than ``maxDepth``.
  private(set) var wasTruncated = false

  /// `true` in a run that draws many values next to earlier ones.
  private(set) var drawsNearby = false
  /// The latest values that a random source may repeat.
  @usableFromInline var madeValues: [MadeValue] = []

  /// The constants from which a random source draws; `nil` for none, and for other sources.
  @usableFromInline package var constants: Constants?
  /// Draws the constants.
  @usableFromInline var constantNumbers = RandomNumbers(seed: 0)
  /// The number of the constant that was drawn for the last text, where the next text may be one that stands near it.
  @usableFromInline var lastTextConstant: Int?
  /// `true` in a run whose characters, texts and integers spell constants, one letter or digit after the other.
  package private(set) var spellsConstants = false
  /// The places in the constants that are spelled.
  package var spelling = Spelling()

  /// Indices in `spans`, from the outside in.
  private var openSpans: [Int] = []
  /// The depth of the next group, see ``Span/depth``.
  private var groupDepth = 0
  /// The sum of the choices so far in an enumeration.
  private var spent: UInt64 = 0
  /// Reads the record of an aligned source; `nil` for other sources.
  private var alignment: Alignment?

  package init(_ source: Source) {
    switch source {
    case .random(let random): (isRandom, self.random) = (true, random)
    case .recorded(let record): replayedNumbers = record
    case .aligned(let record, let spans, let keepsLast):
      (replayedNumbers, alignment) = (record, Alignment(record, spans, keepsLast: keepsLast))
    case .enumerated(let prefix, let budget): (replayedNumbers, self.budget) = (prefix, budget)
    }
  }

  @usableFromInline
  package init(seed: UInt64, run: UInt64 = 0, size: Int = 30) {
    self.init(.random(RandomNumbers(seed: seed, run: run)))
    self.size = size
  }

  /// Reuses the memory of the record.
  @inlinable
  package mutating func restart(seed: UInt64, run: UInt64, size: Int) {
    random = RandomNumbers(seed: seed, run: run)
    constantNumbers = RandomNumbers(seed: ~seed, run: run)
    lastTextConstant = nil
    endSpecialDraws()
    record.removeAll(keepingCapacity: true)
    madeValues.removeAll(keepingCapacity: true)
    self.size = size
    depth = 0
  }

  /// Lets the rest of a run spell constants, where there are some with letters.
  package mutating func beginSpelling() { spellsConstants = constants.map { !$0.spelled.letters.isEmpty } ?? false }

  package mutating func beginDrawingNearby() { drawsNearby = true }

  @usableFromInline
  mutating func endSpecialDraws() {
    (spellsConstants, drawsNearby, spelling) = (false, false, Spelling())
  }

  /// Reuses the memory of the record.
  mutating func restart(enumerating prefix: [UInt64], budget: UInt64) {
    (isRandom, replayedNumbers, self.budget, alignment) = (false, prefix, budget, nil)
    (spent, depth, groupDepth, wasLimited, wasTruncated) = (0, 0, 0, false, false)
    record.removeAll(keepingCapacity: true)
    bounds.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    lengthIndices.removeAll(keepingCapacity: true)
    openSpans.removeAll(keepingCapacity: true)
  }

  /// Makes a random source replay numbers, until ``endReplay()``.
  @usableFromInline
  mutating func beginReplay(of numbers: [UInt64]) {
    (isRandom, replayedNumbers, replayStart) = (false, numbers, record.count)
  }

  /// Lets the random source draw again, and forgets what is collected about replayed numbers.
  @usableFromInline
  mutating func endReplay() {
    (isRandom, replayedNumbers, replayStart) = (true, [], 0)
    bounds.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    lengthIndices.removeAll(keepingCapacity: true)
    openSpans.removeAll(keepingCapacity: true)
  }

  /// Chooses a number in `0...bound`, each equally likely.
  @inlinable @inline(__always)
  package mutating func choose(through bound: UInt64) -> UInt64 {
    choose(through: bound) { random, _ in random.next(through: bound) }
  }

  /// Chooses a number in `0...bound`. Small numbers, the bound and its neighbours are more likely.
  @inlinable @inline(__always)
  mutating func chooseFavouringEdges(through bound: UInt64) -> UInt64 {
    choose(through: bound) { random, size in Self.drawEdges(through: bound, size: size, from: &random) }
  }

  /// Chooses a number in `0...bound`; `draw` is called only where the source is random.
  @inlinable
  package mutating func choose(
    through bound: UInt64, drawnBy draw: (inout RandomNumbers, _ size: Int) -> UInt64
  ) -> UInt64 {
    guard isRandom else { return read(through: bound) }
    // A choice without alternatives is recorded as well, so that later choices keep their places.
    let number = bound > 0 ? draw(&random, size) : 0
    record.append(number)
    return number
  }

  /// Takes the next number of the replayed record, lowered to the bound and, in an enumeration, to the rest of the budget.
  @usableFromInline
  mutating func read(through bound: UInt64) -> UInt64 {
    let position = record.count - replayStart
    let next = alignment?.next() ?? (position < replayedNumbers.count ? replayedNumbers[position] : 0)
    var number = min(next, bound)
    if let budget {
      let remainingBudget = budget - spent
      if bound > remainingBudget { wasLimited = true }
      number = min(number, remainingBudget)
      spent += number
    }
    record.append(number)
    bounds.append(bound)
    return number
  }

  /// `false` is the simpler value.
  mutating func chooseFlag(probability: Double) -> Bool {
    choose(through: 1) { random, _ in random.nextBool(probability: probability) ? 1 : 0 } == 1
  }

  /// Lowers the last number in ``record``, and its bound, to the given bound.
  mutating func narrowLast(through bound: UInt64) {
    guard let last = record.indices.last else { return }
    record[last] = min(record[last], bound)
    // A random source that replays has the bounds of the replayed numbers only.
    if let lastBound = bounds.indices.last { bounds[lastBound] = min(bounds[lastBound], bound) }
  }

  @usableFromInline
  mutating func noteTruncation() { wasTruncated = true }

  /// The value of ``depth`` at which recursion ends.
  @inlinable static var maxDepth: Int { 6 }

  /// The number of groups that follow: fewer inside recursive values, and the least where recursion must end.
  @inlinable
  mutating func chooseCount(_ range: ClosedRange<Int>) -> Int {
    if !isRandom { noteLength(range) }
    let bound = UInt64(range.upperBound - range.lowerBound)
    // Each level of recursion divides the size by 8.
    let shift = min(3 * depth, 48)
    let extra = choose(through: bound) { random, size in
      // Up to five thirds of the size, then lowered to the bound.
      min(bound, random.next(through: UInt64(max(size >> shift, 1)) * 5 / 3))
    }
    guard depth < Self.maxDepth else {
      noteTruncation()
      return range.lowerBound
    }
    // Shrinking may replay the number of another choice as a count, so a limit bounds the memory.
    let count = range.lowerBound + Int(min(extra, 1 << 14))
    if !isRandom { announceGroups(count) }
    return count
  }

  @usableFromInline
  mutating func announceGroups(_ count: Int) { alignment?.expect(count) }

  @usableFromInline
  mutating func noteLength(_ range: ClosedRange<Int>) {
    if range.upperBound > range.lowerBound { lengthIndices.append(record.count) }
  }

  /// Marks the choices of a body as a group (see ``Span/isGroup``).
  @inlinable
  mutating func markingGroup<Result, Failure: Error>(
    isRecursive: Bool = false, _ body: (inout Choices) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isRandom { return try body(&self) }
    openSpan(isRecursive: isRecursive, isGroup: true, type: isRecursive ? Result.self : nil)
    defer { closeSpan(isGroup: true) }
    return try body(&self)
  }

  /// Does nothing where the source is random; ``endGroup()`` ends the group.
  @inlinable
  package mutating func beginGroup(of type: Any.Type? = nil) {
    if !isRandom { openSpan(isRecursive: false, isGroup: true, type: type) }
  }

  @inlinable
  package mutating func endGroup() {
    if !isRandom { closeSpan(isGroup: true) }
  }

  /// Marks the choices of a body as a part of a value, or as the whole value.
  @inlinable
  mutating func markingPart<Result>(
    _ body: (inout Choices) throws(Discarded) -> Result
  ) throws(Discarded) -> Result {
    if isRandom { return try body(&self) }
    openSpan(isRecursive: false, isGroup: false, type: Result.self)
    defer { closeSpan(isGroup: false) }
    return try body(&self)
  }

  /// Makes the groups of a body one deeper. A generated start is made in such a body, so that only steps are groups of depth 0.
  package mutating func raisingGroupDepth<Result, Failure: Error>(
    _ body: (inout Choices) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    groupDepth += 1
    defer { groupDepth -= 1 }
    return try body(&self)
  }

  @usableFromInline
  mutating func openSpan(isRecursive: Bool, isGroup: Bool, type: Any.Type?) {
    let type = type.map { ObjectIdentifier($0) }
    alignment?.begin(type)
    openSpans.append(spans.count)
    spans.append(
      Span(
        range: record.count..<record.count, depth: groupDepth, isRecursive: isRecursive, isGroup: isGroup, type: type))
    if isGroup { groupDepth += 1 }
  }

  @usableFromInline
  mutating func closeSpan(isGroup: Bool) {
    alignment?.finish()
    if isGroup { groupDepth -= 1 }
    let index = openSpans.removeLast()
    spans[index].range = spans[index].range.lowerBound..<record.count
  }

  /// The source of the same choices, for another replay. The choices must be neither random nor enumerated.
  package var source: Source {
    alignment.map { .aligned($0.record, to: $0.spans, keepsLast: $0.keepsLast) } ?? .recorded(replayedNumbers)
  }

  /// `true` where the source is aligned, and the choices may differ from those of its record.
  var wasRealigned: Bool { alignment?.hasChangedNumbers ?? false }

  /// An enumeration need not retry after a discarded value: it lists the next value anyway.
  @usableFromInline
  var mayRetry: Bool { budget == nil }

  /// Draws a number by one of 16 cases: nine draw up to twice the size, four up to the bound shifted right by a random number
  /// of bits, one among the last four numbers up to the bound, and two up to the bound.
  ///
  /// All cases are computed without a branch, because the processor could not predict the branch.
  @inlinable
  static func drawEdges(through bound: UInt64, size: Int, from random: inout RandomNumbers) -> UInt64 {
    // The low bits choose the case, the next ones the length, and a mix of all bits the number. A mask is all ones in the
    // cases that its name describes, and else zero.
    let bits = random.next()
    let caseNumber = bits & 15
    let small = UInt64(max(size, 1)) &* 2
    let isNextToBound = RandomNumbers.mask(caseNumber, in: 0b0010_0000_0000_0000)
    let isOfAnyLength = RandomNumbers.mask(caseNumber, in: 0b0001_1110_0000_0000)
    let isLow = RandomNumbers.mask(caseNumber, in: 0b0010_0001_1111_1111)

    let digits = UInt64(truncatingIfNeeded: 64 &- bound.leadingZeroBitCount)
    let shift = (((bits &>> 4 & 63) &* digits) &>> 6) & isOfAnyLength
    let low = (small & ~isNextToBound) | (3 & isNextToBound)
    let limit = (low & isLow) | ((bound &>> shift) & ~isLow)
    let number = RandomNumbers.scale(RandomNumbers.mix(bits), through: min(bound, limit))
    return ((bound &- number) & isNextToBound) | (number & ~isNextToBound)
  }
}

/// The error of a generator that made no value, for example because a filter refused too many candidates, or because a set had
/// too few distinct elements.
public struct Discarded: Error {
  /// The place of the filter or other generator that gave up; `nil` where none is known.
  public var place: SourcePlace? { refusal?.place }

  // A reference, so that the error that every generator may throw fits into a register.
  private let refusal: Refusal?

  @usableFromInline
  init(at place: SourcePlace? = nil) { refusal = place.map(Refusal.init) }

  private final class Refusal: Sendable {
    let place: SourcePlace

    init(place: SourcePlace) { self.place = place }
  }
}

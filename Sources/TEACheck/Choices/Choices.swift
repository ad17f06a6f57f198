public import TEASupport

/// The source that generators choose from, and the record of what they chose.
///
/// Every choice is a number from zero to a bound, where a smaller number means a simpler value. Where the
/// numbers come from decides what a generator does: from random numbers it samples, from a record it replays
/// and shrinks, from an enumeration it lists its values.
///
/// Sampling keeps the numbers alone, because it is done millions of times. What else there is to know of a record
/// (bounds, groups, counters) is known once it is replayed.
public struct Choices {
  enum Source {
    case random(RandomNumbers)
    /// Replays a record; past its end every choice is zero.
    case recorded([UInt64])
    /// Replays a record whose groups keep to their own choices, however many each of them takes; of too many in a row the
    /// first are replayed, or the last.
    case aligned([UInt64], to: [Span], keepsLast: Bool = false)
    /// Replays a prefix, and continues with zeros; the sum of all choices may not pass the budget.
    case enumerated(prefix: [UInt64], budget: UInt64)
  }

  /// A run of adjacent choices that belong together, such as those of one step.
  struct Span: Equatable {
    var range: Range<Int>
    /// The number of groups that it is inside of.
    var depth: Int
    /// A group of the same kind inside this one can take its place, as in values of recursive types.
    var isRecursive: Bool
    /// It is one of several in a row, or recursive; else it is a part of something, such as a field.
    var isGroup = true
    /// The type of the value that the choices make, where it is known.
    var type: ObjectIdentifier?
  }

  /// The numbers are random; else they are read from `script`.
  @usableFromInline var isRandom: Bool
  @usableFromInline var random: RandomNumbers
  /// The numbers to be replayed: a record, or the prefix of an enumeration.
  private(set) var script: [UInt64]
  /// The largest sum of all choices of an enumeration; `nil` for any other source.
  private var budget: UInt64?

  /// The chosen numbers, in order.
  @usableFromInline var record: [UInt64] = []

  /// The largest number that could have been chosen at each place of the record, unless it is random.
  private(set) var bounds: [UInt64] = []

  /// The groups of the record, in the order in which they began, unless it is random.
  private(set) var spans: [Span] = []

  /// The places of the numbers that count the groups after them, unless the record is random.
  private(set) var counters: [Int] = []

  /// The wanted size of the values, from 0 to 100; random sources draw sizes and lengths by it.
  @usableFromInline var size: Int = 30

  /// The number of recursive generators that are open around the current one.
  @usableFromInline var depth = 0

  /// An enumeration had to leave out a larger choice for want of budget.
  private(set) var wasLimited = false

  /// A generator left out values on its own account: deeper ones, or ones that it cannot make.
  private(set) var wasTruncated = false

  private var openSpans: [Int] = []
  private var groupDepth = 0
  private var spent: UInt64 = 0
  private var alignment: Alignment?

  init(_ source: Source) {
    switch source {
    case .random(let random): (isRandom, self.random, script, budget) = (true, random, [], nil)
    case .recorded(let record): (isRandom, random, script, budget) = (false, RandomNumbers(seed: 0), record, nil)
    case .aligned(let record, let spans, let keepsLast):
      (isRandom, random, script, budget) = (false, RandomNumbers(seed: 0), record, nil)
      alignment = Alignment(record, spans, keepsLast: keepsLast)
    case .enumerated(let prefix, let budget):
      (isRandom, random, script, self.budget) = (false, RandomNumbers(seed: 0), prefix, budget)
    }
  }

  @usableFromInline
  init(seed: UInt64, run: UInt64 = 0, size: Int = 30) {
    self.init(.random(RandomNumbers(seed: seed, run: run)))
    self.size = size
  }

  /// Begins anew with other random numbers, in the memory of the old record.
  @inlinable
  mutating func restart(seed: UInt64, run: UInt64, size: Int) {
    random = RandomNumbers(seed: seed, run: run)
    record.removeAll(keepingCapacity: true)
    self.size = size
    depth = 0
  }

  /// Begins anew with another sequence of an enumeration, in the memory of the old one.
  mutating func restart(enumerating prefix: [UInt64], budget: UInt64) {
    (isRandom, script, self.budget, alignment) = (false, prefix, budget, nil)
    (spent, depth, groupDepth, wasLimited, wasTruncated) = (0, 0, 0, false, false)
    record.removeAll(keepingCapacity: true)
    bounds.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    counters.removeAll(keepingCapacity: true)
    openSpans.removeAll(keepingCapacity: true)
  }

  /// The distribution of a number that a random source draws.
  @usableFromInline
  enum Distribution {
    /// All numbers are equally likely.
    case uniform
    /// Small numbers, the bound and its neighbours are likely, and all are possible.
    case edges
    /// About the size on average, and at most the bound.
    case length
    /// With a probability one of the first numbers, else any of them.
    case mostly(through: UInt64, Double)
  }

  /// Chooses a number in `0...bound`.
  @inlinable @inline(__always)
  mutating func choose(through bound: UInt64, _ distribution: Distribution = .uniform) -> UInt64 {
    choose(through: bound) { random, size in Self.draw(distribution, through: bound, size: size, from: &random) }
  }

  /// Chooses a number in `0...bound`, drawn in a way of its own where the source is random.
  @inlinable
  mutating func choose(
    through bound: UInt64, drawnBy draw: (inout RandomNumbers, _ size: Int) -> UInt64
  ) -> UInt64 {
    guard isRandom else { return read(through: bound) }
    // Where there is nothing to choose this is recorded all the same: with fewer alternatives as with more, the
    // choices that follow stay in their places.
    let number = bound > 0 ? draw(&random, size) : 0
    record.append(number)
    return number
  }

  @usableFromInline
  mutating func read(through bound: UInt64) -> UInt64 {
    let scripted = alignment?.next() ?? (record.count < script.count ? script[record.count] : 0)
    var number = min(scripted, bound)
    if let budget {
      let room = budget - spent
      if bound > room { wasLimited = true }
      number = min(number, room)
      spent += number
    }
    record.append(number)
    bounds.append(bound)
    return number
  }

  /// Chooses true with a probability, or false, the simpler one.
  mutating func chooseFlag(probability: Double) -> Bool {
    choose(through: 1) { random, _ in random.chance(probability) ? 1 : 0 } == 1
  }

  /// Takes the last choice for one among fewer alternatives, which makes the same value.
  mutating func narrowLast(through bound: UInt64) {
    guard let last = record.indices.last else { return }
    record[last] = min(record[last], bound)
    if !isRandom { bounds[last] = min(bounds[last], bound) }
  }

  /// Notes that a generator leaves out values on its own account.
  @usableFromInline
  mutating func truncate() { wasTruncated = true }

  /// Recursion ends at this depth.
  @inlinable static var deepest: Int { 6 }

  /// Chooses how many groups follow; fewer inside recursive values, and the fewest where recursion must end.
  @inlinable
  mutating func chooseCount(_ range: ClosedRange<Int>) -> Int {
    if !isRandom { noteCounter(range) }
    let bound = UInt64(range.upperBound - range.lowerBound)
    let shift = min(3 * depth, 48)
    let extra = choose(through: bound) { random, size in
      Self.draw(.length, through: bound, size: size >> shift, from: &random)
    }
    guard depth < Self.deepest else {
      truncate()
      return range.lowerBound
    }
    // No generator draws so many: where shrinking takes some other number for a count, it stays within memory.
    let count = range.lowerBound + Int(min(extra, 1 << 14))
    if !isRandom { announce(count) }
    return count
  }

  /// Says that so many groups follow.
  @usableFromInline
  mutating func announce(_ count: Int) { alignment?.expect(count) }

  @usableFromInline
  mutating func noteCounter(_ range: ClosedRange<Int>) {
    if range.upperBound > range.lowerBound { counters.append(record.count) }
  }

  /// Marks the choices of the body as belonging together.
  @inlinable
  mutating func group<Result, Failure: Error>(
    isRecursive: Bool = false, _ body: (inout Choices) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isRandom { return try body(&self) }
    openSpan(isRecursive: isRecursive, isGroup: true, type: isRecursive ? Result.self : nil)
    defer { closeSpan(isGroup: true) }
    return try body(&self)
  }

  /// Begins a group of choices that belong together; ``endGroup()`` ends it.
  ///
  /// - Parameter type: The type of the value that they make.
  @inlinable
  mutating func beginGroup(of type: Any.Type? = nil) {
    if !isRandom { openSpan(isRecursive: false, isGroup: true, type: type) }
  }

  @inlinable
  mutating func endGroup() {
    if !isRandom { closeSpan(isGroup: true) }
  }

  /// Marks the choices of the body as those of a value that is a part of another one, or stands for all of it.
  @inlinable
  mutating func part<Result>(
    _ body: (inout Choices) throws(Discarded) -> Result
  ) throws(Discarded) -> Result {
    if isRandom { return try body(&self) }
    openSpan(isRecursive: false, isGroup: false, type: Result.self)
    defer { closeSpan(isGroup: false) }
    return try body(&self)
  }

  /// Makes the choices of the body be inside of something that is no group itself, such as what a run starts from.
  mutating func inside<Result, Failure: Error>(
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

  /// The source of the replay: the aligned record, or else the script.
  var source: Source {
    alignment.map { .aligned($0.record, to: $0.spans, keepsLast: $0.keepsLast) } ?? .recorded(script)
  }

  /// Groups of an aligned record were left out, cut off or filled up, so that it stands for another record.
  var wasRealigned: Bool { alignment?.wasNeeded ?? false }

  /// A generator may try again after throwing a value away: anywhere but in an enumeration.
  @usableFromInline
  var mayRetry: Bool { budget == nil }

  /// Draws a number in `0...bound`.
  @inlinable
  static func draw(
    _ distribution: Distribution, through bound: UInt64, size: Int, from random: inout RandomNumbers
  ) -> UInt64 {
    switch distribution {
    case .uniform: return random.next(through: bound)
    case .length: return min(bound, random.next(through: UInt64(max(size, 1)) * 5 / 3))
    case .mostly(let first, let probability):
      return random.next(through: random.chance(probability) ? min(bound, first) : bound)
    case .edges: return drawEdges(through: bound, size: size, from: &random)
    }
  }

  /// Draws a number: in nine ways of sixteen small for the size, in four of any length in bits, in one next to the
  /// bound, and in two any number at all.
  ///
  /// All ways are computed at once, without a branch: which comes next is what no processor can foresee.
  @inlinable
  static func drawEdges(through bound: UInt64, size: Int, from random: inout RandomNumbers) -> UInt64 {
    edge(through: bound, size: size, from: &random)
  }

  /// The same, for a loop that draws many.
  @inlinable @inline(__always)
  static func edge(through bound: UInt64, size: Int, from random: inout RandomNumbers) -> UInt64 {
    // The low bits decide the way, the next ones the length, and all of them, mixed, the number.
    let bits = random.next()
    let way = bits & 15
    let small = UInt64(max(size, 1)) &* 2
    let isNextToBound = RandomNumbers.mask(way, in: 0b0010_0000_0000_0000)
    let isOfAnyLength = RandomNumbers.mask(way, in: 0b0001_1110_0000_0000)
    let isLow = RandomNumbers.mask(way, in: 0b0010_0001_1111_1111)

    let digits = UInt64(truncatingIfNeeded: 64 &- bound.leadingZeroBitCount)
    let shift = (((bits &>> 4 & 63) &* digits) &>> 6) & isOfAnyLength
    let low = (small & ~isNextToBound) | (3 & isNextToBound)
    let limit = (low & isLow) | ((bound &>> shift) & ~isLow)
    let number = RandomNumbers.scale(RandomNumbers.mix(bits), through: min(bound, limit))
    return ((bound &- number) & isNextToBound) | (number & ~isNextToBound)
  }
}

/// A value was thrown away: a filter refused it too often.
public struct Discarded: Error {
  /// The filter that refused it.
  public var place: SourcePlace? { refusal?.place }

  // Behind a reference, because what every generator may throw should fit into a register.
  private let refusal: Refusal?

  @usableFromInline
  init(at place: SourcePlace? = nil) { refusal = place.map(Refusal.init) }

  private final class Refusal: Sendable {
    let place: SourcePlace

    init(place: SourcePlace) { self.place = place }
  }
}

/// The source that generators choose from, and the record of what they chose.
///
/// Every choice is a number from zero to a bound, where a smaller number means a simpler value. Where the
/// numbers come from decides what a generator does: from random numbers it samples, from a record it replays
/// and shrinks, from an enumeration it lists its values.
public struct Choices {
  enum Source {
    case random(RandomNumbers)
    /// Replays a record; past its end every choice is zero.
    case recorded([UInt64])
    /// Replays a prefix, and continues with zeros; the sum of all choices may not pass the budget.
    case enumerated(prefix: [UInt64], budget: UInt64)
  }

  /// A run of adjacent choices that belong together, such as those of one step.
  struct Span: Equatable {
    var range: Range<Int>
    var depth: Int
    /// Whether a group of the same kind inside this one can take its place, as in values of recursive types.
    var isRecursive: Bool
  }

  var source: Source

  /// What was chosen, in order.
  private(set) var record: [UInt64] = []

  /// The largest number that could have been chosen at each place of the record.
  private(set) var bounds: [UInt64] = []

  /// The groups of the record, in the order in which they began.
  private(set) var spans: [Span] = []

  /// The places of the numbers that count the groups after them.
  private(set) var counters: [Int] = []

  /// How large the values should get, from 0 to 100; random sources draw sizes and lengths by it.
  var size: Int = 30

  /// How many recursive generators are open around the current one.
  var depth = 0

  /// Whether an enumeration had to leave out a larger choice for want of budget.
  private(set) var wasLimited = false

  /// Whether a generator left out values on its own account: deeper ones, or ones that it cannot make.
  private(set) var wasTruncated = false

  private var openSpans = 0
  private var spent: UInt64 = 0

  init(_ source: Source) { self.source = source }

  init(seed: UInt64, run: UInt64 = 0, size: Int = 30) {
    self.init(.random(RandomNumbers(seed: seed, run: run)))
    self.size = size
  }

  /// How a random source draws a number.
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
  mutating func choose(through bound: UInt64, _ distribution: Distribution = .uniform) -> UInt64 {
    // Where there is nothing to choose there is nothing to record, and nothing in the way of shrinking.
    guard bound > 0 else { return 0 }
    let number: UInt64
    switch source {
    case .random(var random):
      number = Self.draw(distribution, through: bound, size: size, from: &random)
      source = .random(random)
    case .recorded(let numbers):
      number = record.count < numbers.count ? min(numbers[record.count], bound) : 0
    case .enumerated(let prefix, let budget):
      number = record.count < prefix.count ? min(prefix[record.count], bound) : 0
      let room = budget - spent
      if bound > room { wasLimited = true }
      spent += number
    }
    record.append(number)
    bounds.append(bound)
    return number
  }

  /// Notes that a generator leaves out values on its own account.
  mutating func truncate() { wasTruncated = true }

  /// Recursion ends at this depth.
  static let deepest = 6

  /// Chooses how many groups follow; fewer inside recursive values, and the fewest where recursion must end.
  mutating func chooseCount(_ range: ClosedRange<Int>) -> Int {
    let place = record.count
    let wholeSize = size
    size >>= min(3 * depth, 48)
    let extra = choose(through: UInt64(range.upperBound - range.lowerBound), .length)
    size = wholeSize
    if record.count > place { counters.append(place) }
    guard depth < Self.deepest else {
      truncate()
      return range.lowerBound
    }
    return range.lowerBound + Int(extra)
  }

  /// Chooses true with a probability, or false, the simpler one.
  mutating func chooseFlag(probability: Double) -> Bool {
    guard case .random(var random) = source else { return choose(through: 1) == 1 }
    let isTrue = Double(random.next() >> 11) * 0x1p-53 < probability
    source = .random(random)
    record.append(isTrue ? 1 : 0)
    bounds.append(1)
    return isTrue
  }

  /// Marks the choices of the body as belonging together.
  mutating func group<Result, Failure: Error>(
    isRecursive: Bool = false, _ body: (inout Choices) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let index = spans.count
    spans.append(Span(range: record.count..<record.count, depth: openSpans, isRecursive: isRecursive))
    openSpans += 1
    defer {
      openSpans -= 1
      spans[index].range = spans[index].range.lowerBound..<record.count
    }
    return try body(&self)
  }

  /// Whether a generator may try again after throwing a value away.
  var mayRetry: Bool {
    if case .enumerated = source { false } else { true }
  }

  private static func draw(
    _ distribution: Distribution, through bound: UInt64, size: Int, from random: inout RandomNumbers
  ) -> UInt64 {
    switch distribution {
    case .uniform:
      return random.next(through: bound)
    case .length:
      return min(bound, random.next(through: UInt64(max(size, 1)) * 5 / 3))
    case .mostly(let first, let probability):
      let isFirst = Double(random.next() >> 11) * 0x1p-53 < probability
      return random.next(through: isFirst ? min(bound, first) : bound)
    case .edges:
      let style = random.next() & 15
      switch style {
      case 0...8: return random.next(through: min(bound, UInt64(max(size, 1)) * 2))
      case 9...12:
        let bits = 64 - bound.leadingZeroBitCount
        let limit = UInt64.max >> (64 - UInt64(1 + random.next(through: UInt64(max(bits, 1) - 1))))
        return random.next(through: min(bound, limit))
      case 13: return bound - random.next(through: min(bound, 3))
      default: return random.next(through: bound)
      }
    }
  }
}

/// A value was thrown away: a filter refused it too often.
public struct Discarded: Error {
  /// The filter that refused it.
  public let place: SourcePlace?

  @usableFromInline
  init(at place: SourcePlace? = nil) { self.place = place }
}

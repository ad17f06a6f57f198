internal import TEASupport

/// The bounds of sampling.
public struct SamplingBounds: Sendable, Equatable {
  /// The number of runs.
  public var cases: Int
  /// The largest number of steps of a run.
  public var length: Int
  /// The seed that the random choices are drawn from: the same seed gives the same runs.
  public var seed: UInt64
  /// The length of runs grows, and some continue others; otherwise all are long and begin at the start.
  var grows = true
  /// Ends the runs on request.
  var interruption: Interruption?
  /// Distinct worlds are counted.
  var countsWorlds = true
  /// The largest number of steps of a run that continues another one, if it differs from the length.
  var reach: Int?
  /// The share of the message cases that such a run omits, on average.
  var omittedShare = SwarmConfiguration.Share.quarter

  /// Sets the number of runs, their largest number of steps, and their seed.
  public init(cases: Int = 2_000, length: Int = 100, seed: UInt64 = 1) {
    self.cases = cases
    self.length = length
    self.seed = seed
  }

  /// The largest number of steps of any run.
  var farthest: Int { max(length, reach ?? 0) }
}

/// The progress of sampling.
public struct SamplingProgress: Sendable {
  /// The number of runs that were made.
  public var cases = 0
  /// The number of steps that the runs took in all.
  public var steps = 0
  /// The number of distinct worlds that the runs met.
  public var states = 0
  /// Not all worlds were hashed, so there were at least this many.
  var statesAreAtLeast = false
  /// The number of runs that were thrown away because a generator gave up.
  public var discards = 0
  /// The number of runs that is expected in all.
  var expected = 0
  /// The `Sometimes` properties that no run has met yet.
  var unmet: [Int] = []
  /// The `Cover` properties that are not decided yet.
  var undecided: [Int] = []
  /// The runs have ended, and a violating one is being shrunk.
  var isShrinking = false
}

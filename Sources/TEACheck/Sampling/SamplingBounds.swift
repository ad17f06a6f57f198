/// How much is sampled.
public struct SamplingBounds: Sendable, Equatable {
  /// The number of runs.
  public var cases: Int
  /// The largest number of steps of a run.
  public var length: Int
  /// What the random choices are drawn from: the same seed gives the same runs.
  public var seed: UInt64
  /// Whether runs grow to the length, and some go on from where others were; else all are long and from the start.
  var grows = true
  /// Ends the runs when it is asked for.
  var interruption: Interruption?
  /// Whether the distinct worlds are to be counted.
  var countsWorlds = true
  /// The largest number of steps of a run that goes on from where others were, if it is another one.
  var reach: Int?
  /// How many message cases such a run leaves out.
  var leavesOut = Swarm.Share.quarter

  /// Sets how many runs there are, of how many steps at most, drawn from which number.
  public init(cases: Int = 2_000, length: Int = 100, seed: UInt64 = 1) {
    self.cases = cases
    self.length = length
    self.seed = seed
  }

  /// The largest number of steps of any run.
  var farthest: Int { max(length, reach ?? 0) }
}

/// How far sampling has got.
public struct SamplingProgress: Sendable {
  /// How many runs were made.
  public var cases = 0
  /// How many steps they took in all.
  public var steps = 0
  /// How many distinct worlds they met.
  public var states = 0
  /// Whether there were so many at least, because not all worlds were told apart.
  var statesAreAtLeast = false
  /// How many runs were thrown away because a generator gave up.
  public var discards = 0
  /// How many runs there will be, by what is known so far.
  var expected = 0
  /// The `Sometimes` properties that no run has met yet.
  var unmet: [Int] = []
  /// The `Cover` properties that are not decided yet.
  var undecided: [Int] = []
  /// Whether the runs are over, and a violating one is made shorter.
  var isShrinking = false
}

internal import TEASupport

/// The bounds of sampling.
public struct SamplingBounds: Sendable, Equatable {
  /// The number of runs; up to ten times as many are made while a ``Sometimes`` is not satisfied or a ``Cover`` not decided.
  public var cases: Int
  /// The largest number of steps of a run from the start; runs that continue others may be longer in a shard.
  public var length: Int
  /// The seed of the random choices: the same seed gives the same runs of the same sources.
  public var seed: UInt64
  /// `true` where the first runs are shorter than later ones, and half of the runs continue other runs. `false` where all runs
  /// have the full length and begin at an origin.
  var runsGrow = true
  var interruption: Interruption?
  /// `nil` where time is not bounded.
  var deadline: ContinuousClock.Instant?
  /// `false` where distinct worlds are not counted, which saves the time of their hashes.
  var countsWorlds = true
  /// The largest number of steps of a run that continues another one; `nil` for `length`.
  var maxContinuedLength: Int?
  /// The share of the message cases that a run omits on average, if it continues another run and omits any case at all.
  var omittedShare = SwarmConfiguration.Share.quarter

  /// Sets the number of runs, their largest number of steps, and their seed.
  public init(cases: Int = 2_000, length: Int = 100, seed: UInt64 = 1) {
    self.cases = cases
    self.length = length
    self.seed = seed
  }

  var maxLength: Int { max(length, maxContinuedLength ?? 0) }
}

/// The progress of sampling.
public struct SamplingProgress: Sendable {
  /// The number of runs that were made.
  public var cases = 0
  /// The number of steps that the runs took in all.
  public var steps = 0
  /// The number of distinct worlds that the runs met, or a lower bound of it.
  public var states = 0
  /// `true` where `states` is a lower bound, because not all worlds were hashed or the set of fingerprints became full.
  var statesAreAtLeast = false
  /// The number of runs that were thrown away because a generator gave up.
  public var discards = 0
  /// The number of runs that are planned in all.
  var expected = 0
  /// The indices of the `Sometimes` properties that no run has satisfied yet.
  var unmetGoals: [Int] = []
  /// The indices of the `Cover` declarations that are not decided yet.
  var undecidedCovers: [Int] = []
  /// `true` once the runs have ended, and a violating one is being shrunk.
  var isShrinking = false
}

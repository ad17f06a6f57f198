internal import TEARuntime

/// The results of random runs.
struct Sampling<M: Module> {
  enum EarlyEnd {
    case interruption, deadline

    /// The extent to which a run was shrunk, in words.
    var extentOfShrink: String {
      switch self {
      case .interruption: "shrunk until it was interrupted"
      case .deadline: "shrunk until the time ran out"
      }
    }

    var reason: String {
      switch self {
      case .interruption: "it was interrupted"
      case .deadline: "the time ran out before every random run was made; allow more with --time"
      }
    }
  }

  var progress = SamplingProgress()
  /// The violation that ended sampling, with the steps to it.
  var violation: (violation: Violation, trace: Trace<M>)?
  /// `false` where the steps to the violation were not made shorter, because it did not come again with the same choices.
  var isShrunk = true
  /// `nil` where nothing was shrunk, or until no pass got further.
  var earlyEndOfShrink: EarlyEnd?
  /// The run that violated a property or threw an error: the number of its steps before shrinking, and its own number, from 0;
  /// zeros where there is none.
  var failingRun: (steps: Int, number: Int) = (0, 0)
  /// The indices of the `Sometimes` properties that no run has satisfied.
  var unmetGoals: [Int]
  /// `nil` also where sampling ended with a violation, an error or too many discards.
  var earlyEnd: EarlyEnd?
  var error: (any Error)?
  /// The number of runs from an origin that met each label.
  var labelCounts: [[String]: Int] = [:]
  /// The number of runs from an origin that met each `Cover`.
  var coverCounts: [Int]
  /// The number of runs that were to begin at an origin and not to continue another run, without those that were discarded.
  var runsFromOrigins = 0
  /// The highest score of each target; `-.infinity` before any world has a score.
  var highestScores: [Double]
  /// The first error that a `Target`, `Classify` or `Cover` threw, as text; sampling goes on after it.
  var thrownText: String?

  /// The extent to which the violating run was shrunk, in words.
  var extentOfShrink: String { earlyEndOfShrink?.extentOfShrink ?? "shrunk" }
}

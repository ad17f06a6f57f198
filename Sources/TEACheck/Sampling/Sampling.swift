internal import TEARuntime

struct Sampling<M: Module> {
  enum EarlyEnd {
    case interruption, deadline

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
  var violation: (violation: Violation, trace: Trace<M>)?
  /// `false` where the run was not shrunk, because a repetition with the same choices did not violate the property or trap.
  var isShrunk = true
  /// The reason why shrinking left out candidates; `nil` where it tried all of them, or nothing was shrunk.
  var earlyEndOfShrink: EarlyEnd?
  /// The run that violated a property or threw an error. `steps` is the number of its steps before shrinking, and `number` is
  /// its own number, from 0. Both are zero where there is no such run.
  var failingRun: (steps: Int, number: Int) = (0, 0)
  /// The indices of the `Sometimes` properties that no run has satisfied.
  var unmetGoals: [Int]
  /// The texts of the first errors that `Sometimes` properties threw, by the index of the property; sampling goes on after
  /// them.
  var errorsOfGoals: [Int: String] = [:]
  /// The reason why sampling ended before all runs were made; `nil` also for an end by a violation, an error or too many
  /// discards.
  var earlyEnd: EarlyEnd?
  var error: (any Error)?
  /// The number of runs from an origin that met each label. A key is the name and the text of the label.
  var labelCounts: [[String]: Int] = [:]
  /// The number of runs from an origin that met each `Cover`.
  var coverCounts: [Int]
  /// The number of runs that were planned to begin at an origin and were not discarded: those that statistics count.
  var runsFromOrigins = 0
  /// The highest score of each target; `-.infinity` before any world has a score.
  var highestScores: [Double]
  /// The first error that a `Target`, `Classify` or `Cover` threw, as text; sampling goes on after it.
  var thrownText: String?

  /// As text: the first flags that `start` refused in a run, and the error. The run began at the first origin instead.
  var refusedStart: String?

  /// The extent to which the run was shrunk, in words; `nil` where it was not.
  var extentOfShrink: String? { isShrunk ? earlyEndOfShrink?.extentOfShrink ?? "shrunk" : nil }
}

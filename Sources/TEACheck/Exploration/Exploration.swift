internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// The bounds of an exploration.
public struct ExplorationBounds: Sendable, Equatable {
  /// The largest number of steps from the start; `nil` for no limit.
  public var depth: Int?
  /// The largest number of distinct worlds.
  public var states: Int
  /// The largest number of commands that may be outstanding at a time; a step that would exceed it is not taken.
  public var outstanding: Int
  /// The longest time; `nil` for no limit. What a search finds within a time depends on the machine.
  public var time: Duration?

  /// The search uses hash compaction: worlds are compared by 64-bit hashes alone, and their rows are released once they are
  /// expanded.
  public var isCompact = false
  /// The largest amount of memory that the process may take, in bytes; `nil` for no limit.
  public var memory: Int?

  /// Ends the search when it is requested; `nil` where nothing can interrupt the search.
  var interruption: Interruption?
  /// The file to which an unfinished search is saved, and from which it is resumed; `nil` for none.
  var checkpoint: CheckpointFile?

  /// Steps are counted by the cases of their messages, and the conditions of properties are evaluated in worlds and steps.
  var countsSteps = false
  /// The steps between the worlds are kept as a graph; never in a compact search, or in one that resumes from a checkpoint.
  var keepsGraph = false
  /// The number of steps above which the graph is dropped; `nil` for no limit.
  var graphLimit: Int?
  /// The search ends before the next level once the program has used durations or policies that the rules do not know.
  var endsAtNewUsage = false
  /// The search ends where a large collection or text grows with the depth; see ``Explorer/growthOnPath()``.
  var endsAtGrowth = false
  /// The largest number of steps that a worker takes in one batch: a power of two from 256 to ``Candidates/maxCount``.
  var maxStepsPerBatch = Candidates.maxCount

  /// Sets bounds; `nil` is no bound.
  public init(depth: Int? = nil, states: Int = 250_000, outstanding: Int = 16, time: Duration? = nil) {
    self.depth = depth
    self.states = states
    self.outstanding = outstanding
    self.time = time
  }
}

/// The progress of an exploration.
public struct ExplorationProgress: Sendable {
  /// The number of distinct worlds that were found.
  public var states = 0
  /// The number of steps that were taken, also those to known worlds.
  public var transitions = 0
  /// The number of steps to the farthest world found.
  public var depth = 0
  /// The number of worlds that were not expanded yet.
  public var frontier = 0
  /// The indices of the `Sometimes` properties that no world has satisfied yet.
  var unmetGoals: [Int] = []
}

struct FoundViolation<M: Module> {
  var violation: Violation
  /// The number of the world that violates the property, or from which `step` was taken.
  var world: Int
  /// The step that violates the property; `nil` where the world does.
  var step: WorldStep<M>?
}

struct Exploration<M: Module> {
  enum End {
    case violation(FoundViolation<M>)
    /// Every reachable world within the bounds was expanded.
    case exhausted
    case depthReached
    case statesReached
    case timeReached
    case memoryReached
    /// See ``ExplorationBounds/endsAtGrowth``.
    case growthReached(Growth)
    /// The search must be made again with other rules. The program used durations or policies that the rules do not know, or a
    /// declaration lists the same steps in another order each time.
    case outdatedRules
    case interrupted
    case error(any Error)

    /// The steps of all worlds that were found were taken, to the bound on the depth.
    var isBySearchItself: Bool {
      switch self {
      case .exhausted, .depthReached: true
      case .violation, .statesReached, .timeReached, .memoryReached, .growthReached, .outdatedRules, .interrupted,
        .error:
        false
      }
    }

    /// The search found nothing wrong in the worlds that it reached, and is not to be made again.
    var isFreeOfFindings: Bool {
      switch self {
      case .exhausted, .depthReached, .statesReached, .timeReached, .memoryReached, .growthReached, .interrupted:
        true
      case .violation, .outdatedRules, .error: false
      }
    }
  }

  var end: End
  var progress = ExplorationProgress()
  /// The end came while the checkpoint was read. The counts are those of the saved search.
  var endedInCheckpoint = false
  /// The depth up to which all worlds were found.
  var completeDepth = 0
  /// The cases of performed commands whose possible replies and silent ends were not all declared and explored.
  var unansweredCommands: [String] = []
  /// Some steps were left out, because they would leave too many commands outstanding.
  var leftOutStepsAtBound = false
  /// The texts of the errors that `Sometimes` properties threw, by the index of the property.
  var errorsOfGoals: [Int: String] = [:]
  /// The steps to the violation; `nil` without a violation, and where the steps do not lead to it again.
  var trace: Trace<M>?
  /// The number of steps to worlds that were replaced by their canonical forms; `nil` where the search ended with a violation.
  var replacementCount: Int?
  /// The note on the first world that holds an object, a function or bit-fields that its static types do not reveal; `nil` for
  /// none.
  var hiddenReferenceNote: String?
  /// Some view has fields, in which more texts can be typed than were tried. In a search that ended within a level, the views of
  /// this level do not count: texts that are typed there lead to no shorter counterexample.
  var hasMetFields = false
  /// `false` where a compact search may have treated two worlds with equal hashes as one.
  var isExact = true
  /// `nil` where steps were not to be counted.
  var counts: StepCounts<M>?
  /// A difference between two models that are equal by their own `==`; `nil` where none was found.
  var hiddenDifference: HiddenDifference?
  /// The numbers in models that grow with the depth of a search that ended too early; see ``Explorer/growingNumbers()``.
  var growingNumbers: [String] = []
  /// `nil` where no graph was to be kept, where it was too large (see ``ExplorationBounds/graphLimit``), or where the search
  /// was compact or resumed from a checkpoint.
  var graph: WorldGraph<M>?

  /// The numbers of the message cases that some counted step brought as a reply or an event. Late messages of views count as
  /// these.
  var casesFromOutside: Set<Int> {
    let steps = counts?.totals.stepsByCase ?? []
    return Set(steps.indices.filter { !$0.isMultiple(of: 2) && steps[$0] > 0 }.map { $0 / 2 })
  }
}

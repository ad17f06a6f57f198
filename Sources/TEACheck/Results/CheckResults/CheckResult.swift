/// The result of a check.
public struct CheckResult: Sendable, Equatable {
  /// The outcome in one word.
  public enum Verdict: String, Sendable {
    /// Every property holds in all that was searched, or the known issue was found as it was declared;
    /// ``CheckResult/coverage`` says how much was searched.
    case passed
    /// A property or law does not hold, a known issue was not found, or the issue that was found differs from its declaration.
    case violated
    /// No violation was found, but the search did not see enough to decide every property.
    case inconclusive
    /// A step trapped: it ended the process, did not return in time, or took too much memory.
    case trapped
    /// The check could not run.
    case error
  }

  /// The extent of a search in the state space.
  public enum Coverage: Sendable, Equatable {
    /// Every step of every world was taken.
    case complete
    /// Every step within the scope was taken. Payloads or flags were cut, outstanding commands were bounded, replies are not
    /// defined, worlds hold objects or functions, or no random runs judged a ``Cover``. The notes say which.
    case completeWithinScope
    /// Every step of every world was taken, unless two worlds share a 64-bit hash; `odds` is an upper bound of the
    /// probability that two do.
    case compact(odds: Double)
    /// One world was explored for each key of a ``Distinguish``, or for each form of an unproven ``Symmetric``. Violations may
    /// have been missed. `beyond` is the size of the frontier: the number of found worlds that were not expanded.
    case approximate(beyond: Int)
    /// All worlds up to a depth were explored; `beyond` is the size of the frontier: the number of found worlds that were
    /// not expanded.
    case bounded(depth: Int, beyond: Int)
    /// Random runs were made; `steps` is the number of their steps in all.
    case sampled(runs: Int, steps: Int)
    /// All worlds up to a depth were explored, and random runs made from the start; `beyond` is the size of the frontier.
    case boundedAndSampled(depth: Int, beyond: Int, runs: Int, steps: Int)
    /// A search of scattered places, as in every shard but the first. The worlds around the ends of `places` random walks were
    /// explored, and random runs were made from the start.
    case scattered(places: Int, runs: Int, steps: Int)
  }

  /// The module that was checked.
  public var module: String
  /// The name of the check; empty for the only check of a specification.
  public var name: String
  /// The place of the specification, or of the violated property: module, file and line.
  public var place: String
  /// The path of the source file that `place` names, as the compiler saw it or relative to the repository; `nil` where it is
  /// not known.
  public var path: String?
  /// The outcome in one word.
  public var verdict: Verdict
  /// The extent of the search in the state space; `nil` where a violation, a trap or an error ended the search, in a replay,
  /// and where the check was not run.
  public var coverage: Coverage?
  /// The number of distinct worlds that were found; in a search of scattered places, the most that were found around one place.
  public var states = 0
  /// `states` is a lower bound: random runs do not tell all worlds apart.
  public var statesAreAtLeast = false
  /// The number of steps that were taken; without the steps of random runs where an exploration came before them.
  public var transitions = 0
  /// The number of steps of random runs that `transitions` does not include.
  package var sampledSteps = 0
  /// The names of the properties that this search cannot judge, so that finding no violation of them says nothing: random runs
  /// judge no liveness, and an exploration judges no `Cover`.
  package var unjudgedProperties: [String] = []
  /// The number of steps to the farthest world that was found.
  public var depth = 0
  /// The duration of the check in seconds.
  public var seconds = 0.0
  /// The steps that lead to a violation or a trap, or that a replay took; otherwise `nil`.
  public var counterexample: Counterexample?
  /// The check ran as a test, and not in a suite.
  package var isOfTest = false
  /// One line on a violation, a trap or a replay, such as the number of steps and the search that found them; `nil` for other
  /// results.
  public var finding: String?
  /// The error, or another reason for the outcome in words; `nil` where there is none.
  public var message: String?
  /// The known issue that the check is marked with; `nil` for a check without a mark.
  public var knownIssue: String?
  /// The command line that finds the violation or trap again, or repeats the replay, to be put after `swift run`; `nil` for a
  /// search that found neither violation nor trap.
  public var again: String?
  /// The command line that searches further or faster in a release build, to be put after `swift run -c release`. Set only
  /// where a debug build met its bound on worlds or time, or took more than 10 seconds.
  public var faster: String?
  /// The path of the file in which the counterexample is stored; `nil` where none is stored.
  public var file: String?
  /// The counterexample as one word, for `tea-check replay`; `nil` where there is no such word.
  ///
  /// There is none where no counterexample is stored, and where the word would be too long. Nor is there one where the
  /// specification lists the steps of a world in an order that varies, because the word names each step by its index in this
  /// list, or where an `update` changes an object of its model in place, which a replay would not repeat.
  public var token: String?
  /// The result comes from a replay, without a search.
  public var isReplay = false
  /// Notes for the reader, for example on parts that were derived, cut or left out.
  public var notes: [String] = []
  /// The parts of the program that were met, and the parts that were not; `nil` where they were not counted.
  ///
  /// Their `classes` are empty in large searches.
  public var coverageDetails: CoverageDetails?
  /// The violations of other properties, where violations of all properties were asked for.
  ///
  /// Each has its own counterexample, if there is one, and no `otherViolations`.
  public package(set) var otherViolations: [CheckResult] = []
  /// The statements that hold, or nearly hold; `nil` where suggestions were not asked for.
  public var suggestions: [Suggestion]?
  /// The number of statements that were found and are not among `suggestions`.
  package var hiddenSuggestions = 0
  /// `nil` for a search that is not divided into shards.
  package var shard: ShardSummary?

  package init(module: String, name: String, place: String, path: String? = nil, verdict: Verdict) {
    self.module = module
    self.name = name
    self.place = place
    self.path = path
    self.verdict = verdict
  }

  /// Every step of every reachable world was taken, and every property was judged.
  public var isComplete: Bool { coverage == .complete && verdict != .inconclusive }

  /// The check may pass with `--require-complete`: it is complete, or it found its known issue.
  package var meetsRequireComplete: Bool { isComplete || knownIssue != nil && verdict == .passed }

  /// The module and the name of the check.
  public var title: String { name.isEmpty ? module : "\(module) · \(name)" }
}

/// The result of a check.
public struct CheckResult: Sendable, Equatable {
  /// The outcome in one word.
  public enum Verdict: String, Sendable {
    /// The search did what it was asked to, and all properties hold; ``CheckResult/coverage`` says how much that was.
    case passed
    /// A property or a law does not hold, or a known issue was not found.
    case violated
    /// No violation was found, but a bound ended the search before everything was looked at.
    case inconclusive
    /// The program trapped: a step ended the process.
    case trapped
    /// The check could not run.
    case error
  }

  /// The extent of a search in the state space.
  public enum Coverage: Sendable, Equatable {
    /// Every step of every world was taken.
    case complete
    /// Every step of every world was taken, with payloads cut to the listed values.
    case completeWithinScope
    /// Every step of every world was taken, unless two worlds have the same 64-bit hash, and the odds of that.
    case compact(odds: Double)
    /// One world was explored for each key of a ``Distinguish``, with the number of found worlds that were not
    /// expanded: no proof.
    case approximate(beyond: Int)
    /// All worlds up to a depth were explored, with the number of found worlds that were not expanded.
    case bounded(depth: Int, beyond: Int)
    /// Random runs.
    case sampled(runs: Int, steps: Int)
    /// All worlds up to a depth, and random runs from the start.
    case boundedAndSampled(depth: Int, beyond: Int, runs: Int, steps: Int)
    /// Worlds around the ends of random walks were explored, and random runs made from the start, as in a shard after
    /// the first.
    case scattered(places: Int, runs: Int, steps: Int)
  }

  /// The module that was checked.
  public var module: String
  /// The name of the check; empty for the only check of a specification.
  public var name: String
  /// The place of the specification, or of the violated property: module, file and line.
  public var place: String
  /// The path of the file with the place, where it is known: as the compiler saw it, or relative to the repository.
  public var path: String?
  /// The outcome in one word.
  public var verdict: Verdict
  /// The extent of the search in the state space; `nil` where a violation or an error ended it, and in a replay.
  public var coverage: Coverage?
  /// The number of distinct worlds that were found.
  public var states = 0
  /// The number of distinct worlds is a lower bound: where models are large, random runs hash only some worlds, because
  /// that would take most of the time.
  public var statesAreAtLeast = false
  /// The number of steps that were taken.
  public var transitions = 0
  /// The number of steps of random runs that were made in addition.
  var sampledSteps = 0
  /// Properties were left unjudged, because random runs cannot judge them.
  var isUnjudged = false
  /// The number of steps on the shortest path to the farthest world.
  public var depth = 0
  /// The duration of the check in seconds, the only part of a result that differs from run to run.
  public var seconds = 0.0
  /// The steps that violate a property; `nil` where none is violated.
  public var counterexample: Counterexample?
  /// It ran as a test, and not in a suite.
  var isOfTest = false
  /// The phase in which the counterexample was found, or the number of steps of a replay without violation.
  public var finding: String?
  /// The error, or the reason why the check is inconclusive or a replay ends early.
  public var message: String?
  /// The known issue that the check is marked with.
  public var knownIssue: String?
  /// The command that repeats the result.
  public var again: String?
  /// The command that searches further or faster in a release build, where that is worthwhile.
  public var faster: String?
  /// The file with the counterexample.
  public var file: String?
  /// The counterexample as one word, for `tea-check replay`.
  public var token: String?
  /// The result is that of a replay, without a search.
  public var isReplay = false
  /// Notes on parts that were derived, cut or left out.
  public var notes: [String] = []
  /// The parts of the program that were met and those that were not, where they were counted.
  ///
  /// An exploration counts them that ends by itself or by depth, in at most 250 000 steps; in any number of steps where
  /// liveness is judged.
  public var coverageDetails: CoverageDetails?
  /// The violations of other properties, each with its own counterexample, where all were asked for. They have no
  /// others.
  public package(set) var others: [CheckResult] = []
  /// The statements that hold, where suggestions were asked for.
  public var suggestions: [Suggestion]?
  /// The number of suggestions that are not listed.
  var hiddenSuggestions = 0
  /// The account of the shard, if the result is that of one.
  package var shard: ShardAccount?

  package init(module: String, name: String, place: String, path: String? = nil, verdict: Verdict) {
    self.module = module
    self.name = name
    self.place = place
    self.path = path
    self.verdict = verdict
  }

  /// The result of a check that was not started, because of an interruption.
  package static func notRun(module: String, name: String, place: String, path: String?) -> CheckResult {
    var result = CheckResult(module: module, name: name, place: place, path: path, verdict: .inconclusive)
    result.message = "it was not run, because of the interruption"
    return result
  }

  /// Every reachable world was looked at, and every property judged by them.
  public var isComplete: Bool { coverage == .complete && verdict != .inconclusive }

  /// The module and the name of the check.
  public var title: String { name.isEmpty ? module : "\(module) · \(name)" }
}

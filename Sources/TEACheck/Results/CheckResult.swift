/// The result of a check.
public struct CheckResult: Sendable, Equatable {
  /// The outcome in one word.
  public enum Verdict: String, Sendable {
    /// Everything that was to be looked at was, and it holds; ``CheckResult/coverage`` says what that was.
    case passed
    /// A property or a law does not hold, or a known issue was not found.
    case violated
    /// Nothing wrong was found, but a bound ended the search before everything was looked at.
    case inconclusive
    /// The program trapped: the process died in one of its steps.
    case trapped
    /// The check could not run.
    case error
  }

  /// The extent of a search in the state space.
  public enum Coverage: Sendable, Equatable {
    /// Every step of every world.
    case complete
    /// Every step of every world, with payloads cut to the listed values.
    case completeWithinScope
    /// Every step of every world, unless two worlds have the same 64 bits of their hashes, and the odds of that.
    case compact(odds: Double)
    /// One world for each key of a ``Distinguish``, and how many that were found were left unexpanded: no proof.
    case approximate(beyond: Int)
    /// All worlds up to a depth, and how many that were found were left unexpanded.
    case bounded(depth: Int, beyond: Int)
    /// Random runs.
    case sampled(runs: Int, steps: Int)
    /// All worlds up to a depth, and random runs from the start.
    case boundedAndSampled(depth: Int, beyond: Int, runs: Int, steps: Int)
    /// Worlds around places that random walks led to, and random runs from the start: what a shard after the first does.
    case scattered(places: Int, runs: Int, steps: Int)
  }

  /// The module that was checked.
  public var module: String
  /// The name of the check; empty for the only check of a specification.
  public var name: String
  /// The place of the specification, or of the violated property: module, file and line.
  public var place: String
  /// The path of the file that the place is in, where it is known: as the compiler knew it, or relative to the repository.
  public var path: String?
  /// The outcome in one word.
  public var verdict: Verdict
  /// The extent of the search in the state space; `nil` where a violation or an error ended it, and in a replay.
  public var coverage: Coverage?
  /// The number of distinct worlds that were found.
  public var states = 0
  /// The number of distinct worlds is a lower bound: where models are large, random runs tell only some of the worlds
  /// apart that they meet, because that would take most of the time.
  public var statesAreAtLeast = false
  /// The number of steps that were taken.
  public var transitions = 0
  /// The number of steps that random runs took on top.
  var sampledSteps = 0
  /// Properties were left unjudged, because random runs cannot judge them.
  var isUnjudged = false
  /// The number of steps to the farthest world.
  public var depth = 0
  /// The seconds that the check took; the only part of a result that differs from run to run.
  public var seconds = 0.0
  /// The steps that break a property, where one is broken.
  public var counterexample: Counterexample?
  /// It ran as a test, and not in a suite.
  var isOfTest = false
  /// The way in which the counterexample was found, or the number of steps of a replay that violates nothing.
  public var finding: String?
  /// The problem, or the reason why the check is inconclusive or a replay ends early.
  public var message: String?
  /// The issue that the check is known to find.
  public var knownIssue: String?
  /// The command that finds the same again.
  public var again: String?
  /// The command that searches further or sooner in a release build, where that pays.
  public var faster: String?
  /// The file in which the counterexample is kept.
  public var file: String?
  /// The counterexample as one word: `tea-check replay` takes it.
  public var token: String?
  /// Recorded steps were taken, and nothing was searched.
  public var isReplay = false
  /// Notes on what was derived, cut or left out.
  public var notes: [String] = []
  /// The parts of the program that were met and those that were not, where they were counted: in an exploration that
  /// came to its end, or to its depth, in at most 250 000 steps; in any number where liveness is judged.
  public var coverageDetails: CoverageDetails?
  /// The violations of other properties, each with its own story, where all are wanted; they have no others.
  public package(set) var others: [CheckResult] = []
  /// The statements that were found to hold, where they were asked for.
  public var suggestions: [Suggestion]?
  /// The number of further suggestions.
  var hiddenSuggestions = 0
  /// The account of this shard, if it is one.
  package var shard: ShardAccount?

  package init(module: String, name: String, place: String, path: String? = nil, verdict: Verdict) {
    self.module = module
    self.name = name
    self.place = place
    self.path = path
    self.verdict = verdict
  }

  /// The result of a check that was not begun, because of an interruption.
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

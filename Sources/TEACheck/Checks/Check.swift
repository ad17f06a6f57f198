internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

/// A specification with bounds and a name: the unit that a test, a suite and `tea-check` run.
public struct Check: Sendable {
  /// The name of the module that is checked.
  public let module: String

  /// The name of the check; empty for the only check of a specification.
  public let name: String

  /// The place in the sources at which the specification is declared.
  public let place: SourcePlace

  /// The full name of the module's type, with the Swift module and the types around it, such as `Shop.Cart.Panel`.
  let qualifiedModule: String
  /// The bounds that the check declares.
  let bounds: CheckBounds
  var knownIssue: KnownIssue?
  /// Runs the check without regard to its known issue.
  let execute: @Sendable (CheckSettings, @escaping (CheckProgress) -> Void) -> Outcome
  let makeGraph: @Sendable (CheckSettings, StateGraph.Detail, @escaping (CheckProgress) -> Void) throws -> StateGraph
  let replayRecording: @Sendable (Recording, CheckSettings) -> Outcome
  /// Makes a function that takes the steps of a request in this process, though they may trap.
  let makeTrapAttempter: @Sendable (CheckSettings, LearnedFacts) throws -> (TrapAttempts.Request) -> Void
  /// The handler receives a trap before the process ends.
  let makeWalker: @Sendable (Recording, CheckSettings, @escaping @Sendable (WalkTrap) -> Void) throws -> Walker

  typealias Walker = (WalkRequest) -> WalkPosition

  func graph(
    _ settings: CheckSettings, _ detail: StateGraph.Detail, onProgress: @escaping (CheckProgress) -> Void = { _ in }
  ) throws -> StateGraph {
    try makeGraph(settings, detail, onProgress)
  }

  /// The module and the name.
  public var title: String { name.isEmpty ? module : "\(module) · \(name)" }

  /// A result, with further data for the report, the counterexample store and the merging of shards.
  struct Outcome {
    var result: CheckResult
    /// The place of the property that decided the verdict, or else of the specification.
    var place: SourcePlace { didSet { result.place = "\(place)" } }
    /// The steps of the counterexample or of a replay; `nil` where there are none, where a script cannot show the violation,
    /// and where the counterexample comes from the store.
    var script: Script?
    /// Facts about the counterexample that only the search knows: that it is the shortest, or needs a late message.
    var searchFacts: [String] = []
    /// The site at which a replay of the script traps; `nil` also where no other process confirmed the site.
    var trap: TrapSite?
    /// The names of the violated properties that have no counterexample: each ``Sometimes`` that no reachable world satisfies,
    /// each missed ``Cover``, or the property whose violation did not recur.
    var propertiesViolatedWithoutTrace: [String] = []
    /// The case of the message whose step traps, by its number in a ``MessageCases`` that looks into tuples; `nil` for none.
    var trappedCase: Int?
    /// The message cases that the outside world sent in an exploration of all worlds within the bounds, by the same numbers.
    var casesFromOutside: Set<Int> = []
    /// The exploration knew the durations and policies of its worlds before random runs were added.
    var knewUsageBeforeRuns = false
    /// Random runs, and not an exploration, have found the violation or the trap.
    var isFoundByRandomRuns = false
    var shardSummary = ShardSummary(shard: .only)
    /// The reason for an early end of the exploration; `nil` for any other end.
    var earlyEnd: EarlyEnd?
    var picture: StateGraph?
    /// The ``SearchRecord`` of the module, until the picture is drawn; `nil` unless a picture or suggestions were asked for.
    var searchRecord: (any Sendable)?

    var reachedAllWorlds: Bool {
      switch result.coverage {
      case .complete, .completeWithinScope, .compact: true
      case .approximate, .bounded, .sampled, .boundedAndSampled, .scattered, nil: false
      }
    }

    /// Sets a verdict, with the reason for it.
    mutating func decide(_ verdict: CheckResult.Verdict, because reason: String) {
      (result.verdict, result.message) = (verdict, reason)
    }

    var resultWithPath: CheckResult {
      var result = result
      result.path = "\(place.filePath)"
      return result
    }
  }

  enum EarlyEnd {
    /// A bound on worlds or time ended the exploration, and a faster command line may be suggested.
    case worlds, time
    /// The search must be made again with other rules, as after ``Exploration/End/outdatedRules``.
    case outdatedRules
  }

  /// A known issue, and the counterexample that is expected for it; `nil` accepts any.
  struct KnownIssue: Sendable {
    var reason: String
    var property: String?
    var steps: Int?
    var worlds: Int?
  }

  /// Marks the check as one that finds a known issue: the check passes while it finds the violation, and fails once it
  /// finds none.
  ///
  /// Random runs and shards after the first may find another counterexample, and do not compare `steps` and `worlds`.
  ///
  /// - Parameters:
  ///   - reason: The issue, for the report.
  ///   - property: The name of the property that must be violated, also where it is a ``Sometimes`` or ``Cover``; `nil` accepts
  ///     any.
  ///   - steps: The expected length of the counterexample; a loop at its end counts once. `nil` accepts any.
  ///   - worlds: The expected number of worlds that are found up to the violation; `nil` accepts any.
  public func knownIssue(
    _ reason: String, property: String? = nil, steps: Int? = nil, worlds: Int? = nil
  ) -> Check {
    var check = self
    check.knownIssue = KnownIssue(reason: reason, property: property, steps: steps, worlds: worlds)
    return check
  }
}

extension Check: CustomStringConvertible {
  public var description: String { title }
}

extension Specification {
  /// Makes a check of this specification.
  ///
  /// The check explores the reachable worlds breadth-first. It continues with random runs where a bound on worlds or memory
  /// ends the exploration, and where random runs can find more: payloads that are not listed, and statistics of runs. Without
  /// a bound on depth, worlds or memory, it also ends where a list or a text of 1 000 elements or bytes grows with the depth.
  ///
  /// The command line and variables override these bounds. A bound that is `nil` is that of the package's `tea-check.json`, or
  /// else the default: see <doc:Configuration>. A `depth` below 0, and any other bound below 1, is an error of the check.
  ///
  /// - Parameters:
  ///   - name: A name that tells the check apart from others of the same module.
  ///   - depth: The largest number of steps from the start; no limit by default.
  ///   - states: The largest number of distinct worlds that are explored; 250 000 by default.
  ///   - scope: The number of values that are explored of each payload with more than 16 values; 3 by default.
  ///   - cases: The number of random runs, if any; 2 000 by default. Up to ten times as many are made while a ``Sometimes`` is
  ///     not satisfied or a ``Cover`` not decided.
  ///   - length: The largest number of steps of a random run, 100 by default; before each step the run may end with a
  ///     chance of 1 in `length` + 1. The first quarter of the runs is shorter.
  ///   - seed: The seed of random runs; 1 by default.
  public func check(
    _ name: String = "", depth: Int? = nil, states: Int? = nil, scope: Int? = nil, cases: Int? = nil,
    length: Int? = nil, seed: UInt64? = nil
  ) -> Check {
    check(
      name, CheckBounds(depth: depth, states: states, cases: cases, length: length, seed: seed, scope: scope))
  }

  /// Makes a check of this specification by random runs only, for a state space that is too large to explore.
  ///
  /// A bound below 1 is an error of the check.
  ///
  /// - Parameters:
  ///   - name: A name that tells the check apart from others of the same module.
  ///   - cases: The number of random runs; 2 000 by default. Up to ten times as many are made while a ``Sometimes`` is not
  ///     satisfied or a ``Cover`` not decided.
  ///   - length: The largest number of steps of a run, 100 by default; before each step the run may end with a chance
  ///     of 1 in `length` + 1. The first quarter of the runs is shorter.
  ///   - seed: The seed of the runs; 1 by default.
  public func sample(
    _ name: String = "", cases: Int? = nil, length: Int? = nil, seed: UInt64? = nil
  ) -> Check {
    check(name, CheckBounds(engine: .sample, cases: cases, length: length, seed: seed))
  }

  private func check(_ name: String, _ bounds: CheckBounds) -> Check {
    let module = moduleName(of: M.self)
    let makeRunner = { @Sendable [self] (settings: CheckSettings, onProgress: @escaping (CheckProgress) -> Void) in
      var settings = settings
      if settings.engine == .automatic { settings.engine = bounds.engine }
      return CheckRunner(
        specification: self, module: module, name: name, bounds: bounds.filled(from: settings.defaults),
        settings: settings, onProgress: onProgress)
    }
    return Check(
      module: module, name: name, place: place, qualifiedModule: fullName(of: M.self), bounds: bounds,
      execute: { settings, onProgress in makeRunner(settings, onProgress).run() },
      makeGraph: { try makeRunner($0, $2).graph($1) },
      replayRecording: { recording, settings in makeRunner(settings, { _ in }).replayRecording(recording) },
      makeTrapAttempter: { try makeRunner($0, { _ in }).makeTrapAttempter($1) },
      makeWalker: { try makeRunner($1, { _ in }).makeWalker($0, onTrap: $2) })
  }
}

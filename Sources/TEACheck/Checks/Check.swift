internal import TEARuntime

/// A specification with bounds and a name: what runs in a test, in a suite and under `tea-check`.
public struct Check: Sendable {
  /// The name of the module that is checked.
  public let module: String

  /// The name of the check; empty for the only check of a specification.
  public let name: String

  /// The place of the specification.
  public let place: SourcePlace

  var issue: KnownIssue?
  let execute: @Sendable (CheckSettings, @escaping (CheckProgress) -> Void) -> Outcome
  /// Makes the graph of the worlds, merged by view or not, with so many of the nodes described.
  let graph: @Sendable (CheckSettings, StateGraph.Detail) throws -> StateGraph
  /// Takes recorded steps.
  let replayRecording: @Sendable (Recording, CheckSettings) -> Outcome
  /// Makes what takes steps that may trap.
  let attempter: @Sendable (CheckSettings) throws -> (TrapAttempts.Request) -> Void
  /// Makes what answers requests about the worlds along a recording, and off it; hands on what ends the process.
  let walker: @Sendable (Recording, CheckSettings, @escaping @Sendable (WalkTrap) -> Void) throws -> Walker

  typealias Walker = (WalkRequest) -> WalkPosition

  /// The module and the name.
  public var title: String { name.isEmpty ? module : "\(module) · \(name)" }

  /// A result, and the place in the source that it is about.
  struct Outcome {
    var result: CheckResult
    var place: SourcePlace
    /// The steps of the counterexample.
    var script: Script?
    /// The facts known of the counterexample when it was found: that it is the shortest, or of a class of its own.
    var claims: [String] = []
    /// The site that traps when these steps are replayed, if that is what is wrong.
    var trap: TrapSite?
    /// The account of this shard, by which all shards are judged together.
    var account = ShardAccount(shard: .only)
    /// The bound that ended an exploration before its worlds did, where a faster search would have found more.
    var shortage: Shortage?
    /// The worlds that were explored, where they were wanted.
    var picture: StateGraph?

    /// The result, with the path of the file that it is about.
    var located: CheckResult {
      var result = result
      result.path = "\(place.filePath)"
      return result
    }
  }

  /// A bound that ends an exploration.
  enum Shortage { case worlds, time }

  struct KnownIssue: Sendable {
    var reason: String
    var property: String?
    var steps: Int?
    var worlds: Int?
  }

  /// Marks the check as one that finds a known issue: it passes when the violation is found, and fails when it
  /// is not.
  ///
  /// - Parameters:
  ///   - reason: What the issue is, for the report.
  ///   - property: The name of the property that must be violated, if it must be just that.
  ///   - steps: The length of the counterexample, if it must be just that; where it ends in a loop, that counts once.
  ///   - worlds: How many worlds are found up to the violation, if it must be just so many.
  public func knownIssue(
    _ reason: String, property: String? = nil, steps: Int? = nil, worlds: Int? = nil
  ) -> Check {
    var check = self
    check.issue = KnownIssue(reason: reason, property: property, steps: steps, worlds: worlds)
    return check
  }
}

extension Check: CustomStringConvertible {
  public var description: String { title }
}

extension Specification {
  /// Makes a check of this specification.
  ///
  /// It explores the reachable worlds breadth-first. If the number of worlds passes the bound, it goes on with
  /// random runs.
  ///
  /// - Parameters:
  ///   - name: What tells the check apart from others of the same module.
  ///   - depth: The largest number of steps from the start; `nil` for no limit.
  ///   - states: The largest number of distinct worlds that are explored; 250 000 by default.
  ///   - scope: How many values of each payload without natural end are explored; 3 by default.
  ///   - cases: How many random runs are made, if any; 2 000 by default.
  ///   - length: The largest number of steps of a random run, 100 by default; each run may end before, after any step
  ///     with a chance of 1 in `length` + 1.
  ///   - seed: What random runs are drawn from; 1 by default.
  public func check(
    _ name: String = "", depth: Int? = nil, states: Int? = nil, scope: Int? = nil, cases: Int? = nil,
    length: Int? = nil, seed: UInt64? = nil
  ) -> Check {
    check(
      name, CheckBounds(depth: depth, states: states, cases: cases, length: length, seed: seed, scope: scope))
  }

  /// Makes a check of this specification that makes random runs only, where the worlds are too many to explore any.
  ///
  /// - Parameters:
  ///   - name: What tells the check apart from others of the same module.
  ///   - cases: How many random runs are made; 2 000 by default.
  ///   - length: The largest number of steps of a run, 100 by default; each run may end before, after any step with a
  ///     chance of 1 in `length` + 1.
  ///   - seed: What the runs are drawn from; 1 by default.
  public func sample(
    _ name: String = "", cases: Int? = nil, length: Int? = nil, seed: UInt64? = nil
  ) -> Check {
    check(name, CheckBounds(engine: .sample, cases: cases, length: length, seed: seed))
  }

  private func check(_ name: String, _ bounds: CheckBounds) -> Check {
    let module = shortName(of: M.self)
    let runner = { @Sendable [self] (settings: CheckSettings, onProgress: @escaping (CheckProgress) -> Void) in
      var settings = settings
      if settings.engine == .automatic { settings.engine = bounds.engine }
      return CheckRunner(
        specification: self, module: module, name: name, bounds: bounds.filled(from: settings.defaults),
        settings: settings, onProgress: onProgress)
    }
    return Check(
      module: module, name: name, place: place, execute: { settings, onProgress in runner(settings, onProgress).run() },
      graph: { try runner($0, { _ in }).graph($1) },
      replayRecording: { recording, settings in runner(settings, { _ in }).replayRecording(recording) },
      attempter: { try runner($0, { _ in }).attempter() },
      walker: { try runner($1, { _ in }).walker($0, onTrap: $2) })
  }
}

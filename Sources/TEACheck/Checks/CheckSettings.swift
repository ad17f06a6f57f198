internal import TEAStateSpace
package import TEASupport

/// The settings with which checks are run: options of the command line, which override the declarations of a check.
package struct CheckSettings: Sendable, Equatable {
  /// The choice of engine.
  package enum Engine: Sendable {
    /// Explores, and samples where a bound ends the exploration early.
    case automatic
    case explore
    case sample
    /// Explores, and continues past violations.
    case survey
    /// Explores, continues past violations, and suggests properties.
    case suggest

    /// The search continues past violations, and only collects worlds.
    var ignoresViolations: Bool { self == .survey || self == .suggest }
  }

  package var engine = Engine.automatic
  package var depth: Int?
  package var states: Int?
  package var outstanding: Int?
  package var time: Duration?
  /// The bound on the memory of the process, in bytes.
  package var memory: Int?
  /// Worlds are told apart by 64-bit fingerprints (hash compaction).
  package var isCompact = false
  /// The file that keeps an unfinished exploration.
  package var checkpoint: String?
  /// The time after which a step counts as a trap.
  package var stepTime: Duration = .seconds(10)
  /// The handling of traps; `nil` where no other process can be started.
  var traps: TrapHandling?
  /// The process only runs checks, so an endless step may end it; a process of tests has other tests to run.
  var ownsProcess = false
  package var interruption: Interruption?
  /// Receives the log of `--verbose`; `nil` without it.
  var log: CheckLog?
  package var cases: Int?
  package var length: Int?
  package var seed: UInt64?
  package var scope: Int?
  /// The search continues past a violation, to violations of other properties.
  package var findsAll = false
  /// All suggestions are reported, and not only the best.
  package var suggestsAll = false
  /// The shard that this process searches; `nil` where the search is not divided.
  package var shard: Shard?
  /// The number of threads that search; the result does not depend on it.
  package var workers = Platform.coreCount
  /// The folder of stored counterexamples; `nil` where none are kept.
  package var store: String?
  /// The bounds in the package's file; bounds that a check declares take precedence.
  var defaults = CheckBounds()

  /// The largest number of explored worlds in the picture; `nil` for no picture.
  package var pictureLimit: Int?

  /// An option bounds the search or its runs, leaves one of them out, or changes the seed, so that less may be found than
  /// without options.
  var hasBounds: Bool {
    engine == .sample || engine == .explore || seed != nil
      || [depth, states, outstanding, memory, cases, length, scope].contains { $0 != nil }
      || time != nil
  }

  package init() {}
}

/// The bounds that a check declares itself, or those in the package's file; `nil` leaves them to the defaults.
struct CheckBounds: Sendable, Equatable {
  var engine = CheckSettings.Engine.automatic
  var depth: Int?
  var states: Int?
  var cases: Int?
  var length: Int?
  var seed: UInt64?
  var scope: Int?

  /// These bounds with this engine; a bound that is not set is taken from `defaults`.
  func filled(from defaults: CheckBounds) -> CheckBounds {
    var bounds = self
    bounds.depth = depth ?? defaults.depth
    bounds.states = states ?? defaults.states
    bounds.cases = cases ?? defaults.cases
    bounds.length = length ?? defaults.length
    bounds.seed = seed ?? defaults.seed
    bounds.scope = scope ?? defaults.scope
    return bounds
  }

  func exploration(_ settings: CheckSettings) -> ExplorationBounds {
    var bounds = ExplorationBounds()
    bounds.depth = settings.depth ?? depth
    // A bound on memory replaces the bound on worlds, also one that the check declares; only --states still applies.
    bounds.states = settings.states ?? (settings.memory == nil ? states ?? bounds.states : WorldIndex.firstProvisional)
    bounds.memory = settings.memory
    bounds.isCompact = settings.isCompact
    bounds.interruption = settings.interruption
    bounds.outstanding = settings.outstanding ?? bounds.outstanding
    bounds.time = settings.time
    bounds.countsSteps = true
    bounds.keepsGraph = settings.pictureLimit != nil
    // A graph with more steps is dropped. The picture then shows the first worlds, which are explored again for it.
    bounds.graphLimit = 250_000
    return bounds
  }

  func sampling(_ settings: CheckSettings) -> SamplingBounds {
    var bounds = SamplingBounds()
    bounds.cases = settings.cases ?? cases ?? bounds.cases
    // Without an explicit length, an explicit depth bounds the length of random runs.
    bounds.length = settings.length ?? length ?? min(bounds.length, settings.depth ?? depth ?? .max)
    bounds.seed = seed(settings)
    bounds.interruption = settings.interruption
    let isLimited = settings.length ?? length ?? settings.depth ?? depth != nil
    if let shard = settings.shard { bounds.vary(by: shard, mayReachFarther: !isLimited) }
    return bounds
  }

  /// The seed from which the seeds of all shards are computed.
  func seed(_ settings: CheckSettings) -> UInt64 { settings.seed ?? seed ?? SamplingBounds().seed }

  func scope(_ settings: CheckSettings) -> Int { settings.scope ?? scope ?? 3 }
}

package import TEASupport

/// The settings with which checks are run: options of the command line, which override the declarations of a check.
///
/// A bound of `nil` leaves the bound to the declarations of the check, or else to a default. Checks declare no bounds on time
/// and memory, and these have no default.
package struct CheckSettings: Sendable, Equatable {
  package enum Engine: Sendable {
    /// Explores, and samples where a bound ends the exploration early.
    case automatic
    case explore
    case sample
    /// Explores, and continues past violations.
    case survey
    /// Explores, continues past violations, and suggests properties.
    case suggest

    package var ignoresViolations: Bool { self == .survey || self == .suggest }
  }

  package var engine = Engine.automatic
  /// The largest number of steps from a start to an explored world.
  package var depth: Int?
  /// The largest number of distinct worlds of an exploration.
  package var states: Int?
  /// The largest number of outstanding commands of an explored world.
  package var outstanding: Int?
  /// The longest duration of the search.
  package var time: Duration?
  /// The bound on the memory of the process, in bytes.
  package var memory: Int?
  /// Worlds are told apart by 64-bit fingerprints (hash compaction).
  package var isCompact = false
  /// The path of the file that keeps an unfinished exploration; `nil` to keep none.
  package var checkpoint: String?
  /// The time after which a step counts as a trap.
  package var stepTime: Duration = .seconds(10)
  /// The handling of traps by further processes; `nil` where no other process can be started.
  package var traps: TrapHandling?
  /// The process only runs checks, so an endless step may end the process; a process of tests has other tests to run.
  package var ownsProcess = false
  package var interruption: Interruption?
  package var log: CheckLog?
  /// The number of random runs.
  package var cases: Int?
  /// The largest number of steps of a random run.
  package var length: Int?
  package var seed: UInt64?
  /// The number of values that are explored of each payload with more than 16 values.
  package var scope: Int?
  /// After a violation, further searches look for violations of other properties.
  package var findsAllViolations = false
  /// All suggestions are shown, and not only the best ones.
  package var suggestsAll = false
  /// `nil` for a search that is not divided into shards.
  package var shard: Shard?
  /// The number of threads that search; the result does not depend on this number.
  package var workers = Platform.coreCount
  /// The folder of stored counterexamples; `nil` where none are kept.
  package var store: String?
  /// The bounds in the package's settings file; bounds that a check declares take precedence.
  package var defaults = CheckBounds()

  /// The bound on the nodes of a result's picture, without those of the counterexample; `nil` for no picture.
  package var pictureLimit: Int?

  /// Returns `true` where a setting bounds the search, leaves out an engine or changes the seed, so that a check may find less.
  ///
  /// - Parameter bounds: The bounds that the check declares, which take precedence over those in the settings file.
  package func mayFindLess(withDeclared bounds: CheckBounds) -> Bool {
    engine == .sample || engine == .explore || seed != nil
      || [depth, states, outstanding, memory, cases, length, scope].contains { $0 != nil }
      || time != nil || bounds.filled(from: defaults) != bounds
  }

  package init() {}
}

/// The bounds that a check declares itself, or the bounds in the package's settings file; `nil` leaves a bound to the defaults.
package struct CheckBounds: Sendable, Equatable {
  package var engine = CheckSettings.Engine.automatic
  package var depth: Int?
  package var states: Int?
  package var cases: Int?
  package var length: Int?
  package var seed: UInt64?
  package var scope: Int?

  package init(
    engine: CheckSettings.Engine = .automatic, depth: Int? = nil, states: Int? = nil, cases: Int? = nil,
    length: Int? = nil, seed: UInt64? = nil, scope: Int? = nil
  ) {
    self.engine = engine
    self.depth = depth
    self.states = states
    self.cases = cases
    self.length = length
    self.seed = seed
    self.scope = scope
  }

  /// These bounds, and the defaults for those that are `nil`. The engine is not changed.
  package func filled(from defaults: CheckBounds) -> CheckBounds {
    var bounds = self
    bounds.depth = depth ?? defaults.depth
    bounds.states = states ?? defaults.states
    bounds.cases = cases ?? defaults.cases
    bounds.length = length ?? defaults.length
    bounds.seed = seed ?? defaults.seed
    bounds.scope = scope ?? defaults.scope
    return bounds
  }
}

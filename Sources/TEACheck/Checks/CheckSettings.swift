internal import TEAStateSpace
package import TEASupport

/// The settings of a check's run: those that the command line asks for, over those that the check declares.
package struct CheckSettings: Sendable, Equatable {
  /// Which engine runs.
  package enum Engine: Sendable {
    /// Explores, and samples where the budget ends before the worlds do.
    case automatic
    case explore
    case sample
    /// Explores, and goes on where something is violated.
    case survey
    /// Explores, goes on where something is violated, and says what holds.
    case suggest

    /// It judges nothing.
    var isSurvey: Bool { self == .survey || self == .suggest }
  }

  package var engine = Engine.automatic
  package var depth: Int?
  package var states: Int?
  package var outstanding: Int?
  package var time: Duration?
  /// The most memory that the process may take, in bytes.
  package var memory: Int?
  /// Worlds are told apart by fingerprints of 64 bits.
  package var isCompact = false
  /// The file that keeps an unfinished exploration.
  package var checkpoint: String?
  /// The longest time that a step may take.
  package var stepTime: Duration = .seconds(10)
  /// The handling of steps that end the process, where another one started this.
  var traps: TrapHandling?
  package var interruption: Interruption?
  /// Receives what is done, where somebody wants to know.
  var log: CheckLog?
  package var cases: Int?
  package var length: Int?
  package var seed: UInt64?
  package var scope: Int?
  /// The search goes on past a violation, to those of other properties.
  package var findsAll = false
  /// All suggestions are wanted, and not the best of them.
  package var suggestsAll = false
  /// Which of several searches this is, if it is one of several.
  package var shard: Shard?
  /// The number of threads that search; the result does not depend on it.
  package var workers = Platform.coreCount
  /// The folder in which counterexamples are kept and looked for, if any.
  package var store: String?
  /// The bounds of the package's file, for those that a check may declare; they stand behind those that it declares.
  var defaults = CheckBounds()

  /// The most nodes for explored worlds in the picture that is wanted; `nil` for no picture.
  package var pictureLimit: Int?

  package init() {}
}

/// The bounds that a check declares itself; `nil` leaves them to the defaults.
struct CheckBounds: Sendable, Equatable {
  var engine = CheckSettings.Engine.automatic
  var depth: Int?
  var states: Int?
  var cases: Int?
  var length: Int?
  var seed: UInt64?
  var scope: Int?

  /// The bounds, and for those that are not declared others.
  func filled(from others: CheckBounds) -> CheckBounds {
    var bounds = self
    bounds.depth = depth ?? others.depth
    bounds.states = states ?? others.states
    bounds.cases = cases ?? others.cases
    bounds.length = length ?? others.length
    bounds.seed = seed ?? others.seed
    bounds.scope = scope ?? others.scope
    return bounds
  }

  func exploration(_ settings: CheckSettings) -> ExplorationBounds {
    var bounds = ExplorationBounds()
    bounds.depth = settings.depth ?? depth
    // An explicit --memory lifts the default limit of worlds.
    bounds.states = settings.states ?? (settings.memory == nil ? states ?? bounds.states : WorldIndex.firstProvisional)
    bounds.memory = settings.memory
    bounds.isCompact = settings.isCompact
    bounds.interruption = settings.interruption
    bounds.outstanding = settings.outstanding ?? bounds.outstanding
    bounds.time = settings.time
    bounds.countsSteps = true
    bounds.keepsGraph = settings.pictureLimit != nil
    // A larger one is no picture.
    bounds.graphLimit = 250_000
    return bounds
  }

  func sampling(_ settings: CheckSettings) -> SamplingBounds {
    var bounds = SamplingBounds()
    bounds.cases = settings.cases ?? cases ?? bounds.cases
    // An explicit depth limits random runs, too.
    bounds.length = settings.length ?? length ?? min(bounds.length, settings.depth ?? depth ?? .max)
    bounds.seed = seed(settings)
    bounds.interruption = settings.interruption
    let isLimited = settings.length ?? length ?? settings.depth ?? depth != nil
    if let shard = settings.shard { bounds.vary(by: shard, mayReachFarther: !isLimited) }
    return bounds
  }

  /// The seed from which the random numbers of all shards are drawn.
  func seed(_ settings: CheckSettings) -> UInt64 { settings.seed ?? seed ?? SamplingBounds().seed }

  func scope(_ settings: CheckSettings) -> Int { settings.scope ?? scope ?? 3 }
}

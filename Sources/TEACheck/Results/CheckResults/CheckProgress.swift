internal import TEASupport

package struct CheckProgress: Sendable, Equatable {
  /// The bounds of the check, the runs to expect and the time left; `nil` for a number that is not set.
  package struct Limits: Sendable, Equatable {
    package var states: Int?
    package var depth: Int?
    /// The number of random runs to expect in all.
    package var runs: Int?
    /// In bytes.
    package var memory: Int?
    /// The time that is left until the bound on time.
    package var remainingSeconds: Double?

    package init() {}
  }

  package var title: String
  /// The name of the current stage; `nil` for an exploration and for sampling.
  package var stage: String?
  package var states = 0
  package var transitions = 0
  package var depth = 0
  package var frontier = 0
  /// The number of random runs that were made; 0 in an exploration.
  package var runs = 0
  package var limits = Limits()
  /// The names of the `Sometimes` properties without a witness yet, and of the `Cover` properties without enough runs yet.
  package var unmetProperties: [String] = []
  /// The names of the properties that can only be judged at the end.
  package var judgedAtEnd: [String] = []

  // Added by a ``ProgressMeter``:

  /// The time since the check began.
  package var seconds = 0.0
  /// The number of worlds, or of steps of random runs, per second over the last seconds; `nil` where it is not known.
  package var rate: Int?
  /// The memory of the process in bytes; `nil` where it is not known.
  package var memory: Int?
  /// The frontier is smaller than at the beginning of the time over which `rate` is measured.
  package var isFrontierFalling = false

  package init(
    title: String, states: Int = 0, transitions: Int = 0, depth: Int = 0, frontier: Int = 0, runs: Int = 0
  ) {
    self.title = title
    self.states = states
    self.transitions = transitions
    self.depth = depth
    self.frontier = frontier
    self.runs = runs
  }
}

/// Counts are clamped to their range, impossible times are ignored, and lists keep their first 100 names.
extension CheckProgress: Record {
  package static var kind: String? { "progress" }
  package static var blank: Self { Self(title: "") }

  package static let fields: [RecordField<Self>] = [
    .member("title", \.title), .optional("stage", \.stage),
    .member("states", \.states, valid: clamped), .member("transitions", \.transitions, valid: clamped),
    .member("depth", \.depth, valid: clamped), .member("frontier", \.frontier, valid: clamped),
    .member("runs", \.runs, valid: clamped), .member("limits", \.limits),
    .member("open", \.unmetProperties, if: { !$0.isEmpty }, valid: { Array($0.prefix(100)) }),
    .member("waiting", \.judgedAtEnd, if: { !$0.isEmpty }, valid: { Array($0.prefix(100)) }),
    .member("seconds", \.seconds, valid: possible), .optional("rate", \.rate, valid: clamped),
    .optional("memory", \.memory, valid: clamped), .member("falls", \.isFrontierFalling, if: { $0 }),
  ]
}

extension CheckProgress.Limits: Record {
  package static var blank: Self { Self() }

  package static let fields: [RecordField<Self>] = [
    .optional("states", \.states, valid: clamped), .optional("depth", \.depth, valid: clamped),
    .optional("runs", \.runs, valid: clamped), .optional("memory", \.memory, valid: clamped),
    .optional("seconds", \.remainingSeconds, valid: possible),
  ]
}

private func clamped(_ count: Int) -> Int? { min(max(0, count), CheckResult.largestCount) }

private func possible(_ seconds: Double) -> Double? { seconds >= 0 && seconds < 1e9 ? seconds : nil }

/// A position such as `3/12`; `nil` for a single check, and for a title that is not in the list.
package func position(of title: String, among titles: [String]) -> String? {
  guard titles.count > 1, let index = titles.firstIndex(of: title) else { return nil }
  return "\(index + 1)/\(titles.count)"
}

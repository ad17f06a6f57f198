package import TEASupport

package struct CheckProgress: Sendable, Equatable {
  /// The bounds of the search; `nil` for a bound that is not set.
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

extension CheckProgress {
  package var record: JSON {
    func texts(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map { .string($0) }) }
    func number(_ number: Int?) -> JSON? { number.map { .integer($0) } }
    let limits = JSON.object([
      "states": number(limits.states), "depth": number(limits.depth), "runs": number(limits.runs),
      "memory": number(limits.memory), "seconds": limits.remainingSeconds.map { .number($0) },
    ])
    return .object([
      "version": .integer(RecordFormat.version), "kind": .string("progress"), "title": .string(title),
      "stage": stage.map { .string($0) }, "states": .integer(states), "transitions": .integer(transitions),
      "depth": .integer(depth), "frontier": .integer(frontier), "runs": .integer(runs), "limits": limits,
      "open": texts(unmetProperties), "waiting": texts(judgedAtEnd), "seconds": .number(seconds), "rate": number(rate),
      "memory": number(memory), "falls": isFrontierFalling ? .bool(true) : nil,
    ])
  }

  /// Counts are clamped to their range, impossible times are ignored, and lists keep their first 100 names.
  package init(record: JSON) {
    func number(_ json: JSON?) -> Int? { json?.integer.map { min(max(0, $0), CheckResult.largestCount) } }
    func seconds(_ json: JSON?) -> Double? { json?.number.flatMap { $0 >= 0 && $0 < 1e9 ? $0 : nil } }
    func texts(_ name: String) -> [String] { (record[name]?.array ?? []).prefix(100).compactMap(\.string) }
    self.init(title: record["title"]?.string ?? "")
    stage = record["stage"]?.string
    states = number(record["states"]) ?? 0
    transitions = number(record["transitions"]) ?? 0
    depth = number(record["depth"]) ?? 0
    frontier = number(record["frontier"]) ?? 0
    runs = number(record["runs"]) ?? 0
    let limitsRecord = record["limits"]
    limits.states = number(limitsRecord?["states"])
    limits.depth = number(limitsRecord?["depth"])
    limits.runs = number(limitsRecord?["runs"])
    limits.memory = number(limitsRecord?["memory"])
    limits.remainingSeconds = seconds(limitsRecord?["seconds"])
    unmetProperties = texts("open")
    judgedAtEnd = texts("waiting")
    self.seconds = seconds(record["seconds"]) ?? 0
    rate = number(record["rate"])
    memory = number(record["memory"])
    isFrontierFalling = record["falls"]?.bool ?? false
  }
}

/// A position such as `3/12`; `nil` for a single check, and for a title that is not in the list.
package func position(of title: String, among titles: [String]) -> String? {
  guard titles.count > 1, let index = titles.firstIndex(of: title) else { return nil }
  return "\(index + 1)/\(titles.count)"
}

package import TEASupport

/// One of several searches of the same checks. The first shard makes the same search as a run without shards; the other shards
/// look at other parts of the state space.
package struct Shard: Sendable, Equatable, CustomStringConvertible {
  /// The index, from 1 to the count.
  package let index: Int
  package let count: Int

  package static var maxCount: Int { 10_000 }

  package init?(index: Int, count: Int) {
    guard (1...Self.maxCount).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  private init(_ index: Int, _ count: Int) { (self.index, self.count) = (index, count) }

  /// The shard of a search that is not divided.
  package static let only = Shard(1, 1)

  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  package var description: String { "\(index)/\(count)" }

  package var isFirst: Bool { index == 1 }

  /// The seed of this shard, which does not depend on the number of shards.
  package func seed(from seed: UInt64) -> UInt64 {
    guard !isFirst else { return seed }
    // The constant, “SHARDS” in ASCII, keeps these numbers apart from the numbers of random runs with the same seed.
    var random = RandomNumbers(seed: seed ^ 0x5348_4152_4453, run: UInt64(index))
    return random.next()
  }

  /// The number that a text of ASCII digits says; `nil` for other texts. Unlike `Int.init`, this accepts no sign.
  static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

extension Shard {
  package init(option value: String, environment: (String) -> String?) throws(UsageError) {
    if value == "auto" {
      try self.init(environment: environment)
      return
    }
    guard let shard = Shard(value) else {
      throw UsageError(
        "The value '\(value)' is invalid for '--shard': it must be I/N with I from 1 to N, such as 2/8, or auto")
    }
    self = shard
  }

  /// Reads the variables of CI engines. Slurm and Kubernetes come before GitLab, because a GitLab job passes its variables on
  /// to the jobs of Slurm and Kubernetes that it starts.
  private init(environment: (String) -> String?) throws(UsageError) {
    func number(_ name: String) throws(UsageError) -> Int? {
      guard let text = environment(name) else { return nil }
      guard let number = Self.number(text), number <= 1_000_000_000 else {
        throw UsageError("The variable \(name) is '\(text)', which is not the number of a shard")
      }
      return number
    }
    func shard(_ index: Int, of count: Int, _ names: String) throws(UsageError) -> Shard {
      guard let shard = Shard(index: index, count: count) else {
        throw UsageError("The variables \(names) mean shard \(index) of \(count), which does not exist")
      }
      return shard
    }
    if let text = environment("TEACHECK_SHARD") {
      guard let shard = Shard(text) else {
        throw UsageError("The variable TEACHECK_SHARD is '\(text)'; it must be I/N with I from 1 to N, such as 2/8")
      }
      self = shard
    } else if let task = try number("SLURM_ARRAY_TASK_ID") {
      guard let count = try number("SLURM_ARRAY_TASK_COUNT") else {
        throw UsageError("The variable SLURM_ARRAY_TASK_ID is set, and SLURM_ARRAY_TASK_COUNT is not")
      }
      let step = max(1, try number("SLURM_ARRAY_TASK_STEP") ?? 1)
      let first = try number("SLURM_ARRAY_TASK_MIN") ?? 1
      // A task before the first task, or between two steps, gets an index below 1, which no shard has.
      let index = (task - first).isMultiple(of: step) ? (task - first) / step + 1 : 0
      self = try shard(index, of: count, "SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT")
    } else if let index = try number("JOB_COMPLETION_INDEX") {
      guard let count = try number("TEACHECK_SHARD_COUNT") else {
        throw UsageError(
          "The variable JOB_COMPLETION_INDEX is set, and TEACHECK_SHARD_COUNT is not: set it to the Job's completions")
      }
      self = try shard(index + 1, of: count, "JOB_COMPLETION_INDEX and TEACHECK_SHARD_COUNT")
    } else if let count = try number("CI_NODE_TOTAL") {
      // GitLab sets a total of 1 and no index in a job that is not parallel.
      let index = try number("CI_NODE_INDEX") ?? (count == 1 ? 1 : 0)
      self = try shard(index, of: count, "CI_NODE_INDEX and CI_NODE_TOTAL")
    } else if environment("CI_NODE_INDEX") != nil {
      throw UsageError("The variable CI_NODE_INDEX is set, and CI_NODE_TOTAL is not")
    } else {
      throw UsageError(
        "No variable says which shard this is: set TEACHECK_SHARD=I/N, or run as a parallel job of GitLab, an array job "
          + "of Slurm or an indexed job of Kubernetes")
    }
  }
}

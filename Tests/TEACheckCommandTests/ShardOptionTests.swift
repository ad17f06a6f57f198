import TEASupport
import Foundation
import TEACheck
import Testing

/// The shard that a command line and its environment select, and the errors where they select none.
@Suite struct ShardOptionTests {
  /// The shard, as `I/N`, that a value of `--shard` selects in an environment.
  private func shard(_ value: String, _ environment: [String: String] = [:]) throws -> String {
    try Shard(option: value, environment: { environment[$0] }).description
  }

  private func expectError(
    _ text: String, _ value: String, _ environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectUsageError(text, sourceLocation: sourceLocation) { _ = try shard(value, environment) }
  }

  @Test(arguments: ["1/1", "1/3", "3/3", "10000/10000"])
  func `a shard has an index and a count`(_ value: String) throws {
    #expect(try shard(value) == value)
  }

  @Test(arguments: [
    "", "0/3", "4/3", "abc", "3", "1/", "/3", "-1/3", "+1/3", "1/3/5", " 1/3", "1/0", "10001/10001",
    "99999999999999999999/3", "Auto",
  ])
  func `a value that is neither I of N nor auto is refused`(_ value: String) {
    expectError(
      "The value '\(value)' is invalid for '--shard': it must be I/N with I from 1 to N, such as 2/8, or auto", value)
  }

  @Test(arguments: [
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], "2/5"),
    (["CI_NODE_TOTAL": "1"], "1/1"),
    (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4"], "3/4"),
    (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0"], "1/4"),
    (
      [
        "SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10",
        "SLURM_ARRAY_TASK_STEP": "2",
      ], "3/3"
    ),
    (["JOB_COMPLETION_INDEX": "0", "TEACHECK_SHARD_COUNT": "6"], "1/6"),
    (["TEACHECK_SHARD": "2/3"], "2/3"),
    (["TEACHECK_SHARD": "2/3", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "9"], "2/3"),
    (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "CI_NODE_TOTAL": "1"], "3/4"),
  ])
  func `auto reads the variables of the job`(_ environment: [String: String], _ expected: String) throws {
    #expect(try shard("auto", environment) == expected)
  }

  @Test func `a shard on the command line overrides the environment`() throws {
    #expect(try shard("1/2", ["CI_NODE_INDEX": "7", "CI_NODE_TOTAL": "9", "TEACHECK_SHARD": "x"]) == "1/2")
  }

  @Test(
    arguments: [
      (
        [:],
        "No variable says which shard this is: set TEACHECK_SHARD=I/N, or run as a parallel job of GitLab, an array job "
          + "of Slurm or an indexed job of Kubernetes"
      ),
      (
        ["TEACHECK_SHARD": "0/3"],
        "The variable TEACHECK_SHARD is '0/3'; it must be I/N with I from 1 to N, such as 2/8"
      ),
      (["CI_NODE_INDEX": "2"], "The variable CI_NODE_INDEX is set, and CI_NODE_TOTAL is not"),
      (["CI_NODE_TOTAL": "many"], "The variable CI_NODE_TOTAL is 'many', which is not the number of a shard"),
      (
        ["CI_NODE_INDEX": "6", "CI_NODE_TOTAL": "5"],
        "The variables CI_NODE_INDEX and CI_NODE_TOTAL mean shard 6 of 5, which does not exist"
      ),
      (["SLURM_ARRAY_TASK_ID": "3"], "The variable SLURM_ARRAY_TASK_ID is set, and SLURM_ARRAY_TASK_COUNT is not"),
      (
        ["SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"],
        "The variables SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT mean shard 9 of 3, which does not exist"
      ),
      (
        ["JOB_COMPLETION_INDEX": "2"],
        "The variable JOB_COMPLETION_INDEX is set, and TEACHECK_SHARD_COUNT is not: set it to the Job's completions"
      ),
      (
        ["JOB_COMPLETION_INDEX": "\(Int.max)", "TEACHECK_SHARD_COUNT": "2"],
        "The variable JOB_COMPLETION_INDEX is '9223372036854775807', which is not the number of a shard"
      ),
    ] as [([String: String], String)])
  func `a missing or wrong variable is named`(_ environment: [String: String], _ text: String) {
    expectError(text, "auto", environment)
  }

  @Test(arguments: ["check", "explore", "sample"]) func `the shard is passed to the suites`(_ command: String) throws {
    let invocation = try Invocation(arguments: [command, "--shard=2/3"])
    #expect(invocation.settings.shard == Shard("2/3"))
    #expect(invocation.suiteArguments == ["--shard", "2/3"])
  }

  @Test(arguments: ["list", "replay", "graph", "coverage", "merge"])
  func `only check, explore and sample have shards`(_ command: String) {
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: [command, "--shard", "1/2"]) }
    #expect(error?.description == "The option '--shard' is for 'check', 'explore' and 'sample' only")
  }

  @Test func `completeness can be required of all shards together, and not of one of several`() throws {
    let error = #expect(throws: UsageError.self) {
      try Invocation(arguments: ["--shard", "1/2", "--require-complete"])
    }
    #expect(
      error?.description == "One shard may be incomplete: give '--require-complete' to 'tea-check merge'")
    _ = try Invocation(arguments: ["--shard", "1/1", "--require-complete"])
    #expect(try Invocation(arguments: ["merge", "a.jsonl", "--require-complete"]).names == ["a.jsonl"])
  }
}

internal import TEAResults
import TEASupport

/// Joins the records of shards.
enum MergeSession {
  static func run(_ invocation: Invocation) throws -> Int32 {
    guard !invocation.names.isEmpty else {
      throw UsageError("Name the files to merge: what each shard wrote with --format json")
    }
    let outputs = try Outputs(invocation, console: Console(invocation.verbosity))
    let merge = try ShardMerge(try invocation.names.map { try ShardFile(path: $0) })
    let results = merge.checks.map(\.result)
    outputs.begin(results.map(\.title))
    for (suite, result) in merge.checks { outputs.add(result, of: suite) }
    try outputs.end()
    let code = exitCode(of: results, requiresComplete: invocation.requiresComplete)
    CheckSession.noteIncompleteChecks(results, exitCode: code)
    if merge.unreachedCount > 0 {
      Platform.write(
        "Error: No shard reached the last \(counted(merge.unreachedCount, "check")): run the shards again\n",
        to: Platform.standardError)
    }
    guard code == ExitCode.passed, let missingShards = merge.missingShards else { return code }
    Platform.write("Error: Shards are missing or cut off: \(missingShards)\n", to: Platform.standardError)
    return ExitCode.inconclusive
  }
}

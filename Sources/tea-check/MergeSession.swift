import TEACheck

/// Joins the records of shards.
struct MergeSession {
  private let invocation: Invocation
  private let report: Report?

  /// - Throws: ``UsageError`` where no file is named.
  init(_ invocation: Invocation, report: Report?) throws {
    self.report = report
    guard !invocation.names.isEmpty else {
      throw UsageError("Name the files to merge: what each shard wrote with --format json")
    }
    self.invocation = invocation
  }

  /// - Returns: The exit code.
  /// - Throws: ``MergeError`` for files that cannot be read or do not fit together.
  func run() throws -> Int32 {
    let merge = try ShardMerge(try invocation.names.map { try ShardFile(path: $0) })
    let results = merge.checks.map(\.result)
    if invocation.format == .json {
      for (suite, result) in merge.checks {
        Platform.write(result.record(suite: suite).text + "\n", to: Platform.standardOutput)
      }
    } else {
      let printer = TextPrinter(titleWidth: results.map(\.title.count).max() ?? 0) {
        Platform.write($0, to: Platform.standardOutput)
      }
      results.forEach(printer.print)
      printer.printSummary(of: results)
    }
    for (suite, result) in merge.checks { report?.add(result, of: suite) }
    try report?.end()
    let code = exitCode(of: results, requiresComplete: invocation.requiresComplete)
    Session.explain(code, results)
    guard code == ExitCode.passed, let missing = merge.missing else { return code }
    Platform.write("Error: Not all shards are there: \(missing)\n", to: Platform.standardError)
    return ExitCode.inconclusive
  }
}

internal import TEASupport

package func exitCode(of results: [CheckResult], requiresComplete: Bool) -> Int32 {
  if results.contains(where: { $0.verdict == .violated || $0.verdict == .trapped }) { return ExitCode.violated }
  if results.contains(where: { $0.verdict == .error }) { return ExitCode.failure }
  guard requiresComplete else { return ExitCode.passed }
  return results.allSatisfy(\.meetsRequireComplete) ? ExitCode.passed : ExitCode.inconclusive
}

/// In a replay, an error means that the recorded steps do not fit the program, which is an error of usage.
package func replayExitCode(of results: [CheckResult]) -> Int32 {
  let code = exitCode(of: results, requiresComplete: false)
  return code == ExitCode.failure ? ExitCode.usage : code
}

import Foundation
import TEACheck

/// One run of the selected checks of all suites.
struct Session {
  private let invocation: Invocation
  private let console: Console
  private let outputs: Outputs

  init(invocation: Invocation, console: Console, outputs: Outputs) {
    self.invocation = invocation
    self.console = console
    self.outputs = outputs
  }

  /// - Returns: The exit code.
  func run(_ checks: [SuiteCheck]) throws -> Int32 {
    var results: [CheckResult] = []
    var names: [String] = []
    let interruption = Interruption.ofProcess()
    for check in checks where !names.contains(check.suite.name) { names.append(check.suite.name) }
    for name in names {
      var rest = checks.filter { $0.suite.name == name }
      while !rest.isEmpty {
        if interruption.isRequested {
          rest.forEach { report($0.notRun, of: $0.suite, in: &results) }
          break
        }
        let done = try runOnce(rest)
        let left = rest.count
        results += done
        rest.removeAll { check in done.contains { $0.title == check.title } }
        guard rest.count < left else { throw SuiteError("\(name) reported on checks that it was not asked for") }
      }
    }
    try outputs.end()
    var code = exitCode(of: results, requiresComplete: invocation.requiresComplete)
    if code == ExitCode.passed, interruption.isRequested { code = ExitCode.interrupted }
    console.clear()
    Self.explain(code, results)
    return code
  }

  /// Says which results keep a run from being complete, where it must be.
  static func explain(_ code: Int32, _ results: [CheckResult]) {
    guard code == ExitCode.inconclusive else { return }
    let titles = results.filter { !$0.isComplete && $0.knownIssue == nil }.map { "'\($0.visible.title)'" }
    Platform.write(
      "Error: Not complete, as --require-complete wants it: \(titles.joined(separator: ", "))\n",
      to: Platform.standardError)
  }

  /// Where the suites keep counterexamples, unless something else says it.
  private var store: [String] {
    let isSaid = invocation.store != nil || Platform.environment("TEACHECK_STORE") != nil
    let folder = invocation.packagePath.map { "\($0)/.tea-check" } ?? ".tea-check"
    return isSaid ? [] : ["--store", folder]
  }

  private func report(_ result: CheckResult, of suite: Suite, in results: inout [CheckResult]) {
    var result = result
    // A suite that died did not say which shard it was.
    if result.shard == nil, let shard = invocation.settings.shard { result.shard = ShardAccount(shard: shard) }
    results.append(result)
    outputs.add(result, of: suite.name)
  }

  /// Runs checks of one suite, up to its end or its death.
  ///
  /// - Returns: At least one result.
  private func runOnce(_ checks: [SuiteCheck]) throws -> [CheckResult] {
    let suite = checks[0].suite
    var results: [CheckResult] = []
    var running: String?
    var trap: TrapSite?
    let command =
      [invocation.command.rawValue, "--format", outputs.recordFormat.rawValue] + store + invocation.engineArguments
    func take(_ event: Suite.Event) {
      switch event {
      case .listed, .unitTest: break
      case .trapped(let site): trap = site
      case .started(let title):
        running = title
        console.show(title)
      case .graph(let graph): outputs.add(graph)
      case .progress(let progress): console.show(TextReport.line(of: progress))
      case .finished(let result):
        running = nil
        report(result, of: suite, in: &results)
      }
    }
    var end = try suite.run(command + ["--"] + checks.map(\.title), onEvent: take)
    if let site = trap, let title = running, let check = checks.first(where: { $0.title == title }) {
      end = try check.run(after: site, end, command, [title], onEvent: take)
    }
    // A suite that was interrupted alone is an interruption all the same.
    if end.status == ExitCode.interrupted, !end.wasSignalled { Interruption.ofProcess().request() }
    if let title = running, let check = checks.first(where: { $0.title == title }) {
      report(check.death(end), of: suite, in: &results)
    }
    if results.isEmpty, Interruption.ofProcess().isRequested {
      // The signal came before the suite could take it.
      checks.forEach { report($0.notRun, of: suite, in: &results) }
    }
    guard !results.isEmpty else { throw SuiteError("\(suite.name) ran no check: \(end.text)") }
    return results
  }
}

internal import TEAResults
import TEASupport
import Foundation

/// Runs the checks of suites, and reports their results.
struct CheckSession {
  let invocation: Invocation
  let console: Console
  let outputs: Outputs

  /// Runs checks, and reports each of the `failures` as one result.
  func run(_ checks: [SuiteCheck], besides failures: [SuiteFailure] = []) throws -> Int32 {
    outputs.checkCount = checks.count + failures.count
    // The indices of each suite's checks, in the order of the suites' first checks.
    let indicesBySuite = Dictionary(grouping: checks.indices) { checks[$0].suite.name }.values.sorted { $0[0] < $1[0] }
    return try run(indicesBySuite.map { checks[$0[0]].suite.name } + failures.map(\.suite)) { index in
      guard index < indicesBySuite.count else { throw failures[index - indicesBySuite.count].error }
      return indicesBySuite[index].map { checks[$0] }
    }
  }

  /// Runs the checks of each suite as soon as they are listed, and reports them in the order of the suites.
  ///
  /// A suite that cannot be built or cannot list its checks is reported as one result; the other suites run.
  ///
  /// - Parameter listChecks: Receives an index in `names`, and returns the checks of that suite. It may wait until the suite is
  ///   built.
  func run(_ names: [String], _ listChecks: @escaping @Sendable (Int) throws -> [SuiteCheck]) throws -> Int32 {
    let interruption = Interruption.handleSignals()
    if let remark = CounterexampleStore.remark(onRequested: invocation.store) {
      Platform.write("note: \(remark)\n", to: Platform.standardError)
    }
    let concurrency = SuiteConcurrency(invocation, suites: names.count)
    console.detail("\(counted(concurrency.jobs, "suite")) at a time, \(counted(concurrency.threads, "thread")) in all")
    let queue = SuiteQueue(concurrency, suites: names.count)
    try queue.run { [invocation, console, outputs] index, workers in
      let turn = SuiteTurn(queue: queue, index: index)
      let checks: [SuiteCheck]
      do {
        checks = try listChecks(index)
      } catch {
        // An error in the manifest or of the toolchain concerns all suites.
        if let error = error as? BuildError, error.suite == nil { throw error }
        if interruption.isRequested { return }
        let failure = SuiteFailure(suite: names[index], error: error)
        turn.reportInTurn { outputs.add(failure.result(invocation), of: failure.suite) }
        return
      }
      guard let suite = checks.first?.suite else {
        if names.count > 1 { turn.reportInTurn { CheckRound.noteEmptySuite(names[index]) } }
        return
      }
      let titles = checks.map(\.title)
      turn.reportInTurn {
        console.detail("suite \(suite.name): \(suite.executable.path)")
        outputs.begin(checks)
      }
      let suiteRun = SuiteRun(
        invocation: invocation, console: console, outputs: outputs, titles: titles, turn: turn, workers: workers)
      try suiteRun.run(checks)
    }
    try outputs.end()
    let results = outputs.results
    if !interruption.isRequested { noteUnclaimedCounterexamples(results) }
    if results.isEmpty, !interruption.isRequested { throw UsageError("The suites of this package hold no checks") }
    var code = exitCode(of: results, requiresComplete: invocation.requiresComplete && !interruption.isRequested)
    if code == ExitCode.passed, interruption.isRequested { code = ExitCode.interrupted }
    console.clear()
    Self.noteIncompleteChecks(results, exitCode: code)
    return code
  }

  /// Prints the problems of stored counterexamples that no check of the package replays.
  private func noteUnclaimedCounterexamples(_ results: [CheckResult]) {
    guard invocation.names.isEmpty, invocation.filter == nil, invocation.changedSince == nil,
      !results.contains(where: { $0.verdict == .error })
    else {
      return
    }
    let folder = invocation.givenStore ?? invocation.defaultStore
    guard folder != "off", !folder.isEmpty else { return }
    for problem in CounterexampleStore(folder: folder).problems(
      besidesThoseOf: outputs.knownChecks, inPackageAt: invocation.packagePath ?? ".")
    {
      Platform.write("note: \(printableLines(problem))\n", to: Platform.standardError)
    }
  }

  static func noteIncompleteChecks(_ results: [CheckResult], exitCode code: Int32) {
    guard code == ExitCode.inconclusive else { return }
    let titles = results.filter { !$0.meetsRequireComplete }.map { "'\($0.printable.title)'" }
    Platform.write(
      "Error: Not complete, but --require-complete demands it: \(titles.joined(separator: ", "))\n",
      to: Platform.standardError)
  }
}

/// A suite that cannot be built or cannot list its checks, with the error.
struct SuiteFailure {
  var suite: String
  var error: any Error

  /// The failure as a result of the suite. Its place is the manifest, which declares the suite.
  func result(_ invocation: Invocation) -> CheckResult {
    let path = URL(fileURLWithPath: invocation.packagePath ?? ".").appendingPathComponent("Package.swift").path
    var result = CheckResult(module: suite, name: "", place: "Package.swift:1", path: path, verdict: .error)
    result.message = "\(error)"
    result.shard = invocation.settings.shard.map { ShardSummary(shard: $0) }
    return result
  }
}

extension Invocation {
  /// The folder of stored counterexamples that an option or a variable gives; `nil` for the usual folder.
  var givenStore: String? { store ?? CounterexampleStore.valueOfVariable }

  var defaultStore: String { (packagePath.map { "\($0)/" } ?? "") + CounterexampleStore.defaultFolderName }
}

internal import TEAResults
import TEASupport
import Foundation

/// Runs checks of one suite, and reports their results in the suite's turn.
struct SuiteRun {
  let invocation: Invocation
  let console: Console
  let outputs: Outputs
  /// The titles of the checks that the command runs in this suite, which the progress line counts.
  let titles: [String]
  let turn: SuiteTurn
  /// The number of worker threads that the suite may use beside other suites; `nil` where it runs alone and chooses the number.
  let workers: Int?

  /// Runs the checks. A suite that ends early is started again for the remaining checks.
  func run(_ checks: [SuiteCheck]) throws {
    var remainingChecks = checks
    while !remainingChecks.isEmpty {
      if Interruption.ofProcess.isRequested {
        for check in remainingChecks { report(check.notRunResult, of: check.suite) }
        return
      }
      do {
        let doneTitles = try runOnce(remainingChecks)
        let formerCount = remainingChecks.count
        remainingChecks.removeAll { check in doneTitles.contains(check.title) }
        guard remainingChecks.count < formerCount else {
          throw SuiteError("\(checks[0].suite.name) reported on checks that it was not asked for")
        }
      } catch let error as SuiteError {
        for check in remainingChecks { report(check.listed.result(.error, error.description), of: check.suite) }
        return
      }
    }
  }

  private var storeOption: [String] {
    invocation.givenStore == nil ? ["--store", invocation.defaultStore] : []
  }

  private func report(_ result: CheckResult, of suite: Suite) {
    var result = result
    // A suite that ended early did not report its shard.
    if result.shard == nil, let shard = invocation.settings.shard { result.shard = ShardSummary(shard: shard) }
    turn.reportInTurn { [outputs, result] in outputs.add(result, of: suite.name) }
  }

  /// - Returns: The titles of the checks that have a result, at least one.
  private func runOnce(_ checks: [SuiteCheck]) throws -> [String] {
    let suite = checks[0].suite
    var doneTitles: [String] = []
    var runningTitle: String?
    var trap: TrapReport?
    let workersOption = workers.map { ["--workers", "\($0)"] } ?? []
    let command =
      [invocation.command.rawValue, "--format", outputs.recordFormat.rawValue] + storeOption + invocation.suiteArguments
      + workersOption
    func receive(_ event: Suite.Event) {
      switch event {
      case .listed, .unitTest: break
      case .trapped(let report): trap = report
      case .started(let title):
        runningTitle = title
        turn.reportIfInTurn { console.show(title) }
      case .graph(let graph): turn.reportInTurn { [outputs] in outputs.add(graph) }
      case .progress(let progress):
        turn.reportIfInTurn { console.show(progress, position: position(of: progress.title, among: titles)) }
      case .detail(let text): turn.reportInTurn { [console] in console.detail(text) }
      case .finished(let result):
        runningTitle = nil
        doneTitles.append(result.title)
        report(result, of: suite)
      }
    }
    let errors = ErrorLines(console, turn)
    let stepTime = invocation.settings.stepTime
    var end = try suite.run(
      command + ["--"] + checks.map(\.argument), silenceLimit: suite.silenceLimit(for: stepTime),
      onErrors: errors.receive,
      onEvent: receive)
    if let firstTrap = trap, let title = runningTitle, let check = checks.first(where: { $0.title == title }) {
      (end, trap) = try check.runAgain(
        after: firstTrap, end: end, command: command, names: [check.argument],
        workers: workers ?? invocation.settings.workers, stepTime: stepTime, errors: errors, onEvent: receive)
    }
    let trapMessage = errors.end(isReported: runningTitle != nil)
    // A suite that was interrupted between two checks interrupts the whole run, even if no other process got the signal. Within
    // a check, the exit code proves no interruption, because a step may have called `exit`.
    if end.status == ExitCode.interrupted, !end.wasSignalled, runningTitle == nil { Interruption.ofProcess.request() }
    if let title = runningTitle, let check = checks.first(where: { $0.title == title }) {
      doneTitles.append(title)
      report(check.crashResult(end, by: trap, trapMessage: trapMessage), of: suite)
    }
    if doneTitles.isEmpty, Interruption.ofProcess.isRequested {
      // The signal came before the suite could handle it.
      for check in checks { report(check.notRunResult, of: suite) }
      return checks.map(\.title)
    }
    guard !doneTitles.isEmpty else { throw SuiteError("\(suite.name) ran no check: \(end.text)") }
    return doneTitles
  }
}

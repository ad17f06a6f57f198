import TEASupport
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

  /// Runs checks, and reports them in the order of their suites.
  ///
  /// - Returns: The exit code.
  func run(_ checks: [SuiteCheck]) throws -> Int32 {
    let suites = Dictionary(grouping: checks.indices) { checks[$0].suite.name }.values.sorted { $0[0] < $1[0] }
    return try run(suites.count) { index in suites[index].map { checks[$0] } }
  }

  /// Runs the checks of suites, and reports them in the order of the suites.
  ///
  /// - Parameter checks: Returns the checks of a suite, and may wait until it is built.
  /// - Returns: The exit code.
  func run(_ count: Int, _ checks: @escaping @Sendable (Int) throws -> [SuiteCheck]) throws -> Int32 {
    let interruption = Interruption.ofProcess()
    let crew = Crew(invocation, suites: count)
    console.detail("\(counted(crew.jobs, "suite")) at a time, \(counted(crew.threads, "thread")) in all")
    let queue = SuiteQueue(crew, suites: count)
    try queue.run { [invocation, console, outputs] index, workers in
      let turn = SuiteTurn(queue: queue, index: index)
      let checks = try checks(index)
      guard let suite = checks.first?.suite else { return }
      let titles = checks.map(\.title)
      turn.say {
        console.detail("suite \(suite.name): \(suite.executable.path)")
        outputs.begin(titles)
      }
      let run = SuiteRun(
        invocation: invocation, console: console, outputs: outputs, titles: titles, turn: turn, workers: workers)
      try run.run(checks)
    }
    try outputs.end()
    let results = outputs.results
    if results.isEmpty, !interruption.isRequested { throw UsageError("The suites of this package hold no checks") }
    var code = exitCode(of: results, requiresComplete: invocation.requiresComplete)
    if code == ExitCode.passed, interruption.isRequested { code = ExitCode.interrupted }
    console.clear()
    Self.explain(code, results)
    return code
  }

  /// Prints the results that are incomplete, where the run must be complete.
  static func explain(_ code: Int32, _ results: [CheckResult]) {
    guard code == ExitCode.inconclusive else { return }
    let titles = results.filter { !$0.isComplete && $0.knownIssue == nil }.map { "'\($0.visible.title)'" }
    Platform.write(
      "Error: Not complete, as --require-complete wants it: \(titles.joined(separator: ", "))\n",
      to: Platform.standardError)
  }
}

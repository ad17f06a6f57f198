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
    let interruption = Interruption.ofProcess()
    var suites: [[SuiteCheck]] = []
    for check in checks {
      if let index = suites.firstIndex(where: { $0[0].suite.name == check.suite.name }) {
        suites[index].append(check)
      } else {
        suites.append([check])
      }
    }
    let crew = Crew(invocation, suites: suites.count)
    for suite in suites { console.detail("suite \(suite[0].suite.name): \(suite[0].suite.executable.path)") }
    console.detail("\(counted(crew.jobs, "suite")) at a time, \(counted(crew.threads, "thread")) in all")
    let queue = SuiteQueue(crew, suites: suites.count)
    let titles = suites.flatMap { $0.map(\.title) }
    try queue.run { [invocation, console, outputs] index, workers in
      let run = SuiteRun(
        invocation: invocation, console: console, outputs: outputs, titles: titles,
        turn: SuiteTurn(queue: queue, index: index), workers: workers)
      try run.run(suites[index])
    }
    try outputs.end()
    let results = outputs.results
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
}

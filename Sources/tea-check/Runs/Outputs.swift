internal import TEAResults
import TEASupport

/// All reports of a run, which receive the same results.
final class Outputs {
  private let repository: Repository
  private let outputs: [any Output]
  /// The HTML page, which also receives graphs; `nil` without `--report`.
  private let report: Report?
  private(set) var resultsOfSuites: [SuiteResult] = []
  /// The checks that were begun. ``CheckSession`` reports the stored counterexamples of all other checks: nothing replays them.
  private(set) var knownChecks: [ListedCheck] = []

  /// The number of checks of the run, which is written into the records of a shard; `nil` leaves the records unchanged.
  var checkCount: Int?

  init(_ invocation: Invocation, console: Console, hasSummary: Bool = true) throws {
    repository = Repository(containing: invocation.packagePath ?? ".")
    let requiresComplete = invocation.requiresComplete
    func text(to descriptor: Int32) -> any Output {
      let printer = TextPrinter(
        titleWidth: 0, style: .ofStandardOutput, showsPasses: invocation.verbosity != .quiet
      ) { console.write($0, to: descriptor) }
      return TextOutput(printer: printer, hasSummary: hasSummary, requiresComplete: requiresComplete)
    }
    func print(_ text: String) { console.write(text, to: Platform.standardOutput) }
    var outputs: [any Output] =
      switch invocation.format {
      case .text, .records, .recordsWithGraphs: [text(to: Platform.standardOutput)]
      case .json: [JSONOutput(write: print)]
      case .markdown: [MarkdownOutput(requiresComplete: requiresComplete, write: print)]
      case .github:
        [text(to: Platform.standardOutput), GitHubAnnotations(requiresComplete: requiresComplete, write: print)]
      // The text goes to the job's log, and standard output becomes the artifact.
      case .gitlab:
        [text(to: Platform.standardError), CodeQualityOutput(requiresComplete: requiresComplete, write: print)]
      }
    if invocation.format == .github, let path = Platform.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty {
      outputs.append(MarkdownOutput(requiresComplete: requiresComplete) { try Platform.append($0, to: path) })
    }
    if let path = invocation.xunitOutput {
      outputs.append(try JUnitOutput(path: path, requiresComplete: requiresComplete))
    }
    report = try invocation.report.map {
      try Report(path: $0, packagePath: invocation.packagePath, requiresComplete: requiresComplete)
    }
    if let report { outputs.append(report) }
    self.outputs = outputs
  }

  /// Collects the results without any output.
  init(silentIn package: String) {
    repository = Repository(containing: package)
    (outputs, report) = ([], nil)
  }

  var results: [CheckResult] { resultsOfSuites.map(\.result) }

  var recordFormat: Invocation.Format { report == nil ? .records : .recordsWithGraphs }

  func begin(_ checks: [SuiteCheck]) {
    knownChecks += checks.map(\.listed)
    begin(checks.map(\.title))
  }

  func begin(_ titles: [String]) {
    for output in outputs { output.begin(titles) }
  }

  func add(_ result: CheckResult, of suite: String) {
    var result = result
    result.path = result.path.map(repository.path)
    if let checkCount { result.shard?.checks = checkCount }
    for index in result.otherViolations.indices {
      result.otherViolations[index].path = result.otherViolations[index].path.map(repository.path)
    }
    resultsOfSuites.append((suite, result))
    for output in outputs { output.add(result, of: suite) }
  }

  func add(_ graph: ReportGraph) { report?.add(graph) }

  /// Ends all outputs, even after one of them has failed.
  func end() throws {
    var firstError: (any Error)?
    for output in outputs {
      do { try output.end(resultsOfSuites) } catch { firstError = firstError ?? error }
    }
    if let firstError { throw firstError }
  }
}

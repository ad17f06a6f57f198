import Foundation
import TEACheck

/// One run of recorded steps in the suites that hold their checks.
struct ReplaySession {
  private let invocation: Invocation
  private let console: Console
  let outputs: Outputs
  private let sources: [ReplaySource]

  /// - Throws: ``UsageError`` for what is neither a stored counterexample nor a token.
  init(invocation: Invocation, console: Console) throws {
    self.invocation = invocation
    self.console = console
    guard !invocation.names.isEmpty else {
      throw UsageError("Name what to replay: a file under .tea-check/, or a token")
    }
    if invocation.wantsTest, invocation.format == .json {
      throw UsageError("The option '--as-test' prints Swift, and no JSON")
    }
    if invocation.wantsTest, invocation.format != .text || invocation.xunitOutput != nil || invocation.report != nil {
      throw UsageError("The option '--as-test' prints Swift, and there is no result to report")
    }
    let folder = invocation.packagePath ?? "."
    sources = try invocation.names.map { name in
      // A report names files as they stand in the package.
      let inPackage = "\(folder)/\(name)"
      let isInPackage = !Platform.exists(name) && !name.hasPrefix("/") && Platform.exists(inPackage)
      return try ReplaySource(isInPackage ? inPackage : name)
    }
    outputs = try Outputs(invocation, console: console, hasSummary: false)
  }

  /// - Returns: The exit code.
  func run(_ checks: [SuiteCheck]) throws -> Int32 {
    for source in sources {
      for check in try selected(of: source, among: checks) {
        if let result = try replay(source, check) { outputs.add(result, of: check.suite.name) }
      }
    }
    try outputs.end()
    return replayExitCode(of: outputs.results)
  }

  private func selected(of source: ReplaySource, among checks: [SuiteCheck]) throws -> [SuiteCheck] {
    let selected = checks.filter { source.isOf($0.title) }
    guard selected.isEmpty else { return selected }
    guard let title = source.check else {
      throw UsageError("The token is of a check that no suite of this package holds; 'tea-check list' shows them")
    }
    let near = Invocation.suggestion(title, among: checks.map(\.title))
    throw UsageError(
      "'\(source.name)' is of the check '\(title)', which no suite of this package holds"
        + (near.isEmpty ? "; 'tea-check list' shows them" : near))
  }

  /// - Returns: `nil` where a unit test was printed instead.
  private func replay(_ source: ReplaySource, _ check: SuiteCheck) throws -> CheckResult? {
    var result: CheckResult?
    var test: String?
    var trap: TrapSite?
    let command =
      ["replay", "--format", outputs.recordFormat.rawValue] + (invocation.wantsTest ? ["--as-test"] : [])
      + invocation.engineArguments
    func take(_ event: Suite.Event) {
      switch event {
      case .finished(let finished): result = finished
      case .unitTest(let text): test = text
      case .graph(let graph): outputs.add(graph)
      case .trapped(let site): trap = site
      case .listed, .started, .progress: break
      }
    }
    var end = try check.suite.run(command + ["--", source.name], onEvent: take)
    if let trap { end = try check.run(after: trap, end, command, [source.name], onEvent: take) }
    if let test {
      console.write(test, to: Platform.standardOutput)
      return nil
    }
    return result ?? check.death(end)
  }
}

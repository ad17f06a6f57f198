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
    if invocation.isInteractive { try Self.confirmIsInteractive(invocation) }
    let folder = invocation.packagePath ?? "."
    sources = try invocation.names.map { name in
      // A report names files as they stand in the package.
      let inPackage = "\(folder)/\(name)"
      let isInPackage = !Platform.exists(name) && !name.hasPrefix("/") && Platform.exists(inPackage)
      return try ReplaySource(isInPackage ? inPackage : name)
    }
    outputs = try Outputs(invocation, console: console, hasSummary: false)
  }

  /// - Throws: ``UsageError`` where a person cannot go through the steps as it is asked for.
  private static func confirmIsInteractive(_ invocation: Invocation) throws(UsageError) {
    if invocation.wantsTest {
      throw UsageError("The option '--interactive' shows the steps, and '--as-test' prints them")
    }
    if invocation.format != .text || invocation.xunitOutput != nil || invocation.report != nil {
      throw UsageError("The option '--interactive' shows the steps on the terminal, and there is no result to report")
    }
    if invocation.names.count > 1 {
      let count = invocation.names.count
      throw UsageError("The option '--interactive' goes through the steps of one source, and these are \(count)")
    }
    if !Terminal.isThere {
      throw UsageError(
        "Standard input and output are no terminal, which '--interactive' needs; leave it out, and the steps are printed"
      )
    }
  }

  /// - Returns: The exit code.
  func run(_ checks: [SuiteCheck]) throws -> Int32 {
    if invocation.isInteractive {
      let check = try onlyOne(selected(of: sources[0], among: checks))
      return try SteppingSession(sources[0], of: check, arguments: invocation.engineArguments).run()
    }
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

  /// - Throws: ``UsageError`` where there are several, of which the filter does not choose one.
  private func onlyOne(_ checks: [SuiteCheck]) throws(UsageError) -> SuiteCheck {
    let chosen = try CheckSelection.choose([], filter: invocation.filter, among: checks.map(\.candidate))
    guard let check = checks.first(where: { chosen.contains($0.candidate) }), chosen.count == 1 else {
      let titles = chosen.prefix(5).map { "'\($0.title)'" }.joined(separator: ", ") + (chosen.count > 5 ? ", …" : "")
      throw UsageError("The steps fit several checks; choose one with --filter: \(titles)")
    }
    return check
  }

  /// - Returns: `nil` where a unit test was printed instead.
  private func replay(_ source: ReplaySource, _ check: SuiteCheck) throws -> CheckResult? {
    var result: CheckResult?
    var test: String?
    var trap: TrapReport?
    let command =
      ["replay", "--format", outputs.recordFormat.rawValue] + (invocation.wantsTest ? ["--as-test"] : [])
      + invocation.engineArguments
    func take(_ event: Suite.Event) {
      switch event {
      case .finished(let finished): result = finished
      case .unitTest(let text): test = text
      case .graph(let graph): outputs.add(graph)
      case .trapped(let report): trap = report
      case .detail(let text): console.detail(text)
      case .listed, .started, .progress: break
      }
    }
    let (errors, stepTime) = (ErrorLines(console), invocation.settings.stepTime)
    var end = try check.suite.run(
      command + ["--", source.name], patience: check.suite.patience(for: stepTime), onErrors: errors.take,
      onEvent: take)
    if let first = trap {
      (end, trap) = try check.run(
        after: first, end, command, [source.name], workers: 1, stepTime: stepTime, errors: errors, onEvent: take)
    }
    let words = errors.end()
    if let test {
      console.write(test, to: Platform.standardOutput)
      return nil
    }
    return result ?? check.death(end, by: trap, words: words)
  }
}

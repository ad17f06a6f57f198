internal import TEAText
internal import TEAResults
import TEASupport
import Foundation

/// A run of `tea-check replay`: it replays recorded steps, each in the suite that holds its check.
struct ReplaySession {
  private let invocation: Invocation
  private let console: Console
  let outputs: Outputs
  private let sources: [ReplaySource]

  init(invocation: Invocation, console: Console) throws {
    self.invocation = invocation
    self.console = console
    guard !invocation.names.isEmpty else {
      throw UsageError("Name what to replay: a file under .tea-check/, or a token")
    }
    if invocation.printsUnitTest, invocation.format == .json {
      throw UsageError("The option '--as-test' prints Swift, and no JSON")
    }
    if invocation.printsUnitTest,
      invocation.format != .text || invocation.xunitOutput != nil || invocation.report != nil
    {
      throw UsageError("The option '--as-test' prints Swift, and there is no result to report")
    }
    let arguments = try invocation.names.flatMap { try Self.arguments(named: $0, in: invocation.packagePath ?? ".") }
    if invocation.isInteractive { try Self.validateInteractive(invocation, sourceCount: arguments.count) }
    sources = try arguments.map { try ReplaySource($0) }
    outputs = try Outputs(invocation, console: console, hasSummary: false)
  }

  /// A name as it is, or by its path within the package, as reports name files; for a folder, the counterexamples in it.
  private static func arguments(named name: String, in package: String) throws(UsageError) -> [String] {
    let pathInPackage = "\(package)/\(name)"
    let isInPackage = !Platform.exists(name) && !name.hasPrefix("/") && Platform.exists(pathInPackage)
    let path = isInPackage ? pathInPackage : name
    guard Platform.stamp(ofFile: path, followingLinks: true)?.kind == .folder else { return [path] }
    let names = Platform.names(in: path).filter { $0.hasSuffix(".json") }
    guard !names.isEmpty else {
      throw UsageError("There is nothing to replay in the folder '\(escaped(path))': it has no files that end in .json")
    }
    return names.map { path + (path.hasSuffix("/") ? "" : "/") + $0 }
  }

  private static func validateInteractive(_ invocation: Invocation, sourceCount: Int) throws(UsageError) {
    if invocation.printsUnitTest {
      throw UsageError("The option '--interactive' shows the steps, and '--as-test' prints them")
    }
    if invocation.format != .text || invocation.xunitOutput != nil || invocation.report != nil {
      throw UsageError("The option '--interactive' shows the steps on the terminal, and there is no result to report")
    }
    if sourceCount > 1 {
      throw UsageError("The option '--interactive' goes through the steps of one source, and these are \(sourceCount)")
    }
    if !Terminal.isAvailable {
      throw UsageError(
        "Standard input and output are no terminal, which '--interactive' needs; leave it out, and the steps are printed"
      )
    }
  }

  /// A source whose check no suite holds is an error; among several sources, its result is one, and the others are replayed.
  ///
  /// - Parameter failure: The error of a suite, which may hold the checks that no other suite holds.
  func run(_ checks: [SuiteCheck], besides failure: (any Error)?) throws -> Int32 {
    if invocation.isInteractive {
      let check = try onlyOne(selected(of: sources[0], among: checks))
      return try SteppingSession(sources[0], of: check, arguments: invocation.suiteArguments).run()
    }
    var suiteFailed = false
    for source in sources {
      let selected: [SuiteCheck]
      do {
        selected = try self.selected(of: source, among: checks)
      } catch let error as UsageError where sources.count > 1 && !invocation.printsUnitTest {
        let isHeld = checks.contains { source.fits(checkTitled: $0.title, at: $0.place) }
        let cause = isHeld ? nil : failure
        suiteFailed = suiteFailed || cause != nil
        outputs.add(source.result(of: cause ?? error), of: "replay")
        continue
      }
      for check in invocation.printsUnitTest ? [try checkOfTest(source, selected)] : selected {
        if let result = try replay(source, check, asTest: invocation.printsUnitTest) {
          outputs.add(result, of: check.suite.name)
        }
      }
    }
    try outputs.end()
    let results = outputs.results
    let code = suiteFailed ? exitCode(of: results, requiresComplete: false) : replayExitCode(of: results)
    return code == ExitCode.passed && Interruption.ofProcess.isRequested ? ExitCode.interrupted : code
  }

  private func selected(of source: ReplaySource, among checks: [SuiteCheck]) throws -> [SuiteCheck] {
    let selected = checks.filter { source.fits(checkTitled: $0.title, at: $0.place) }
    guard selected.isEmpty else {
      let chosen = try CheckSelection.choose([], filter: invocation.filter, among: selected.map(\.listed))
      return selected.filter { chosen.contains($0.listed) }
    }
    guard let title = source.check else {
      throw UsageError("The token is of a check that no suite of this package holds; 'tea-check list' shows them")
    }
    let suggestion = Invocation.didYouMean(title, among: checks.map(\.title).filter { $0 != title })
    // The error names the target of the steps too, if a check of another target has the title.
    let target = checks.contains { $0.title == title } ? source.target.map { " of \($0)" } ?? "" : ""
    throw UsageError(
      "'\(source.name)' is of the check '\(title)'\(target), which no suite of this package holds"
        + (suggestion.isEmpty ? "; 'tea-check list' shows them" : suggestion))
  }

  private func onlyOne(_ checks: [SuiteCheck]) throws(UsageError) -> SuiteCheck {
    guard checks.count == 1 else {
      let titles = checks.prefix(5).map { "'\($0.title)'" }.joined(separator: ", ") + (checks.count > 5 ? ", …" : "")
      throw UsageError("The steps fit several checks; choose one with --filter: \(titles)")
    }
    return checks[0]
  }

  /// The first check in which the steps violate a property or trap, or else the first of all.
  private func checkOfTest(_ source: ReplaySource, _ checks: [SuiteCheck]) throws -> SuiteCheck {
    guard checks.count > 1 else { return checks[0] }
    let check =
      try checks.first { check in
        try replay(source, check, asTest: false).map { [.violated, .trapped].contains($0.verdict) } ?? false
      } ?? checks[0]
    Platform.write(
      "note: the steps fit \(counted(checks.count, "check")), and this is the test of '\(printableLine(check.title))'; "
        + "--filter chooses another\n", to: Platform.standardError)
    return check
  }

  /// - Returns: The result; `nil` where a unit test was printed.
  private func replay(_ source: ReplaySource, _ check: SuiteCheck, asTest: Bool) throws -> CheckResult? {
    if Interruption.ofProcess.isRequested { return check.notRunResult }
    var result: CheckResult?
    var unitTest: String?
    var trap: TrapReport?
    let command =
      ["replay", "--format", outputs.recordFormat.rawValue] + (asTest ? ["--as-test"] : [])
      + invocation.suiteArguments
    func receive(_ event: Suite.Event) {
      switch event {
      case .finished(var finished):
        if source.path != source.name {
          finished.finding = finished.finding?.replacing(source.path, with: source.name)
          finished.again = nil
        }
        result = finished
      case .unitTest(let text): unitTest = text
      case .graph(let graph): outputs.add(graph)
      case .trapped(let report): trap = report
      case .detail(let text): console.detail(text)
      case .listed, .started, .progress: break
      }
    }
    let (errors, stepTime) = (ErrorLines(console), invocation.settings.stepTime)
    // The suite gets the title of the check, because the steps may fit other checks of the suite.
    let names = [source.path, check.argument]
    var end = try check.suite.run(
      command + ["--"] + names, silenceLimit: check.suite.silenceLimit(for: stepTime), onErrors: errors.receive,
      onEvent: receive)
    if let firstTrap = trap {
      (end, trap) = try check.runAgain(
        after: firstTrap, end: end, command: command, names: names, workers: 1, stepTime: stepTime, errors: errors,
        onEvent: receive)
    }
    let trapMessage = errors.end(isReported: result == nil && unitTest == nil)
    if let unitTest {
      console.write(unitTest, to: Platform.standardOutput)
      return nil
    }
    // The interruption ended the suite's process, which is no trap.
    if result == nil, trap == nil, Interruption.ofProcess.isRequested { return check.notRunResult }
    return result ?? check.crashResult(end, by: trap, trapMessage: trapMessage)
  }
}

extension ReplaySource {
  /// The error as a result of the source. Its place is the file or the token.
  fileprivate func result(of error: any Error) -> CheckResult {
    var result = CheckResult(module: check ?? name, name: "", place: "\(name):1", verdict: .error)
    (result.isReplay, result.message) = (true, "\(error)")
    return result
  }
}

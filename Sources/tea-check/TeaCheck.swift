internal import TEAResults
import TEASupport
import Foundation

/// The command: finds check suites in a package, builds them, runs them and reports.
@main struct TeaCheck {
  static func main() {
    // With SIGPIPE ignored, a reader that exits, such as `head`, ends the output and not the program.
    signal(SIGPIPE, SIG_IGN)
    Platform.ignoreFileSizeSignal()
    Platform.raiseStackLimit()
    do {
      Platform.exit(Platform.exitCode(try run(Array(CommandLine.arguments.dropFirst()))))
    } catch let error as UsageError {
      ProgressLine.clear()
      Platform.write(
        "Error: \(printableLines("\(error)"))\nSee 'tea-check --help' for more information.\n",
        to: Platform.standardError
      )
      Platform.exit(ExitCode.usage)
    } catch {
      ProgressLine.clear()
      // An interruption causes errors of builds and suites. An error of a file has another cause, and is reported.
      if Interruption.ofProcess.isRequested, !(error is FileError) {
        Platform.write("It was interrupted before any check was run.\n", to: Platform.standardError)
        Platform.exit(ExitCode.interrupted)
      }
      Platform.write("Error: \(error)\n", to: Platform.standardError)
      Platform.exit(ExitCode.failure)
    }
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    var invocation = try Invocation(arguments: arguments)
    if invocation.wantsHelp {
      let text = invocation.namesCommand ? Help.subcommandText(invocation.command) : Help.text
      Platform.write(text, to: Platform.standardOutput)
      return ExitCode.passed
    }
    if invocation.wantsVersion {
      Platform.write("\(Help.version)\n", to: Platform.standardOutput)
      return ExitCode.passed
    }
    if invocation.format.isOfRecords {
      throw UsageError("The format '\(invocation.format.rawValue)' is internal to tea-check and its suites")
    }
    // From a folder within a package, the package is the one around it, as for `swift build`.
    if invocation.packagePath == nil, let folder = Platform.packageFolder(), !folder.isEmpty {
      invocation.packagePath = String(folder.dropLast())
    }
    if invocation.command != .`init` { try invocation.configure() }
    // Errors in the request are reported before a build.
    if invocation.command == .graph { _ = try GraphRequest(invocation) }
    if invocation.command == .diff {
      Interruption.handleSignals()
      return try DifferenceSession(invocation: invocation, console: Console(invocation.verbosity)).run()
    }
    if invocation.command == .merge { return try MergeSession.run(invocation) }
    // The signals are handled from here on, because an interruption must end the build too, and not only the checks.
    if invocation.command != .`init`, !invocation.isInteractive { Interruption.handleSignals() }
    let console = Console(invocation.verbosity)
    for origin in invocation.settingOrigins { console.detail(origin) }
    let replay = invocation.command == .replay ? try ReplaySession(invocation: invocation, console: console) : nil
    let package = try UserPackage(path: invocation.packagePath ?? ".")
    if invocation.command == .`init` { return try InitSession(package: package, console: console).run() }
    var round = CheckRound(invocation: invocation, package: package, console: console)
    if invocation.watches { return try WatchSession(round: round).run() }
    let outputs = try replay?.outputs ?? Outputs(invocation, console: console)
    if let code = try round.runWhileBuilding(outputs) { return code }
    let tools = invocation.command == .coverage ? try CoverageTools() : nil
    if tools != nil { CoverageTools.clear(package) }
    let uncheckedModules = UncheckedModules(package: package)
    let build = { try round.build(withCoverage: tools != nil) }
    guard let built = try uncheckedModules.replacingUsageErrors(of: invocation, build) else {
      // No suite depends on the changed files.
      if invocation.command.hasResults { try outputs.end() }
      // An empty file would look like that of a shard which did not begin.
      if invocation.format == .json, let shard = invocation.settings.shard {
        console.write(ShardSummary.recordOfNoChecks(shard).text + "\n", to: Platform.standardOutput)
      }
      return ExitCode.passed
    }
    let runsChecks = [.check, .explore, .sample].contains(invocation.command)
    // A suite that cannot be built ends most commands. Commands that run checks go on with the other suites, and so does a
    // replay, because another suite may hold the replayed check.
    if let failure = built.failures.first, !runsChecks, replay == nil || built.suites.isEmpty { throw failure }
    if let replay { return try run(replay, built, round) }
    if runsChecks {
      let (checks, failures) = try round.chooseCollectingFailures(built)
      return try round.run(checks, besides: failures, outputs)
    }
    if invocation.command == .list { return try list(built, round) }
    let checks = try round.list(built.suites)
    if invocation.command == .graph {
      let check = try CheckSelection.chooseOne(
        invocation.names, filter: invocation.filter, among: checks, \.listed)
      return try check.writeGraph(invocation)
    }
    let selected = try uncheckedModules.replacingUsageErrors(of: invocation) { try round.choose(among: checks) }
    if let tools {
      return try LineCoverage(package: package, tools: tools, invocation: invocation, console: console)
        .run(selected, areAll: selected.count == checks.count && invocation.changedSince == nil)
    }
    guard let number = invocation.appliedSuggestionNumber else { return try round.run(selected, outputs) }
    guard selected.count == 1 else {
      throw UsageError("The option '--apply' is for one check, and \(selected.count) are selected: name one")
    }
    let code = try round.run(selected, outputs)
    try SuggestionWriter(number: number, check: selected[0]).apply(outputs.results)
    return code
  }

  private static func run(_ replay: ReplaySession, _ built: BuiltSuites, _ round: CheckRound) throws -> Int32 {
    let (checks, failures) = try round.listCollectingFailures(built.suites)
    // The replayed check may be in a suite that could not be built, or that does not answer.
    let failure: (any Error)? = built.failures.first ?? failures.first?.error
    do {
      return try replay.run(checks, besides: failure)
    } catch let error as UsageError {
      throw failure ?? error
    }
  }

  private static func list(_ built: BuiltSuites, _ round: CheckRound) throws -> Int32 {
    let (checks, failures) = try round.chooseCollectingFailures(built)
    CheckListing.write(checks, of: round.package, as: round.invocation.format)
    if let failure = failures.first { throw failure.error }
    return ExitCode.passed
  }
}

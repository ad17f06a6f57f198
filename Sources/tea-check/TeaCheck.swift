import Foundation
import TEACheck

/// The command: finds check suites in a package, builds them, runs them and reports.
@main struct TeaCheck {
  static func main() {
    // A reader that goes away, such as `head`, ends the output and not the program.
    signal(SIGPIPE, SIG_IGN)
    do {
      Platform.exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch let error as UsageError {
      Console.clear()
      Platform.write(
        "Error: \(visibleLines("\(error)"))\nSee 'tea-check --help' for more information.\n", to: Platform.standardError
      )
      Platform.exit(ExitCode.usage)
    } catch {
      Console.clear()
      Platform.write("Error: \(error)\n", to: Platform.standardError)
      Platform.exit(ExitCode.failure)
    }
  }

  static func run(_ arguments: [String]) throws -> Int32 {
    var invocation = try Invocation(arguments: arguments)
    if invocation.wantsHelp {
      Platform.write(Help.text, to: Platform.standardOutput)
      return ExitCode.passed
    }
    if invocation.wantsVersion {
      Platform.write("\(Help.version)\n", to: Platform.standardOutput)
      return ExitCode.passed
    }
    if invocation.format.isOfRecords {
      throw UsageError("The format '\(invocation.format.rawValue)' is between tea-check and its suites")
    }
    if invocation.command != .`init` { try invocation.configure() }
    // What is wrong with the request is said before anything is built.
    if invocation.command == .graph { _ = try GraphRequest(invocation) }
    if invocation.command == .merge { return try MergeSession(invocation).run() }
    let console = Console(invocation.verbosity)
    for source in invocation.sources { console.detail(source) }
    let replay = invocation.command == .replay ? try ReplaySession(invocation: invocation, console: console) : nil
    let package = try UserPackage(path: invocation.packagePath ?? ".")
    if invocation.command == .`init` { return try InitSession(package: package).run() }
    let outputs = try replay?.outputs ?? Outputs(invocation, console: console)
    let tools = invocation.command == .coverage ? try CoverageTools() : nil
    if tools != nil { CoverageTools.clear(package) }
    let suites: [Suite]
    if let revision = invocation.changedSince {
      let names = try package.suiteNames(changedSince: revision)
      guard !names.isEmpty else {
        if invocation.command.hasResults { try outputs.end() }
        return ExitCode.passed
      }
      suites = try package.build(names, withCoverage: tools != nil, console: console)
    } else if tools != nil {
      suites = try package.build(package.suiteNames(), withCoverage: true, console: console)
    } else {
      suites = try package.builtSuites(console: console)
    }
    let checks = try suites.map { try $0.list() }.flatMap { $0 }
    guard !checks.isEmpty else {
      throw UsageError("The suites of this package (\(suites.map(\.name).joined(separator: ", "))) hold no checks")
    }
    if let replay { return try replay.run(checks) }
    if invocation.command == .graph {
      let check = try CheckSelection.chooseOne(
        invocation.names, filter: invocation.filter, among: checks, \.candidate)
      return try check.draw(invocation)
    }
    let chosen = try CheckSelection.choose(
      invocation.names, filter: invocation.filter, among: checks.map(\.candidate))
    let selected = checks.filter { chosen.contains($0.candidate) }
    if invocation.settings.checkpoint != nil, selected.count > 1 {
      throw UsageError("A checkpoint is of one check, and these are \(selected.count): name one")
    }
    if invocation.command == .list {
      Listing.write(selected, of: package, as: invocation.format)
      return ExitCode.passed
    }
    if let tools {
      return try LineCoverage(package: package, tools: tools, invocation: invocation, console: console).run(selected)
    }
    outputs.begin(selected.map(\.title))
    return try Session(invocation: invocation, console: console, outputs: outputs).run(selected)
  }
}

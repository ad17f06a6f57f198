internal import TEAResults
import TEASupport
import Foundation

/// One pass over a package, which builds its suites and runs the chosen checks.
struct CheckRound {
  let invocation: Invocation
  let package: UserPackage
  let console: Console
  /// The names of the suites, once the package was asked for them, which takes seconds.
  private(set) var suiteNames: [String]?

  /// - Returns: `nil` where no suite depends on the changed files.
  func build(withCoverage: Bool = false) throws -> BuiltSuites? {
    if let revision = invocation.changedSince {
      let names = try package.suiteNames(changedSince: revision)
      return names.isEmpty ? nil : try package.build(names, withCoverage: withCoverage, console: console)
    }
    guard withCoverage else { return try package.builtSuites(suiteNames, console: console) }
    return try package.build(package.suiteNames(console: console), withCoverage: true, console: console)
  }

  /// Runs the checks of all suites. The checks of a suite begin once it is built, while the build of other suites goes on.
  ///
  /// - Returns: The exit code; `nil` if building and running cannot overlap, and then nothing was built.
  mutating func runWhileBuilding(_ outputs: Outputs) throws -> Int32? {
    guard [.check, .explore, .sample].contains(invocation.command), invocation.names.isEmpty,
      invocation.filter == nil, invocation.changedSince == nil, invocation.settings.checkpoint == nil,
      // The records of a shard hold the number of all checks, which is unknown until all suites are built and listed.
      invocation.settings.shard == nil,
      BuildStamp(of: package).suites == nil
    else { return nil }
    let names = try package.suiteNames(console: console)
    suiteNames = names
    guard names.count > 1 else { return nil }
    let supply = SuiteSupply(names) { [package, console] onBuilt in
      try package.build(console: console, onBuilt: onBuilt) { names }
    }
    let session = CheckSession(invocation: invocation, console: console, outputs: outputs)
    return try session.run(names) { [invocation] in try supply.suite(at: $0).list(within: invocation.settings.stepTime)
    }
  }

  func list(_ suites: [Suite]) throws -> [SuiteCheck] {
    let listed = try listCollectingFailures(suites)
    if let failure = listed.failures.first { throw failure.error }
    guard !listed.checks.isEmpty else { throw noChecksError(in: suites) }
    return listed.checks
  }

  private func noChecksError(in suites: [Suite]) -> UsageError {
    UsageError("The suites of this package (\(suites.map(\.name).joined(separator: ", "))) hold no checks")
  }

  /// Lists the checks of all suites, and collects the suites that cannot list theirs.
  ///
  /// After Ctrl-C, no suite is started, because waiting for its end would take up to 2 s.
  func listCollectingFailures(_ suites: [Suite]) throws -> (checks: [SuiteCheck], failures: [SuiteFailure]) {
    var (checks, failures): ([SuiteCheck], [SuiteFailure]) = ([], [])
    var emptySuites: [String] = []
    for suite in suites {
      if Interruption.ofProcess.isRequested { throw Interrupted() }
      do {
        let ownChecks = try suite.list(within: invocation.settings.stepTime)
        if ownChecks.isEmpty {
          emptySuites.append(suite.name)
          if suites.count > 1 { Self.noteEmptySuite(suite.name) }
        }
        checks += ownChecks
      } catch {
        failures.append(SuiteFailure(suite: suite.name, error: error))
      }
    }
    // The names of a replay are files and tokens.
    let names = invocation.command == .replay ? [] : invocation.names
    if !checks.isEmpty, let name = Self.emptySuite(named: names, emptySuites, besides: checks.map(\.listed)) {
      throw UsageError("The suite '\(name)' holds no checks: its list 'checks' is empty")
    }
    return (checks, failures)
  }

  /// The first of `names` that names one of `suites` and no check; `nil` without such a name.
  ///
  /// - Parameter suites: The names of the suites without checks.
  static func emptySuite(
    named names: [String], _ suites: [String], besides candidates: [ListedCheck]
  ) -> String? {
    names.first { name in
      suites.contains(name) && (try? CheckSelection.choose([name], filter: nil, among: candidates)) == nil
    }
  }

  /// Prints a note about a suite without checks, because no result shows it.
  static func noteEmptySuite(_ name: String) {
    Platform.write("note: the suite \(printableLine(name)) holds no checks\n", to: Platform.standardError)
  }

  /// The checks that the command line names, and the suites that cannot be built or cannot list their checks.
  ///
  /// A name that no check has is an error only if no suite failed; otherwise the name may belong to a failed suite.
  func chooseCollectingFailures(_ built: BuiltSuites) throws -> (checks: [SuiteCheck], failures: [SuiteFailure]) {
    let (checks, listFailures) = try listCollectingFailures(built.suites)
    let failures =
      built.failures.compactMap { error in error.suite.map { SuiteFailure(suite: $0, error: error) } } + listFailures
    guard !failures.isEmpty else {
      if checks.isEmpty { throw noChecksError(in: built.suites) }
      return (try choose(among: checks), [])
    }
    return (try chooseDroppingUnknownNames(among: checks), failures)
  }

  /// The checks that the command line names. A name that no check has is dropped without an error, because it may belong to a
  /// suite that failed.
  func chooseDroppingUnknownNames(among checks: [SuiteCheck]) throws -> [SuiteCheck] {
    // Each name is a selection of its own; without names, the only selection is empty and stands for all checks.
    let selections = invocation.names.isEmpty ? [[]] : invocation.names.map { [$0] }
    let knownSelections = selections.filter { (try? select($0, among: checks)) != nil }
    let chosen = knownSelections.isEmpty ? [] : try select(Array(knownSelections.joined()), among: checks)
    try requireOneCheckForCheckpoint(chosen)
    return chosen
  }

  func choose(among checks: [SuiteCheck]) throws -> [SuiteCheck] {
    let selected = try select(invocation.names, among: checks)
    try requireOneCheckForCheckpoint(selected)
    return selected
  }

  private func select(_ names: [String], among checks: [SuiteCheck]) throws -> [SuiteCheck] {
    let chosen = try CheckSelection.choose(names, filter: invocation.filter, among: checks.map(\.listed))
    return checks.filter { chosen.contains($0.listed) }
  }

  private func requireOneCheckForCheckpoint(_ selected: [SuiteCheck]) throws {
    guard invocation.settings.checkpoint != nil, selected.count > 1 else { return }
    throw UsageError("A checkpoint holds one check, and \(selected.count) are selected: name one")
  }

  func run(_ checks: [SuiteCheck], besides failures: [SuiteFailure] = [], _ outputs: Outputs) throws -> Int32 {
    try CheckSession(invocation: invocation, console: console, outputs: outputs).run(checks, besides: failures)
  }
}

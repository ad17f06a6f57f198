internal import TEAText
internal import TEARuntime
internal import TEAResults
import TEASupport
import Foundation

/// A run of `tea-check diff`: it compares two revisions of a package, or two files, as users of the program see them.
struct DifferenceSession {
  let invocation: Invocation
  let console: Console

  func run() throws -> Int32 {
    let names = invocation.names
    let comparesFiles = names[0].hasSuffix(".json")
    guard !comparesFiles || names.count == 2 && names[1].hasSuffix(".json") else {
      let list = names.map { "'\(escaped($0))'" }.joined(separator: ", ")
      throw UsageError("Two graphs are compared, as in 'tea-check diff OLD.json NEW.json', and not \(list)")
    }
    let report = try invocation.report.map { path throws(FileError) in try FileWriter(path: path) }
    let (editions, checks) =
      comparesFiles
      ? try compareFiles(names[0], names[1]) : try compareRevision(names[0], Array(names.dropFirst()))
    console.clear()
    reportUnknownNames(in: checks, editions)
    write(checks, editions)
    if var report {
      DifferencePage(editions: editions, checks: checks).write(to: &report)
      try report.finish()
    }
    return exitCode(of: checks)
  }

  func exitCode(of checks: [CheckDifference]) -> Int32 {
    let outcomes = checks.map(\.outcome)
    if Interruption.ofProcess.isRequested { return ExitCode.interrupted }
    let hasDifferences = outcomes.contains { [.different, .onlyInNew, .onlyInOld].contains($0) }
    if hasDifferences, !invocation.toleratesDifference { return ExitCode.violated }
    if outcomes.contains(.failed) { return ExitCode.failure }
    if hasDifferences { return ExitCode.passed }
    let areProven = checks.allSatisfy { $0.difference?.isProven ?? false }
    return invocation.requiresComplete && !areProven ? ExitCode.inconclusive : ExitCode.passed
  }

  private func write(_ checks: [CheckDifference], _ editions: Editions) {
    switch invocation.format {
    case .json:
      for check in checks { Platform.write(check.record(editions).text + "\n", to: Platform.standardOutput) }
    case .markdown:
      Platform.write(DifferenceMarkdown(editions: editions).text(of: checks), to: Platform.standardOutput)
    default:
      let text = DifferenceText(editions: editions, style: .ofStandardOutput)
      var paragraphs = [text.heading]
      let printedChecks = checks.filter { invocation.verbosity != .quiet || $0.outcome != .same }
      // The heading counts as a report of two lines, so that an empty line follows it.
      var previous: [String] = ["", ""]
      for lines in printedChecks.map(text.lines) {
        // Reports of one line are printed without empty lines between them.
        paragraphs.append((previous.count > 1 || lines.count > 1 ? "\n" : "") + lines.joined(separator: "\n"))
        previous = lines
      }
      paragraphs.append("\n" + DifferenceText.summary(of: checks))
      Platform.write(paragraphs.joined(separator: "\n") + "\n", to: Platform.standardOutput)
    }
  }

  // MARK: - Files

  private func compareFiles(_ old: String, _ new: String) throws -> (Editions, [CheckDifference]) {
    let graphs = try [old, new].map { path -> GraphFile in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw UsageError("There is no file '\(escaped(path))' that can be read")
      }
      do {
        return try GraphFile(parsing: data)
      } catch {
        throw UsageError("'\(escaped(path))' is no graph: \(error); 'tea-check graph NAME -o FILE.json' writes one")
      }
    }
    // The content is a placeholder, which the comparison replaces.
    var check = CheckDifference(suite: "", module: graphs[1].title, name: "", content: .onlyInNew)
    try compare(graphs[0], with: graphs[1], recordingIn: &check)
    return (Editions(old: old, new: new), [check])
  }

  private func compare(_ old: GraphFile, with new: GraphFile, recordingIn check: inout CheckDifference) throws {
    let showsViews = old.hasViews && new.hasViews
    let attempt = RenamingSearch(
      old: Behaviour(old, showsViews: showsViews), new: Behaviour(new, showsViews: showsViews),
      givenRenaming: try givenRenaming()
    ).run()
    if !invocation.renames.isEmpty {
      let words = attempt.comparison.programs.map { $0.graph.words(readBy: attempt.renaming.reader) }
      check.words = Both { check.words[$0].union(words[$0]) }
    }
    check.content = .compared(BehaviourDifference(attempt))
    if invocation.report != nil { check.picture = DifferencePicture(attempt) }
  }

  /// Reports names of `--rename` that the older or the newer program lacks, because they may be misspelt.
  private func reportUnknownNames(in checks: [CheckDifference], _ editions: Editions) {
    guard !checks.isEmpty else { return }
    for rename in invocation.renames {
      let (names, titles) = (Both(old: rename.old, new: rename.new), Both(old: editions.old, new: editions.new))
      for edition in Edition.allCases where !checks.contains(where: { $0.words[edition].contains(names[edition]) }) {
        Platform.write(
          "note: '--rename \(printableLine(rename.old))=\(printableLine(rename.new))': nothing is called "
            + "'\(printableLine(names[edition]))' in \(printableLine(titles[edition]))\n", to: Platform.standardError)
      }
    }
  }

  private func givenRenaming() throws(UsageError) -> Renaming {
    var renaming = Renaming()
    for rename in invocation.renames {
      guard renaming.add(rename.old, rename.new) else {
        throw UsageError("'--rename \(escaped(rename.old))=\(escaped(rename.new))' contradicts another '--rename'")
      }
    }
    return renaming
  }

  // MARK: - Revisions

  /// - Parameter names: The names of the checks; empty for all.
  private func compareRevision(_ revision: String, _ names: [String]) throws -> (Editions, [CheckDifference]) {
    let package = try UserPackage(path: invocation.packagePath ?? ".")
    let tree = try RevisionTree(revision, of: package, console: console)
    let remark =
      tree.dirtyFileCount == 0
      ? nil : "\(counted(tree.dirtyFileCount, "file")) \(tree.dirtyFileCount == 1 ? "is" : "are") not committed"
    let isNamedByHash = tree.hash.hasPrefix(revision) || revision.hasPrefix(tree.hash)
    let editions = Editions(
      old: isNamedByHash ? tree.hash : revision, commit: isNamedByHash ? nil : tree.hash, new: "working tree",
      remark: remark)
    let newBuild = try package.builtSuites(console: console)
    if let failure = newBuild.failures.first { throw failure }
    let oldBuild = try suites(at: revision, of: UserPackage(path: tree.path))
    let newChecks = try list(newBuild.suites)
    let oldChecks = try list(oldBuild.suites)
    var pairs = try pairs(of: oldChecks, and: newChecks)
    let candidates = pairs.flatMap { [$0.new, $0.old].compactMap { $0?.listed } }
    guard !candidates.isEmpty else {
      throw UsageError("Neither '\(escaped(revision))' nor the working tree has a check: there is nothing to compare")
    }
    let chosen = try CheckSelection.choose(names, filter: invocation.filter, among: candidates)
    pairs = pairs.filter { pair in [pair.new, pair.old].contains { $0.map { chosen.contains($0.listed) } ?? false } }
    let comparedPairs = pairs.filter { $0.old != nil && $0.new != nil }
    let verdicts = try Both { edition in try self.verdicts(of: comparedPairs.compactMap { $0[edition] }) }
    var results: [CheckDifference] = []
    let reader = TextReader()
    for (index, pair) in pairs.enumerated() {
      let check = pair.new ?? pair.old!
      var result = CheckDifference(
        suite: check.suite.name, module: check.module, name: check.name,
        content: pair.new == nil ? .onlyInOld : .onlyInNew)
      result.words = pair.map { Set($0.map { reader.words(in: $0.title) } ?? []) }
      if let before = pair.old, let after = pair.new {
        result.verdicts = Both { edition in
          pair[edition].flatMap { verdicts[edition][$0.suite.name]?[$0.title] }
        }
        console.show("comparing \(check.title) (\(index + 1) of \(pairs.count))")
        do {
          try compare(try graph(of: before), with: try graph(of: after), recordingIn: &result)
        } catch let error as GraphFileError {
          result.content = .failed(error.description)
        }
      } else if pair.old == nil, let failure = oldBuild.failures.first(where: { $0.suite == check.suite.name }) {
        result.content = .failed("at \(revision): \(failure)")
      }
      results.append(result)
    }
    return (editions, results)
  }

  /// The checks of two revisions in pairs, those of the newer revision first; `nil` for a check that one revision lacks.
  private func pairs(
    of oldChecks: [SuiteCheck], and newChecks: [SuiteCheck]
  ) throws(UsageError) -> [Both<SuiteCheck?>] {
    let renaming = try givenRenaming()
    var pairs: [Both<SuiteCheck?>] = []
    var unpairedOldChecks = oldChecks
    func removeOldCheck(where isSame: (SuiteCheck) -> Bool) -> SuiteCheck? {
      unpairedOldChecks.firstIndex(where: isSame).map { unpairedOldChecks.remove(at: $0) }
    }
    for check in newChecks {
      let oldCheck = removeOldCheck { $0.suite.name == check.suite.name && renaming($0.title) == check.title }
      pairs.append(Both(old: oldCheck, new: check))
    }
    // A suite may have been renamed; then a unique title identifies the check.
    for index in pairs.indices where pairs[index].old == nil {
      let title = pairs[index].new?.title
      guard newChecks.count(where: { $0.title == title }) == 1,
        oldChecks.count(where: { renaming($0.title) == title }) == 1
      else { continue }
      pairs[index].old = removeOldCheck { renaming($0.title) == title }
    }
    return pairs + unpairedOldChecks.map { Both(old: $0, new: nil) }
  }

  /// Builds the suites of the older revision. If the revision has no suite, a note on standard error says so.
  private func suites(at revision: String, of package: UserPackage) throws -> BuiltSuites {
    do {
      let built = try package.builtSuites(console: console)
      guard let failure = built.failures.first, built.suites.isEmpty else { return built }
      throw BuildError(problem: "'\(revision)' does not build", output: failure.description)
    } catch let error as UsageError where error.description == UserPackage.suiteInstructions {
      console.clear()
      Platform.write(
        "note: '\(escaped(revision))' has no check suite: every check is new\n", to: Platform.standardError)
      return ([], [])
    } catch let error as BuildError where error.suite == nil && !error.problem.hasPrefix("'") {
      // A problem that begins with a quotation mark names the revision or the command already.
      throw BuildError(problem: "'\(revision)' does not build", output: error.description)
    }
  }

  private func list(_ suites: [Suite]) throws -> [SuiteCheck] {
    try suites.flatMap { try $0.list(within: invocation.settings.stepTime) }
  }

  /// Runs the checks without storing counterexamples, and returns their verdicts by suite and title.
  private func verdicts(of checks: [SuiteCheck]) throws -> [String: [String: CheckDifference.Verdict]] {
    var invocation = invocation
    invocation.command = .check
    invocation.store = "off"
    invocation.suiteArguments += ["--store", "off"]
    guard !checks.isEmpty else { return [:] }
    let outputs = Outputs(silentIn: invocation.packagePath ?? ".")
    _ = try CheckSession(invocation: invocation, console: console, outputs: outputs).run(checks)
    return Dictionary(grouping: outputs.resultsOfSuites, by: \.suite).mapValues { results in
      Dictionary(
        results.map { _, result in
          (result.title, CheckDifference.Verdict(verdict: result.verdict, property: result.violatedProperty))
        }
      ) { first, _ in first }
    }
  }

  /// - Throws: ``GraphFileError`` where the suite writes no graph.
  private func graph(of check: SuiteCheck) throws -> GraphFile {
    var data = Data()
    let errors = DataCollector()
    let arguments = ["graph", "--format", "json"] + invocation.suiteArguments(for: .graph)
    let end = try Subprocess.execute(
      check.suite.executable, arguments + ["--", check.argument], onErrors: { errors.append($0) }
    ) { data.append($0) }
    guard end.isSuccess else {
      let reason = errors.text.split(separator: "\n").last.map(String.init) ?? end.text
      throw GraphFileError(
        description: end.isOfTrap && !Interruption.ofProcess.isRequested
          ? "a step traps (\(reason)); 'tea-check check' tells which" : reason)
    }
    do {
      return try GraphFile(parsing: data)
    } catch {
      throw GraphFileError(description: "\(check.suite.name) wrote no graph: \(error)")
    }
  }
}

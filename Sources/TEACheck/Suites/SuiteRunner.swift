internal import TEAResults
internal import TEASupport
internal import TEAText

struct SuiteRunner {
  let name: String
  /// The name of the suite's type, qualified by its module, such as `SearchChecks.Main`.
  let type: String
  let checks: [Check]

  func run(_ arguments: [String]) -> Int32 {
    var invocation: Invocation
    let selectedChecks: [Check]
    var replays: [ReplaySource] = []
    do {
      invocation = try Invocation(arguments: arguments)
      if invocation.wantsHelp {
        Platform.write(help, to: Platform.standardOutput)
        return ExitCode.passed
      }
      let ofCommand = [
        ("--watch", invocation.watches), ("--changed-since", invocation.changedSince != nil),
        ("--apply", invocation.appliedSuggestionNumber != nil),
      ]
      if let (name, _) = ofCommand.first(where: \.1) {
        throw UsageError("A suite has no '\(name)': use 'tea-check \(invocation.command.rawValue) \(name)'")
      }
      try invocation.configure()
      if invocation.command == .`init` { throw UsageError("Suites are added by 'tea-check init'") }
      if invocation.command == .diff { throw UsageError("Revisions are compared by 'tea-check diff'") }
      if invocation.command == .merge { throw UsageError("Records are merged by 'tea-check merge'") }
      if invocation.command == .coverage, !invocation.format.isOfRecords {
        throw UsageError("Lines that no world executes are listed by 'tea-check coverage'")
      }
      let commandLine = "swift run tea-check " + arguments.map(TextReport.shellWord).joined(separator: " ")
      if invocation.xunitOutput != nil || invocation.report != nil {
        throw UsageError("A report covers all suites; let 'tea-check' write it: \(commandLine)")
      }
      if [.github, .gitlab, .markdown].contains(invocation.format) {
        throw UsageError(
          "The format '\(invocation.format.rawValue)' covers all suites; let 'tea-check' print it: \(commandLine)")
      }
      try requireDistinctTitles()
      if invocation.isInteractive { return try walk(invocation) }
      if invocation.command == .replay {
        // With the format of records, `tea-check` passes one source and the title of one check.
        let title = invocation.format.isOfRecords && invocation.names.count == 2 ? invocation.names.removeLast() : nil
        replays = try invocation.names.map(ReplaySource.init)
        selectedChecks = checks.filter { check in
          replays.contains { $0.fits(checkTitled: check.title, at: "\(check.place)") }
            && title.map { $0 == CheckSelection.argument(ofTitle: check.title) } ?? true
        }
        if selectedChecks.isEmpty { throw UsageError("\(name) holds none of the checks that are to be replayed") }
        for replay in replays {
          if selectedChecks.contains(where: { replay.fits(checkTitled: $0.title, at: "\($0.place)") }) { continue }
          throw UsageError("\(name) holds none of the checks that are to be replayed from '\(escaped(replay.name))'")
        }
      } else {
        // The command `list` accepts a suite without checks: `tea-check` reports an error only where all suites are empty.
        if checks.isEmpty, invocation.command != .list { throw UsageError("\(name) holds no checks") }
        selectedChecks = try choose(invocation)
      }
      if invocation.settings.checkpoint != nil, selectedChecks.count > 1 {
        throw UsageError("A checkpoint holds one check, and \(selectedChecks.count) are selected: name one")
      }
    } catch {
      Platform.write("Error: \(printableLines("\(error)"))\n", to: Platform.standardError)
      return ExitCode.usage
    }
    if invocation.command == .graph { return writeGraph(invocation) }
    if invocation.makesAttempts {
      guard let check = selectedChecks.first else { return ExitCode.usage }
      return attempt(check, invocation)
    }
    let recorder: any Recorder
    switch invocation.format {
    case .text, .github, .gitlab, .markdown:
      recorder = TextRecorder(selectedChecks.map(\.title), invocation)
    case .json: recorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), isForTeaCheck: false)
    case .records, .recordsWithGraphs:
      let jsonRecorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), isForTeaCheck: true)
      TrapWatcher.startHeartbeat { jsonRecorder.heartbeat() }
      recorder = jsonRecorder
    }
    recorder.receive(.suite(name, selectedChecks))
    if invocation.command == .list {
      for check in selectedChecks { recorder.receive(.listed(check)) }
      return ExitCode.passed
    }
    if invocation.command == .replay { return replay(replays, selectedChecks, invocation, recorder) }
    return run(selectedChecks, invocation, recorder)
  }

  private func replay(
    _ sources: [ReplaySource], _ checks: [Check], _ invocation: Invocation, _ recorder: any Recorder
  ) -> Int32 {
    var results: [CheckResult] = []
    var resultsWithoutTest: [CheckResult] = []
    for source in sources {
      for check in checks where source.fits(checkTitled: check.title, at: "\(check.place)") {
        recorder.receive(.started(check.title))
        var settings = invocation.settings
        settings.traps = trapHandling(invocation, recorder)
        settings.ownsProcess = true
        settings.log = log(invocation, recorder)
        var outcome = check.replayRecording(source.recording, settings)
        outcome.result.finding = outcome.result.finding.map { "\($0) · replayed from \(source.name)" }
        outcome.result.again = "tea-check replay \(TextReport.shellWord(source.name))"
        results.append(outcome.result)
        if invocation.printsUnitTest, outcome.result.verdict != .error, let script = outcome.script {
          let property = source.property ?? outcome.result.counterexample?.property ?? ""
          let test = UnitTest.text(ofSuite: type, title: check.title, property: property, script: script)
          recorder.receive(.unitTest(test))
        } else {
          if invocation.printsUnitTest, outcome.result.verdict != .error {
            outcome.result.notes.append(
              "no test is printed, because none can take these steps: the session resumes, or nothing declares some of them"
            )
          }
          if let picture = outcome.picture { recorder.receive(.picture(picture)) }
          resultsWithoutTest.append(outcome.result)
          recorder.receive(.finished(outcome.resultWithPath))
        }
      }
    }
    recorder.receive(.ended(results))
    // A printed unit test fulfils the request even if its steps violate a property. So only the other results count.
    return replayExitCode(of: resultsWithoutTest)
  }

  private func choose(_ invocation: Invocation) throws(UsageError) -> [Check] {
    // With the format of records, `tea-check` has made the selection already, and passes whole titles.
    if invocation.format.isOfRecords, !invocation.names.isEmpty {
      return checks.filter { invocation.names.contains(CheckSelection.argument(ofTitle: $0.title)) }
    }
    let listed = checks.map { $0.listed(by: name) }
    let titles = try CheckSelection.choose(invocation.names, filter: invocation.filter, among: listed).map(\.title)
    return checks.filter { titles.contains($0.title) }
  }

  /// Runs checks in order; after an interruption, the rest is reported as not run.
  private func run(_ selectedChecks: [Check], _ invocation: Invocation, _ recorder: any Recorder) -> Int32 {
    var results: [CheckResult] = []
    // With the format of records, `tea-check` prints this remark, once for all suites.
    if !invocation.format.isOfRecords, let remark = CounterexampleStore.remark(onRequested: invocation.store) {
      Platform.write("note: \(remark)\n", to: Platform.standardError)
    }
    let interruption = Interruption.handleSignals()
    for check in selectedChecks {
      recorder.receive(.started(check.title))
      var meter = ProgressMeter()
      let start = ContinuousClock.now
      var settings = invocation.settings
      settings.store = CounterexampleStore.folder(ofSuiteWithOption: invocation.store)
      settings.interruption = interruption
      settings.ownsProcess = true
      settings.log = log(invocation, recorder)
      if settings.engine != .survey { settings.traps = trapHandling(invocation, recorder) }
      var result = check.listed(by: name).notRunResult
      result.shard = settings.shard.map { ShardSummary(shard: $0) }
      if !interruption.isRequested {
        let outcome = check.outcome(settings) { progress in
          let time = ContinuousClock.now - start
          guard let reading = meter.reading(of: progress, at: time, memory: { Platform.residentBytes }) else { return }
          recorder.receive(.progress(reading))
        }
        if let picture = outcome.picture { recorder.receive(.picture(picture)) }
        result = outcome.resultWithPath
      }
      result.shard?.checks = selectedChecks.count
      results.append(result)
      recorder.receive(.finished(result))
    }
    recorder.receive(.ended(results))
    let code = exitCode(of: results, requiresComplete: invocation.requiresComplete && !interruption.isRequested)
    return code == ExitCode.passed && interruption.isRequested ? ExitCode.interrupted : code
  }

  private func log(_ invocation: Invocation, _ recorder: any Recorder) -> CheckLog? {
    guard invocation.verbosity == .verbose else { return nil }
    nonisolated(unsafe) let recorder = recorder
    return CheckLog { recorder.receive(.detail($0)) }
  }

  func requireDistinctTitles() throws(UsageError) {
    var firstChecks: [String: Check] = [:]
    for check in checks {
      if let first = firstChecks[check.title] {
        throw UsageError(
          "Two checks of \(name) are called '\(check.title)': one of \(first.qualifiedModule) at \(first.place), and one of "
            + "\(check.qualifiedModule) at \(check.place); give one a name of its own, as in .check(\"slow network\")")
      }
      firstChecks[check.title] = check
    }
  }

  private var help: String {
    """
    OVERVIEW: The checks of \(name). 'tea-check' builds and runs all suites of a package.

    USAGE: \(name) [check | list | explore | sample | replay | graph | suggest] [<options>] [<name> ...]

    """
  }
}

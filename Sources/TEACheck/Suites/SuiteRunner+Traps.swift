internal import TEAResults
internal import TEASupport

extension SuiteRunner {
  /// The handling of traps where `tea-check` started this process, and can start another after a trap; otherwise `nil`.
  func trapHandling(_ invocation: Invocation, _ recorder: any Recorder) -> TrapHandling? {
    guard invocation.format.isOfRecords else { return nil }
    nonisolated(unsafe) let recorder = recorder
    let command = invocation.command == .replay ? .check : invocation.command
    var arguments = [command.rawValue, "--format", "records", "--attempts"] + invocation.suiteArguments
    // After a step that exceeded its time, one second is enough to find the function in which the step hangs. A step time above
    // the default is kept: a user sets it for functions that take long and do return.
    if invocation.knownTrapSites.last?.cause == .time, invocation.settings.stepTime > .seconds(1),
      invocation.settings.stepTime <= CheckSettings().stepTime
    {
      arguments += ["--step-time", "1"]
    }
    let silenceLimit = max(invocation.settings.stepTime, CheckSettings().stepTime) + .seconds(1)
    return TrapHandling(
      knownSites: invocation.knownTrapSites, message: invocation.trapMessage,
      report: { recorder.receive(.trapped($0, $1)) },
      attempts: { [arguments] title, facts in
        var arguments = arguments
        if facts.sortsLists { arguments.append("--sorts-lists") }
        if let cases = facts.casesFromOutside {
          let list = cases.isEmpty ? "none" : cases.sorted().map(String.init).joined(separator: ",")
          arguments += ["--sent-by-world", list]
        }
        return TrapAttempts(
          arguments: arguments + ["--", CheckSelection.argument(ofTitle: title)], silenceLimit: silenceLimit)
      })
  }

  /// Reads requests from standard input, one a line, and takes their steps, until a step ends the process or the input ends.
  func attempt(_ check: Check, _ invocation: Invocation) -> Int32 {
    let recorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), isForTeaCheck: true)
    TrapWatcher.startHeartbeat { recorder.heartbeat() }
    var settings = invocation.settings
    settings.traps = trapHandling(invocation, recorder)
    do {
      let takeSteps = try check.makeTrapAttempter(settings, invocation.learnedFacts)
      while let line = readLine() {
        guard let json = try? JSON(parsing: line), let request = TrapAttempts.Request(json: json) else {
          return ExitCode.usage
        }
        takeSteps(request)
        recorder.receive(.survived)
      }
      return ExitCode.passed
    } catch {
      return ExitCode.failure
    }
  }
}

extension SuiteRunner {
  /// Makes the list of a suite's checks, watched for traps in the user's code.
  static func watchedChecks(_ arguments: [String], _ name: String, _ makeChecks: () -> [Check]) -> [Check] {
    // `run(_:)` reports errors in the arguments.
    let invocation = try? Invocation(arguments: arguments)
    var settings = invocation?.settings ?? CheckSettings()
    let isOfRecords = invocation?.format.isOfRecords ?? false
    // A shorter step time is meant for the steps of attempts, and not for the making of the list.
    if invocation?.makesAttempts ?? false { settings.stepTime = max(settings.stepTime, CheckSettings().stepTime) }
    if isOfRecords {
      let recorder = JSONRecorder(suite: name, output: Platform.standardOutput, isForTeaCheck: true)
      TrapWatcher.startHeartbeat { recorder.heartbeat() }
      settings.traps = TrapHandling(
        knownSites: [], report: { recorder.receive(.trapped($0, $1)) },
        attempts: { _, _ in TrapAttempts(arguments: []) })
    }
    var configuration = TrapWatch.Configuration(settings, title: name)
    configuration.endsProcess = true
    return TrapWatch(configuration).watched { UserCode.calling(.checks, makeChecks) }
  }
}

extension SuiteRunner {
  /// What is done about steps that end the process: where `tea-check` started it, it is told where they stand.
  func handling(_ invocation: Invocation, _ recorder: any Recorder) -> TrapHandling? {
    guard invocation.format.isOfRecords else { return nil }
    nonisolated(unsafe) let recorder = recorder
    let command = invocation.command == .replay ? .check : invocation.command
    let arguments = [command.rawValue, "--format", "records", "--attempts"] + invocation.engineArguments + ["--"]
    return TrapHandling(
      known: invocation.traps, report: { recorder.receive(.trapped($0, $1)) },
      attempts: { TrapAttempts(arguments: arguments + [$0]) })
  }

  /// Takes the steps that standard input asks for, a request a line, until one of them ends the process.
  ///
  /// - Returns: The exit code.
  func attempt(_ check: Check, _ invocation: Invocation) -> Int32 {
    let recorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), withProgress: true)
    var settings = invocation.settings
    settings.traps = handling(invocation, recorder)
    do {
      let attempt = try check.attempter(settings)
      while let line = readLine() {
        guard let json = try? JSON(parsing: line), let request = TrapAttempts.Request(json: json) else {
          return ExitCode.usage
        }
        attempt(request)
        recorder.receive(.survived)
      }
      return ExitCode.passed
    } catch {
      return ExitCode.failure
    }
  }
}

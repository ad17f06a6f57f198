internal import TEAResults
internal import TEASupport

extension SuiteRunner {
  /// Answers requests from standard input, one a line, about the worlds of a recorded run, and of runs that branch off from it.
  func walk(_ invocation: Invocation) throws(UsageError) -> Int32 {
    guard invocation.format.isOfRecords, invocation.names.count == 2,
      let check = checks.first(where: { CheckSelection.argument(ofTitle: $0.title) == invocation.names[1] })
    else { throw UsageError("A suite has no interactive replay: use 'tea-check replay --interactive'") }
    // Ctrl-Z stops all processes of a terminal, and `tea-check` then asks a stopped process for a trap report, which would
    // blame the last step.
    Platform.ignoreSuspension()
    let source = try ReplaySource(invocation.names[0])
    let output = Platform.divertStandardOutput()
    @Sendable func send(_ record: JSON) { Platform.write(record.text + "\n", to: output) }
    do {
      let answer = try check.makeWalker(source.recording, invocation.settings) { send($0.json) }
      while let line = readLine() {
        guard let request = (try? JSON(parsing: line)).flatMap(WalkRequest.init(json:)) else { return ExitCode.usage }
        send(answer(request).json)
      }
      return ExitCode.passed
    } catch {
      send(.record("error", ["message": "\(error)"]))
      return ExitCode.usage
    }
  }
}

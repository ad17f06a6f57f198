internal import TEASupport

extension SuiteRunner {
  /// Reads requests from standard input, one per line, and answers them: about the worlds of a recorded path, and of paths
  /// that branch off from it.
  ///
  /// - Returns: The exit code.
  /// - Throws: ``UsageError`` where the command line is not one that `tea-check` makes, or names no check.
  func walk(_ invocation: Invocation) throws(UsageError) -> Int32 {
    guard invocation.format.isOfRecords, invocation.names.count == 2,
      let check = checks.first(where: { CheckSelection.argument(ofTitle: $0.title) == invocation.names[1] })
    else { throw UsageError("A suite has no interactive replay: use 'tea-check replay --interactive'") }
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
      send(
        .object([
          "version": .integer(RecordFormat.version), "kind": .string("error"), "message": .string("\(error)"),
        ]))
      return ExitCode.usage
    }
  }
}

internal import TEAResults
import TEASupport
import Foundation

/// The suite's process that answers the requests of an interactive replay. A new process is started after a trap.
final class WalkProcess {
  private let check: SuiteCheck
  /// The file or the token of the recording.
  private let source: String
  private let arguments: [String]
  /// The running process; `nil` before the first request, and after a process has ended.
  private var child: ChildProcess?

  init(of check: SuiteCheck, _ source: String, _ arguments: [String]) {
    self.check = check
    self.source = source
    self.arguments = arguments
  }

  /// - Returns: `nil` when a signal ended the wait.
  /// - Throws: ``UsageError`` when the suite refuses the steps, ``ProcessError`` when the suite cannot be started.
  func answer(to request: WalkRequest) throws -> Stepper.Message? {
    // A process that answered earlier requests may have ended before this request. Then its end says nothing about the
    // requested steps, and a new process is asked.
    if child != nil, let answer = try ask(request) { return answer }
    if !TerminalSignals.hasReceivedEndingSignal, let answer = try ask(request) { return answer }
    if TerminalSignals.hasReceivedEndingSignal { return nil }
    let trap = WalkTrap(
      shownStepCount: request.path.count - 1, sentence: "\(check.suite.name) ends",
      explanation: "the process ended without a word")
    return .trapped(trap)
  }

  /// - Returns: `nil` where the process ended and reported no trap.
  private func ask(_ request: WalkRequest) throws -> Stepper.Message? {
    let child = try self.child ?? start()
    var trap: WalkTrap?
    var message: Stepper.Message?
    let isRequestWritten = child.write(request.json.text + "\n")
    while isRequestWritten, message == nil, let line = child.readLine() {
      guard let record = try? JSON(parsing: line), record["version"]?.integer == RecordFormat.version else {
        continue
      }
      if let position = WalkPosition(json: record) { message = .arrived(position) }
      if let reported = WalkTrap(json: record) { trap = reported }
      if record["kind"]?.string == "error" {
        end()
        throw UsageError(record["message"]?.string ?? "\(check.suite.name) cannot take the steps")
      }
    }
    if let message { return message }
    // The process writes Swift's message about the trap before it ends.
    while child.readLine() != nil {}
    end()
    guard var trap else { return nil }
    if let swiftMessage = TrapAttempts.message(in: child.errors) { trap.explanation = swiftMessage }
    return .trapped(trap)
  }

  private func start() throws -> ChildProcess {
    let command = ["replay", "--format", "records", "--interactive"] + arguments + ["--", source, check.argument]
    guard
      let child = ChildProcess(
        check.suite.executable.path, command, environment: Subprocess.environment(check.suite.environment))
    else { throw ProcessError(description: "\(check.suite.executable.path) cannot be run") }
    self.child = child
    TerminalSignals.set(child: child.identifier)
    return child
  }

  /// Ends the process by releasing its ``ChildProcess``.
  func end() {
    TerminalSignals.set(child: 0)
    child = nil
  }
}

import TEASupport
import Foundation
import TEAResults

struct FinishedProcess {
  var output: String
  var errors: String
  var end: ProcessEnd

  var succeeded: Bool { end.isSuccess }
}

/// The error of a program that cannot be run, or that fails.
struct ProcessError: Error, CustomStringConvertible {
  var description: String
}

enum Subprocess {
  private static let launchLock = NSLock()

  /// Runs a program found in `PATH`, without a shell, and returns all that it wrote.
  ///
  /// For a program that is not in `PATH`, the status is 127.
  static func run(
    _ program: String, _ arguments: [String], onOutput: (String) -> Void = { _ in }
  ) throws -> FinishedProcess {
    let errors = DataCollector()
    var output = Data()
    var pieces = TextPieces()
    let end = try execute(
      URL(fileURLWithPath: "/usr/bin/env"), [program] + arguments, onErrors: { errors.append($0) }
    ) { piece in
      output.append(piece)
      onOutput(pieces.next(piece))
    }
    onOutput(pieces.last())
    return FinishedProcess(
      output: String(decoding: output, as: UTF8.self), errors: errors.text, end: end)
  }

  /// Runs a program until it ends, and passes its output on in pieces.
  ///
  /// - Parameters:
  ///   - environment: Variables that are added to the environment of this process.
  ///   - silenceLimit: The longest time without output, after which the program is ended; `nil` for no limit.
  ///   - onErrors: Receives the standard error in pieces, on another thread; with `nil`, the program writes to the standard
  ///     error of this process.
  static func execute(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:], silenceLimit: Duration? = nil,
    onErrors: (@Sendable (Data) -> Void)? = nil, onOutput: (Data) -> Void
  ) throws -> ProcessEnd {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = self.environment(environment)
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    let errors = Pipe()
    if onErrors != nil { process.standardError = errors }
    do {
      // A pipe that one thread opens for its process must not be inherited by a process that another thread starts.
      try launchLock.withLock { try process.run() }
    } catch {
      throw ProcessError(description: "\(executable.path) cannot be run: \(error.localizedDescription)")
    }
    Interruption.forwardSignals(to: process.processIdentifier)
    defer { Interruption.stopForwarding(process.processIdentifier) }
    let endOfErrors = DispatchSemaphore(value: 0)
    if let onErrors {
      let handle = errors.fileHandleForReading
      Thread.detachNewThread {
        while case let data = handle.availableData, !data.isEmpty { onErrors(data) }
        endOfErrors.signal()
      }
    }
    // Foundation counts a process as running until all processes that it started, such as a compiler, have ended. So the
    // system is asked for the end of the process itself.
    var end: (status: Int32, wasSignalled: Bool)?
    func isRunning() -> Bool {
      if end == nil { end = Platform.exitStatus(ofChild: process.processIdentifier) }
      return end == nil && process.isRunning
    }
    var watch = ProcessWatch(process.processIdentifier, silenceLimit: silenceLimit)
    let pipe = output.fileHandleForReading
    var drainDeadline: ContinuousClock.Instant?
    while true {
      let hasEnded = !isRunning()
      let isReadable = Platform.becomesReadable(pipe.fileDescriptor, within: ProcessWatch.interval)
      if isReadable {
        guard case let data = pipe.availableData, !data.isEmpty else { break }
        watch.noteOutput(data)
        onOutput(data)
      }
      if hasEnded {
        // A child of the process may still hold the pipe open, and even write to it.
        let deadline = drainDeadline ?? .now + Platform.longestDrain
        drainDeadline = deadline
        if !isReadable || .now > deadline {
          // Foundation starts each process as the leader of a process group.
          Platform.killGroup(of: process.processIdentifier)
          break
        }
      }
      watch.poll()
    }
    while isRunning() {
      Platform.sleep(milliseconds: 2)
      watch.poll()
    }
    if end == nil { process.waitUntilExit() }
    // A child of the process may hold standard error open for ever, so the wait ends after a second.
    if onErrors != nil { _ = endOfErrors.wait(timeout: .now() + 1) }
    return ProcessEnd(
      status: end?.status ?? process.terminationStatus,
      wasSignalled: end?.wasSignalled ?? (process.terminationReason == .uncaughtSignal),
      terminationReason: watch.terminationReason)
  }
}

extension Subprocess {
  static func environment(_ additions: [String: String]) -> [String: String] {
    // A backtrace would bury the message of a trap; users can set the variable to get one.
    // With deterministic hashing, a module that depends on the order of a set fails in every run or in none.
    let defaults = ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]
    return defaults.merging(ProcessInfo.processInfo.environment) { $1 }.merging(additions) { $1 }
  }
}

/// Data that one thread collects and another reads.
final class DataCollector: @unchecked Sendable {
  private let lock = NSLock()
  private var data = Data()

  func append(_ piece: Data) { lock.withLock { data.append(piece) } }
  var text: String { lock.withLock { String(decoding: data, as: UTF8.self) } }
}

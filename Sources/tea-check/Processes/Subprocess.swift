import TEASupport
import Foundation
import TEACheck

/// A program that was run to its end.
struct FinishedProcess {
  var output: String
  var errors: String
  /// The exit code, or the signal that ended it.
  var status: Int32
  var wasSignalled: Bool

  var succeeded: Bool { status == 0 && !wasSignalled }
}

/// A program that cannot be started.
struct LaunchError: Error, CustomStringConvertible {
  var description: String
}

enum Subprocess {
  private static let launching = NSLock()

  /// Runs a program found in `PATH`, without a shell, and returns all that it wrote.
  ///
  /// - Parameter onOutput: Receives each piece of its standard output as it comes.
  static func run(
    _ program: String, _ arguments: [String], onOutput: (String) -> Void = { _ in }
  ) throws -> FinishedProcess {
    let errors = Collector()
    var output = Data()
    let end = try start(
      URL(fileURLWithPath: "/usr/bin/env"), [program] + arguments, onErrors: { errors.append($0) }
    ) { piece in
      output.append(piece)
      onOutput(String(decoding: piece, as: UTF8.self))
    }
    return FinishedProcess(
      output: String(decoding: output, as: UTF8.self), errors: errors.text, status: end.status,
      wasSignalled: end.wasSignalled)
  }

  /// Runs a program, and hands on each piece of its standard output as it comes.
  ///
  /// - Parameters:
  ///   - patience: How long it may say nothing before it is taken down, where it is known to say something all the time.
  ///   - onErrors: Receives each piece of standard error, on another thread; without it, the program
  ///     writes to this process's own.
  static func start(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:], patience: Duration? = nil,
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
      // What one thread opens for its process, that of another must not inherit.
      try launching.withLock { try process.run() }
    } catch {
      throw LaunchError(description: "\(executable.path) cannot be run: \(error.localizedDescription)")
    }
    Interruption.handOn(to: process.processIdentifier)
    defer { Interruption.leave(process.processIdentifier) }
    let errorsAreRead = DispatchSemaphore(value: 0)
    if let onErrors {
      let handle = errors.fileHandleForReading
      Thread.detachNewThread {
        while case let data = handle.availableData, !data.isEmpty { onErrors(data) }
        errorsAreRead.signal()
      }
    }
    var watch = ProcessWatch(process.processIdentifier, patience: patience)
    let pipe = output.fileHandleForReading
    while true {
      if Platform.isReadable(pipe.fileDescriptor, within: ProcessWatch.interval) {
        guard case let data = pipe.availableData, !data.isEmpty else { break }
        watch.hear()
        onOutput(data)
      } else if !process.isRunning {
        // Another process that it started holds the pipe.
        break
      }
      watch.look()
    }
    while process.isRunning {
      Platform.sleep(milliseconds: 2)
      watch.look()
    }
    process.waitUntilExit()
    // Whoever else has its standard error may keep it for ever.
    if onErrors != nil { _ = errorsAreRead.wait(timeout: .now() + 1) }
    return ProcessEnd(
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal,
      takenDown: watch.reason)
  }
}

extension Subprocess {
  /// The environment of a program: that of this process, and more.
  static func environment(_ additions: [String: String]) -> [String: String] {
    // A backtrace of registers would bury the message of a trap; whoever wants one sets the variable.
    // And with the same hashes in every process, a module that depends on the order of a set fails in every run or none.
    let defaults = ["SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"]
    return defaults.merging(ProcessInfo.processInfo.environment) { $1 }.merging(additions) { $1 }
  }
}

/// Text that is collected on one thread and read on another.
final class Collector: @unchecked Sendable {
  private let lock = NSLock()
  private var data = Data()

  func append(_ piece: Data) { lock.withLock { data.append(piece) } }
  var text: String { lock.withLock { String(decoding: data, as: UTF8.self) } }
}

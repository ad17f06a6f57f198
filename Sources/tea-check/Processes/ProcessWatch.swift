internal import TEAResults
import TEASupport
import Foundation

struct ProcessEnd: Equatable {
  /// The exit code, or the number of the signal that ended the program.
  var status: Int32
  var wasSignalled: Bool
  /// The reason why ``ProcessWatch`` ended the program; `nil` where the program ended by itself.
  var terminationReason: TerminationReason?

  var isSuccess: Bool { status == 0 && !wasSignalled }

  /// `true` where a signal ended the program, or where a suite caught a trap and exited with ``ExitCode/violated``.
  ///
  /// Only for commands such as `graph`: a command that reports violations exits with this code without a trap, too.
  var isOfTrap: Bool { wasSignalled || status == ExitCode.violated }

  /// A sentence without a full stop, such as `it exited with 1`.
  var text: String {
    terminationReason?.text ?? (wasSignalled ? "it was killed by signal \(status)" : "it exited with \(status)")
  }
}

enum TerminationReason: Equatable {
  /// A signal stopped the process, and none continued it.
  case stopped
  /// The process wrote nothing for this time.
  case silent(Duration)
  /// A call of the user's code lasted for ``ProcessWatch/gracePeriodText`` after an interruption.
  case interrupted

  var text: String {
    switch self {
    case .stopped: "it was stopped by a signal, and was ended"
    case .silent(let time): "it said nothing for \(TextReport.text(ofSeconds: time / .seconds(1))), and was ended"
    case .interrupted: "it did not end within \(ProcessWatch.gracePeriodText) of the interruption, and was ended"
    }
  }
}

/// The error of an action that was not begun, because of an interruption.
struct Interrupted: Error, CustomStringConvertible {
  var description: String { "it was interrupted" }
}

/// Watches another process, and ends it if it stays stopped, is silent for too long, or does not react to an interruption.
///
/// The time between two polls counts as 100 milliseconds at most, so that a pause of this process does not count against the
/// other process.
struct ProcessWatch {
  /// The longest wait for output between two polls, in milliseconds.
  static let interval = 50
  /// The time that a call of the user's code has to end after an interruption: short enough that `timeout 10 tea-check` ends
  /// within 13 seconds where a step is endless.
  private static let gracePeriod = Duration.seconds(2)
  /// ``gracePeriod`` in words.
  static var gracePeriodText: String { "2 s" }
  /// The time for which a process may stay stopped, since a terminal may stop all of its processes and continue them.
  private static let maxStopTime = Duration.milliseconds(300)
  /// The time that a process has to end, once there is a ``terminationReason``. A stopped process reports its steps meanwhile.
  private static let reportTime = Duration.seconds(5)

  private let processIdentifier: Int32
  /// The longest time without output; `nil` for no limit.
  private let silenceLimit: Duration?
  private var lastPoll = ContinuousClock.now
  private var silence = Duration.zero
  private var timeStopped = Duration.zero
  /// The time since the interruption, or since the last sign after it that no call of the user's code lasts.
  private var timeSinceInterruption = Duration.zero
  private var timeSinceTermination = Duration.zero
  /// The reason why the process is being ended; `nil` while there is none.
  private(set) var terminationReason: TerminationReason?

  init(_ processIdentifier: Int32, silenceLimit: Duration?) {
    self.processIdentifier = processIdentifier
    self.silenceLimit = silenceLimit
  }

  mutating func noteOutput(_ data: Data) {
    silence = .zero
    if timeSinceInterruption > .zero, data.contains(RecordFormat.signOfRest) { timeSinceInterruption = .zero }
  }

  mutating func poll() {
    let now = ContinuousClock.now
    let time = min(now - lastPoll, .milliseconds(2 * Self.interval))
    lastPoll = now
    if terminationReason != nil {
      timeSinceTermination += time
      if timeSinceTermination > Self.reportTime {
        Platform.kill(processIdentifier)
      } else if terminationReason == .stopped, Platform.isStopped(processIdentifier) {
        Platform.continueProcess(processIdentifier)
      }
      return
    }
    silence += time
    timeStopped = Platform.isStopped(processIdentifier) ? timeStopped + time : .zero
    if Interruption.ofProcess.isRequested { timeSinceInterruption += time }
    if timeStopped > Self.maxStopTime {
      terminationReason = .stopped
      // A suite then reports its steps, and exits.
      Platform.requestTrapReport(processIdentifier)
    } else if let silenceLimit, silence > silenceLimit {
      terminationReason = .silent(silenceLimit)
      Platform.kill(processIdentifier)
    } else if timeSinceInterruption > Self.gracePeriod {
      terminationReason = .interrupted
      Platform.kill(processIdentifier)
    }
  }
}

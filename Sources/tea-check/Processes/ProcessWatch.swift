import TEASupport
import Foundation
import TEACheck

/// The end of a program that was started.
struct ProcessEnd: Equatable {
  /// The exit code, or the signal that ended it.
  var status: Int32
  var wasSignalled: Bool
  /// The reason why this command ended it; `nil` where it ended by itself.
  var terminationReason: TerminationReason?

  /// A trap ended a suite that only looks at worlds, by a signal or by the suite's own exit.
  var isOfTrap: Bool { wasSignalled || status == ExitCode.violated }

  var text: String {
    terminationReason?.text ?? (wasSignalled ? "it was killed by signal \(status)" : "it exited with \(status)")
  }
}

/// A reason to end another process.
enum TerminationReason: Equatable {
  /// It was stopped by a signal, and nobody continued it.
  case stopped
  /// It wrote nothing for this time.
  case silent(Duration)
  /// It did not end after an interruption.
  case interrupted

  /// The description of the reason.
  var text: String {
    switch self {
    case .stopped: "it was stopped by a signal, and was ended"
    case .silent(let time): "it said nothing for \(TextReport.text(ofSeconds: time / .seconds(1))), and was ended"
    case .interrupted: "it did not end within \(ProcessWatch.graceText) of the interruption, and was ended"
    }
  }
}

/// What was to begin after an interruption.
struct Interrupted: Error, CustomStringConvertible {
  var description: String { "it was interrupted" }
}

/// Watches another process that may never end: one that is stopped, that is silent, or that does not react to an
/// interruption.
///
/// Time is counted in polls, so that a pause of this process does not count against the other.
struct ProcessWatch {
  /// The longest time between two polls, in milliseconds.
  static let interval = 50
  /// The time that a process has to end after an interruption, such that `timeout 10 tea-check` ends within 13 seconds.
  private static let grace = Duration.seconds(2)
  static var graceText: String { "2 s" }
  /// The time for which a process may be stopped, since a terminal may stop all of its processes and continue them.
  private static let pause = Duration.milliseconds(300)
  /// The time that a process has to report its steps.
  private static let answer = Duration.seconds(5)

  private let process: Int32
  private let patience: Duration?
  private var last = ContinuousClock.now
  private var silence = Duration.zero
  private var stop = Duration.zero
  private var interruption = Duration.zero
  private var isAsked = false
  private var wait = Duration.zero
  private(set) var reason: TerminationReason?

  /// - Parameter patience: The time after which silence means that the process hangs; `nil` for a process that may be
  ///   silent.
  init(_ process: Int32, patience: Duration?) {
    self.process = process
    self.patience = patience
  }

  /// Records that the process wrote something.
  mutating func noteOutput() { silence = .zero }

  /// Polls the process, and ends it if necessary.
  mutating func poll() {
    let now = ContinuousClock.now
    let time = min(now - last, .milliseconds(2 * Self.interval))
    last = now
    if reason != nil {
      wait += time
      if wait > Self.answer {
        Platform.kill(process)
      } else if reason == .stopped, Platform.isStopped(process) {
        Platform.continueProcess(process)
      }
      return
    }
    silence += time
    stop = Platform.isStopped(process) ? stop + time : .zero
    if Interruption.isRequestedOfProcess { interruption += time }
    if stop > Self.pause {
      reason = .stopped
      // The process reports its steps, and exits.
      Platform.requestTrapReport(process)
    } else if let patience, silence > patience {
      reason = .silent(patience)
      Platform.kill(process)
    } else if interruption > Self.grace {
      reason = .interrupted
      Platform.kill(process)
    }
  }
}

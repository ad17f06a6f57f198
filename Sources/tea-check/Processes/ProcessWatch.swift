import TEASupport
import Foundation
import TEACheck

/// The end of a program that was started.
struct ProcessEnd: Equatable {
  /// The exit code, or the signal that ended it.
  var status: Int32
  var wasSignalled: Bool
  /// Why it was ended from here, if it was.
  var takenDown: TakeDown?

  /// A step ended a suite that only looks at worlds, or the suite ended itself because of it.
  var isOfTrap: Bool { wasSignalled || status == ExitCode.violated }

  var text: String {
    takenDown?.text ?? (wasSignalled ? "it was killed by signal \(status)" : "it exited with \(status)")
  }
}

/// A reason to end another process.
enum TakeDown: Equatable {
  /// It was stopped by a signal, and nobody lets it go on.
  case stopped
  /// It said nothing for so long.
  case silent(Duration)
  /// The run was interrupted, and it did not end.
  case interrupted

  /// The words about a process that is ended for this reason.
  var text: String {
    switch self {
    case .stopped: "it was stopped by a signal, and was ended"
    case .silent(let time): "it said nothing for \(TextReport.text(ofSeconds: time / .seconds(1))), and was ended"
    case .interrupted: "it did not end within \(ProcessWatch.graceText) of the interruption, and was ended"
    }
  }
}

/// Looks after another process that may never end: one that is stopped, that says nothing any more, or that does not
/// heed an interruption.
///
/// Time is counted by looking, so that a pause of this process does not count for the other's.
struct ProcessWatch {
  /// The longest wait of the process that reads for something to read, in milliseconds.
  static let interval = 50
  /// The time that a process has to end after an interruption: `timeout 10 tea-check` ends within 13 seconds.
  private static let grace = Duration.seconds(2)
  static var graceText: String { "2 s" }
  /// The time that a stopped process may stay so: who stops all processes of a terminal lets all go on.
  private static let pause = Duration.milliseconds(300)
  /// The time that a process has to say where it stands.
  private static let answer = Duration.seconds(5)

  private let process: Int32
  private let patience: Duration?
  private var last = ContinuousClock.now
  private var silence = Duration.zero
  private var stop = Duration.zero
  private var interruption = Duration.zero
  private var isAsked = false
  private var wait = Duration.zero
  private(set) var reason: TakeDown?

  /// - Parameter patience: How long the process may say nothing, where it is known to say something all the time.
  init(_ process: Int32, patience: Duration?) {
    self.process = process
    self.patience = patience
  }

  /// Notes that the process said something.
  mutating func hear() { silence = .zero }

  /// Looks at the process, and ends it where it is time for that.
  mutating func look() {
    let now = ContinuousClock.now
    let time = min(now - last, .milliseconds(2 * Self.interval))
    last = now
    if reason != nil {
      wait += time
      if wait > Self.answer {
        Platform.kill(process)
      } else if reason == .stopped, Platform.isStopped(process) {
        Platform.letGoOn(process)
      }
      return
    }
    silence += time
    stop = Platform.isStopped(process) ? stop + time : .zero
    if Interruption.isRequestedOfProcess { interruption += time }
    if stop > Self.pause {
      reason = .stopped
      // It says where it stands, and ends.
      Platform.askWhereItStands(process)
    } else if let patience, silence > patience {
      reason = .silent(patience)
      Platform.kill(process)
    } else if interruption > Self.grace {
      reason = .interrupted
      Platform.kill(process)
    }
  }
}

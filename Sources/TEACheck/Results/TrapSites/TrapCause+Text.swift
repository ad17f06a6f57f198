internal import TEASupport

extension TrapCause {
  /// A short sentence, which fits after a step in the report.
  package func sentence(of part: String) -> String {
    switch self {
    case .signal where isOwnTermination: "\(part) ends the process"
    case .signal, .stack: "\(part) traps"
    case .time: "\(part) does not return"
    case .memory: "\(part) takes all memory"
    case .exit: "\(part) ends the process"
    case .suspended: "\(part) stops the process"
    }
  }

  /// The cause is a signal, and not a SIGTERM that the process sent to itself. The Swift runtime may have printed a message
  /// before the signal.
  package var isTrapSignal: Bool { if case .signal = self { !isOwnTermination } else { false } }

  /// The process sent SIGTERM to itself.
  private var isOwnTermination: Bool { self == .signal(Platform.terminationSignal) }

  private static func text(of time: Duration) -> String { "\(secondsText(of: time)) s" }

  /// The number of seconds, as `--step-time` takes it.
  package static func secondsText(of time: Duration) -> String {
    let seconds = time / .seconds(1)
    // Below 1e9, which is about 32 years, the conversion to `Int` cannot trap.
    return seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
  }

  /// The message of the Swift runtime for a trap signal, if there is one; otherwise a sentence about the cause.
  ///
  /// - Parameter stepTimeOfRetake: The step time of the process that took the steps again; `nil` where none did.
  package func explanation(of part: String, message: String?, stepTime: Duration, stepTimeOfRetake: Duration? = nil)
    -> String
  {
    if let message, isTrapSignal { return message }
    if self == .time, let stepTimeOfRetake, stepTimeOfRetake < stepTime {
      let (retakeTime, checkTime) = (Self.text(of: stepTimeOfRetake), Self.text(of: stepTime))
      return "the step did not end within \(checkTime), so it was taken again to find out why, and \(part) did not "
        + "return within \(retakeTime): look for an endless loop there, or, if it is only slow, give it more time with "
        + "--step-time"
    }
    return switch self {
    case .signal where isOwnTermination:
      "\(part) sent SIGTERM to its own process, which would have ended in the middle of the check"
    case .signal(let number):
      "\(part) trapped without a message, by signal \(number) (\(Platform.nameOfSignal(number)))"
    case .stack: "\(part) used up the stack, as an endless recursion does"
    case .time:
      "\(part) did not return within \(Self.text(of: stepTime)); give it more with --step-time"
    case .memory: "\(part) did not return, and took more memory than a step may: 1 GB, or what --memory says"
    case .exit: "\(part) called exit, and the process would have ended in the middle of the check"
    case .suspended: "\(part) stopped the process by a signal, and nobody lets it go on"
    }
  }

  /// The explanation where a step takes too long as a whole, although each function that it calls returns in time.
  package static func explanation(ofSlowStep stepTime: Duration) -> String {
    "a step took longer than \(text(of: stepTime)) in all, and each function that it calls less when it was taken again; "
      + "give it more with --step-time"
  }
}

/// The reason why a step ends the process, or why the process has to be ended during the step.
@usableFromInline
package enum TrapCause: Sendable, Hashable {
  /// The number of a signal, such as SIGILL or SIGABRT; SIGTERM where the process sent it to itself.
  case signal(Int)
  case stack
  /// A step takes longer than it may.
  case time
  /// A step takes more memory than it may.
  case memory
  case exit
  /// A job-control signal, such as SIGSTOP or SIGTTIN, suspends the process in a step.
  case suspended

  /// A trap by this cause shows only after a wait. Other causes end the process at once.
  package var isFoundByWaiting: Bool {
    switch self {
    case .signal, .stack, .exit: false
    case .time, .memory, .suspended: true
    }
  }
}

extension TrapCause: LosslessStringConvertible {
  @usableFromInline package var description: String {
    switch self {
    case .signal(let number): "signal\(number)"
    case .stack: "stack"
    case .time: "time"
    case .memory: "memory"
    case .exit: "exit"
    case .suspended: "stopped"
    }
  }

  @usableFromInline package init?(_ text: String) {
    switch text {
    case "stack": self = .stack
    case "time": self = .time
    case "memory": self = .memory
    case "exit": self = .exit
    case "stopped": self = .suspended
    default:
      // Linux has signals from 1 to 64; macOS has fewer.
      guard text.hasPrefix("signal"), let number = Int(text.dropFirst(6)), (1...64).contains(number) else { return nil }
      self = .signal(number)
    }
  }
}

/// The position in a check at which a step ended the process, and the cause.
///
/// Checks are deterministic, so a second process arrives at the same site, and can skip the step if the site
/// ``canBeAvoided``.
package struct TrapSite: Sendable, Hashable {
  /// The number of the ``TrapPhase``, from 1 at the beginning of the check, and above its 16 bits the fingerprint of the
  /// constants from which random runs draw.
  package var phase: Int
  package var breadcrumb: Breadcrumb
  package var cause: TrapCause
  /// The part that trapped; `nil` where it is not known.
  package var part: TrapPart?

  package init(phase: Int, breadcrumb: Breadcrumb, cause: TrapCause, part: TrapPart? = nil) {
    self.phase = phase
    self.breadcrumb = breadcrumb
    self.cause = cause
    self.part = part
  }

  /// The breadcrumb names one piece of work, such as a step, which the next process can skip.
  package var canBeAvoided: Bool { breadcrumb.kind != .other }
}

extension TrapSite: LosslessStringConvertible {
  package var description: String {
    "\(phase).\(breadcrumb.bits).\(cause)" + (part.map { ".\($0.number)" } ?? "")
  }

  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let phase = Int(parts[0]), let bits = UInt64(parts[1]),
      let cause = TrapCause(String(parts[2]))
    else { return nil }
    (self.phase, breadcrumb, self.cause) = (phase, Breadcrumb(bits: bits), cause)
    guard parts.count == 4 else { return }
    guard let part = Int(parts[3]).flatMap(TrapPart.init) else { return nil }
    self.part = part
  }
}

internal import TEAResults
internal import TEASupport
internal import Synchronization

/// The violations that a check has found so far, for the message of a trap that ends the process before they are reported.
final class KnownViolations: Sendable {
  /// The script is made only where a trap is reported, because a shrink finds many violations, each by fewer or simpler steps.
  private typealias KnownViolation = (property: String, script: @Sendable () -> Script)

  private let violations = Mutex<[KnownViolation]>([])

  /// Replaces an earlier violation of the same property.
  func add(_ property: String, _ script: @escaping @Sendable () -> Script) {
    change { violations in
      violations.removeAll { $0.property == property }
      violations.append((property, script))
    }
  }

  func removeAll() { change { $0 = [] } }

  private func change(_ change: (inout [KnownViolation]) -> Void) {
    // Violations are released after the lock, because they may hold objects of the program, whose `deinit` may trap.
    let before = violations.withLock { violations in
      defer { change(&violations) }
      return violations
    }
    withExtendedLifetime(before) {}
  }

  /// The violations with their steps, in lines; empty where none is known.
  var message: String {
    violations.withLock { $0 }.map { violation in
      let script = violation.script()
      let extent = script.steps.isEmpty ? "at the start" : "after \(counted(script.steps.count, "step"))"
      let lines = script.lines.map { "\n    \($0)" }.joined()
      let colon = lines.isEmpty ? "" : ":"
      return "Before that, the check found “\(violation.property)” violated \(extent)\(colon)\(lines)\n"
    }.joined()
  }
}

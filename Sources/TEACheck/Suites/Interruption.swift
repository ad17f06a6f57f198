internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A wish that searches end soon, with what they know by then.
@usableFromInline
package final class Interruption: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  @usableFromInline
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  package func request() { flag.store(true, ordering: .relaxed) }

  /// The wish of whoever sends this process SIGINT or SIGTERM, which are handed on to its child.
  ///
  /// Who means it sends the signal again after a moment: the second one kills.
  package static func ofProcess() -> Interruption {
    let interruption = wishOfProcess
    // What a signal handler uses is made before.
    _ = (lastSignal.load(ordering: .relaxed), child.load(ordering: .relaxed), begin)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { Interruption.receive($0) }
      sigaddset(&signals, number)
    }
    // Whoever starts a process from a thread that blocks signals hands that on.
    sigprocmask(SIG_UNBLOCK, &signals, nil)
    return interruption
  }

  /// The process that signals are handed on to, or 0.
  private static let child = Atomic<Int>(0)

  /// Hands signals on to a process, or to none any more.
  package static func handOn(to process: Int32) {
    child.store(Int(process), ordering: .sequentiallyConsistent)
    // A signal may have come before there was whom to hand it to.
    if process > 0, wishOfProcess.isRequested { kill(process, SIGINT) }
  }

  private static let begin = ContinuousClock.now

  /// The milliseconds at which the last signal came.
  private static let lastSignal = Atomic<Int>(.min / 2)

  /// Handles a signal, with nothing but what a signal handler may do.
  ///
  /// A terminal sends a signal to parent and child, and the parent hands it on: twice within a moment is once.
  private static func receive(_ number: Int32) {
    let now = Int((ContinuousClock.now - begin) / .milliseconds(1))
    let isRepeated = wishOfProcess.isRequested
    guard !isRepeated || now - lastSignal.load(ordering: .relaxed) > 300 else { return }
    lastSignal.store(now, ordering: .relaxed)
    wishOfProcess.request()
    let process = pid_t(truncatingIfNeeded: child.load(ordering: .relaxed))
    if process > 0 { kill(process, number) }
    guard isRepeated else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  private static let wishOfProcess = Interruption()
}

extension Interruption: Equatable {
  @usableFromInline
  package static func == (one: Interruption, other: Interruption) -> Bool { one === other }
}

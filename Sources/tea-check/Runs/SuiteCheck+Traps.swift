internal import TEAResults
import TEASupport
import Foundation

extension SuiteCheck {
  /// The largest number of traps that are avoided. Each starts the suite once more, so the limit bounds the time for a program
  /// that traps in most of its steps.
  private static var maxAvoidedTraps: Int { 60 }

  /// Runs the suite again and again, each time avoiding one more trap, until a process ends without a trap.
  ///
  /// The runs also end at a trap that cannot be avoided or comes again, after ``maxAvoidedTraps``, and at an interruption.
  ///
  /// - Parameters:
  ///   - names: The arguments after the options: the check, and before it the source of a replay.
  ///   - onEvent: Receives the suite's events, except for traps.
  /// - Returns: The end of the last process, and the trap that ended it; `nil` if the process ended without a trap.
  func runAgain(
    after firstTrap: TrapReport, end: ProcessEnd, command: [String], names: [String], workers: Int,
    stepTime: Duration, errors: ErrorLines, onEvent: (Suite.Event) -> Void
  ) throws -> (end: ProcessEnd, trap: TrapReport?) {
    var (knownSites, end, lastTrap) = ([TrapSite](), end, Optional(firstTrap))
    var workersOption: [String] = []
    while let site = lastTrap?.site, site.canBeAvoided, !knownSites.contains(site),
      knownSites.count < Self.maxAvoidedTraps,
      !Interruption.ofProcess.isRequested
    {
      if site.cause == .suspended, workers > 1, workersOption.isEmpty {
        // With several worker threads, the thread that stopped the process is unknown, so one worker takes the steps again.
        workersOption = ["--workers", "1"]
      } else {
        knownSites.append(site)
      }
      lastTrap = nil
      errors.beginProcess()
      let messageOption = errors.trapMessage.map { ["--words", $0] } ?? []
      let arguments =
        command + workersOption + messageOption + knownSites.flatMap { ["--trap", "\($0)"] } + ["--"] + names
      end = try suite.run(arguments, silenceLimit: suite.silenceLimit(for: stepTime), onErrors: errors.receive) {
        event in
        if case .trapped(let report) = event { lastTrap = report } else { onEvent(event) }
      }
    }
    return (end, lastTrap)
  }
}

import TEASupport
import Foundation
import TEACheck

extension SuiteCheck {
  /// The most traps that are avoided by running a check again; a run with one worker instead is not counted.
  private static var mostRuns: Int { 60 }

  /// Runs the suite again, which stops before what is known to trap, until it comes to a result.
  ///
  /// - Parameters:
  ///   - first: What ended the process.
  ///   - end: How the process ended.
  ///   - command: The command and its options.
  ///   - names: What the command is about.
  ///   - workers: How many threads the suite has.
  ///   - errors: Receives what the suite writes to standard error, and keeps what Swift said last.
  /// - Returns: The end of the last process, and the trap that ended it, if one did.
  func run(
    after first: TrapReport, _ end: Suite.End, _ command: [String], _ names: [String], workers: Int,
    stepTime: Duration, errors: ErrorLines, onEvent: (Suite.Event) -> Void
  ) throws -> (end: Suite.End, trap: TrapReport?) {
    var (known, end, last) = ([TrapSite](), end, Optional(first))
    var alone: [String] = []
    while let site = last?.site, site.canBeAvoided, !known.contains(site), known.count < Self.mostRuns,
      !Interruption.isRequestedOfProcess
    {
      if site.cause == .stopped, workers > 1, alone.isEmpty {
        // Which of several threads stopped the process is not known.
        alone = ["--workers", "1"]
      } else {
        known.append(site)
      }
      last = nil
      errors.goOn()
      let words = errors.words.map { ["--words", $0] } ?? []
      let arguments = command + alone + words + known.flatMap { ["--trap", "\($0)"] } + ["--"] + names
      end = try suite.run(arguments, patience: suite.patience(for: stepTime), onErrors: errors.take) { event in
        if case .trapped(let report) = event { last = report } else { onEvent(event) }
      }
    }
    return (end, last)
  }
}

import Foundation
import TEACheck

extension SuiteCheck {
  /// How often a check is run again because a step ended its process.
  private static var mostRuns: Int { 60 }

  /// Runs the suite again, which stops before what is known to trap, until it comes to a result.
  ///
  /// - Parameters:
  ///   - first: What ended the process.
  ///   - end: How the process ended.
  ///   - command: The command and its options.
  ///   - names: What the command is about.
  ///   - onErrors: Receives what the suite writes to standard error.
  /// - Returns: The end of the last process.
  func run(
    after first: TrapSite, _ end: Suite.End, _ command: [String], _ names: [String],
    onErrors: (@Sendable (Data) -> Void)? = nil, onEvent: (Suite.Event) -> Void
  ) throws -> Suite.End {
    var (known, end, last) = ([TrapSite](), end, Optional(first))
    while let site = last, site.canBeAvoided, !known.contains(site), known.count < Self.mostRuns {
      known.append(site)
      last = nil
      let arguments = command + known.flatMap { ["--trap", "\($0)"] } + ["--"] + names
      end = try suite.run(arguments, onErrors: onErrors) { event in
        if case .trapped(let site) = event { last = site } else { onEvent(event) }
      }
    }
    return end
  }
}

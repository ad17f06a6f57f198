/// The amount of output.
package enum Verbosity: Sendable, Equatable {
  /// Only the failures, and the summary.
  case quiet
  /// All results, and the progress.
  case normal
  /// All results, the progress, and activities with their settings and durations.
  case verbose
}

/// The receiver of the lines that `--verbose` adds about a check.
package final class CheckLog: Sendable, Equatable {
  package let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  package static func == (one: CheckLog, other: CheckLog) -> Bool { one === other }
}

/// The amount of output beside the results.
package enum Verbosity: Sendable, Equatable {
  /// Nothing, and of the results only what is wrong.
  case quiet
  case normal
  /// The actions, their settings and their durations.
  case verbose
}

/// Receives what `--verbose` tells of a check.
package final class CheckLog: Sendable, Equatable {
  package let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  package static func == (one: CheckLog, other: CheckLog) -> Bool { one === other }
}

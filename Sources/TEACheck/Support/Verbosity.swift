package enum Verbosity: Sendable, Equatable {
  case quiet
  case normal
  case verbose
}

/// The receiver of the lines that `--verbose` adds about a check.
package final class CheckLog: Sendable, Equatable {
  package let write: @Sendable (String) -> Void

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  package static func == (one: CheckLog, other: CheckLog) -> Bool { one === other }
}

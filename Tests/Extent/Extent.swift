import Foundation

/// The extent of a run of the tests: the smaller one of the gate, or the larger one of the nightly run.
///
/// A test states both side by side, each with the results that it expects.
public enum Extent: Sendable {
  case gate, night

  /// The extent of this run: `night` if the variable `CI_TEACHECK_NIGHTLY` is set, and `gate` otherwise.
  public static let current: Extent = ProcessInfo.processInfo.environment["CI_TEACHECK_NIGHTLY"] == nil ? .gate : .night

  /// Returns the choice of the current extent.
  public static func of<Choice>(gate: Choice, night: Choice) -> Choice {
    switch current {
    case .gate: gate
    case .night: night
    }
  }
}

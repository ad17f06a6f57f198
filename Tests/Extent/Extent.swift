import Foundation

/// How much of the same a run of the tests tries: what the gate has time for, or what a night has.
///
/// A test says both, side by side, and what it expects of so many.
public enum Extent: Sendable {
  case gate, night

  /// The extent of this run: the night's with the variable `CI_TEACHECK_NIGHTLY`.
  public static let current: Extent = ProcessInfo.processInfo.environment["CI_TEACHECK_NIGHTLY"] == nil ? .gate : .night

  /// The one of two choices that is for the extent of this run.
  public static func of<Choice>(gate: Choice, night: Choice) -> Choice {
    switch current {
    case .gate: gate
    case .night: night
    }
  }
}

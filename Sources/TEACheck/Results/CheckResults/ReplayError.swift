/// The error of steps that cannot be replayed. They no longer fit the program's types or its specification, the start is
/// missing, or the specification throws.
public struct ReplayError: Error, CustomStringConvertible {
  /// The mismatch, its place and the remedy.
  public let description: String

  package init(_ description: String) { self.description = description }
}

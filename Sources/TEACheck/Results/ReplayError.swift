/// Steps that cannot be replayed, because they do not fit the program's types or its specification any more.
public struct ReplayError: Error, CustomStringConvertible {
  /// The mismatch, its place and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Steps that cannot be replayed, because they do not fit the program's types or its specification any more.
public struct ReplayError: Error, CustomStringConvertible {
  /// What is missing, where, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}

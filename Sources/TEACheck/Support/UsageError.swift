package struct UsageError: Error, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

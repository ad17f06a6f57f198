import Testing

extension ExitTest.Result? {
  /// The text that the process wrote to its standard error.
  var standardError: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}

/// A value behind a reference, because copying it would be expensive.
final class Shared<Value>: @unchecked Sendable {
  // Unchecked: the value never changes.
  let value: Value

  init(_ value: Value) { self.value = value }
}

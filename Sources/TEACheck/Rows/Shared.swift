/// A value behind a reference, because copying it would be expensive.
@usableFromInline
final class Shared<Value>: @unchecked Sendable {
  // Unchecked: the value never changes.
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

/// A value behind a reference, because copying it would be expensive.
@usableFromInline
final class Shared<Value>: @unchecked Sendable {
  // It never changes.
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

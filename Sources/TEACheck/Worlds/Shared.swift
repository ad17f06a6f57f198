/// A value that is shared, because copies of it would cost.
@usableFromInline
final class Shared<Value>: @unchecked Sendable {
  // It never changes.
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) { self.value = value }
}

/// A value that is handed from thread to thread, where an order outside of the compiler's sight keeps it safe.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

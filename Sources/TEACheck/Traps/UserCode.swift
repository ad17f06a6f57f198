internal import TEASupport

/// Calls of the user's functions under the names of their parts.
@usableFromInline
enum UserCode {
  /// Says that one function has returned and another is called, which has the step time for itself.
  @usableFromInline
  static func next() {
    if let words = Platform.slotOfThread { BreadcrumbSlot(words: words).next() }
  }

  /// Calls a function, so that the report can name it if it traps or does not return.
  @usableFromInline
  static func calling<Value, Failure: Error>(
    _ part: TrapPart, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let words = Platform.slotOfThread else { return try body() }
    let slot = BreadcrumbSlot(words: words)
    let previousCall = slot.begin(part)
    defer { slot.end(previousCall) }
    return try body()
  }
}

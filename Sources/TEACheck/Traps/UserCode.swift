internal import TEAResults
internal import TEASupport

/// The calls of the user's functions, each recorded with its ``TrapPart``, so that a report can name the function.
@usableFromInline
enum UserCode {
  /// Lets the watcher measure the step time anew, for a call that no ``TrapPart`` names.
  @usableFromInline
  static func restartStepTime() {
    if let words = Platform.slotOfThread { BreadcrumbSlot(words: words).restartStepTime() }
  }

  static func calling<Value, Failure: Error>(
    _ part: TrapPart, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let words = Platform.slotOfThread else { return try body() }
    let slot = BreadcrumbSlot(words: words)
    let previousCall = slot.beginCall(of: part)
    defer { slot.endCall(returningTo: previousCall) }
    return try body()
  }
}

internal import TEARuntime

extension DeclarationError {
  /// The same error after the steps of a run, and then those that it has already.
  func located<M: Module>(after trace: Trace<M>) -> DeclarationError {
    var error = self
    error.start = trace.origin.text
    error.steps = Script(trace).steps + (steps ?? [])
    return error
  }
}

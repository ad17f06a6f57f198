internal import TEAResults
internal import TEARuntime

extension DeclarationError {
  /// The same error, with the steps of a run put before the steps that the error has already.
  func located<M: Module>(after trace: Trace<M>) -> DeclarationError {
    var error = self
    error.start = trace.origin.text
    error.steps = Script(trace).steps + (steps ?? [])
    return error
  }
}

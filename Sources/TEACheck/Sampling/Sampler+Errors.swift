internal import TEAGenerators

extension Sampler {
  /// The error of a run, with the run's steps where a declaration threw it.
  func located(_ error: any Error, _ record: [UInt64]) -> any Error {
    var choices = Choices(.recorded(record))
    guard let thrown = error as? DeclarationError, let run = try? replay(&choices) else { return error }
    return thrown.located(after: run.trace)
  }
}

import TerminalTesting
import Testing

/// Runs the tests of a suite on threads of their own, beside those that compute.
struct OwnThreadsTrait: SuiteTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor.ofProcesses) { try await function() }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// The tests of the suite wait for what happens in a terminal.
  static var ownThreads: Self { Self() }
}

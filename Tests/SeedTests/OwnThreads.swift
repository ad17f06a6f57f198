import TerminalTesting
import Testing

/// Runs the tests of a suite on threads of their own, apart from the threads of other tests.
struct OwnThreadsTrait: SuiteTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor.ofProcesses) { try await function() }
  }
}

extension Trait where Self == OwnThreadsTrait {
  /// Runs the suite's tests on threads of their own, because they block while they wait for a terminal.
  static var ownThreads: Self { Self() }
}

import Foundation
import TEAResults

/// The suites of a package during a build: each is available as soon as the build passes it on.
final class SuiteSupply: @unchecked Sendable {
  // All variables are protected by the condition's lock.

  let names: [String]
  private let condition = NSCondition()
  private var suites: [String: Suite] = [:]
  private var failures: [BuildError] = []
  /// The error that ended the whole build; `nil` without one.
  private var buildError: (any Error)?
  private var hasBuildEnded = false

  /// Begins a build on another thread.
  init(_ names: [String], build: @escaping @Sendable ((Suite) -> Void) throws -> BuiltSuites) {
    self.names = names
    let thread = Thread { [self] in
      let result = Result { try build { suite in update { self.suites[suite.name] = suite } } }
      update {
        switch result {
        case .success(let built):
          for suite in built.suites { self.suites[suite.name] = suite }
          failures = built.failures
        case .failure(let error): buildError = error
        }
        hasBuildEnded = true
      }
    }
    thread.start()
  }

  private func update(_ change: () -> Void) {
    condition.lock()
    change()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until a suite is built.
  ///
  /// - Parameter index: The index in ``names``.
  /// - Throws: The reason why the suite was not built.
  func suite(at index: Int) throws -> Suite {
    condition.lock()
    defer { condition.unlock() }
    while suites[names[index]] == nil, !hasBuildEnded { condition.wait() }
    if let suite = suites[names[index]] { return suite }
    if let buildError { throw buildError }
    throw failures.first { $0.suite == names[index] }
      ?? BuildError(problem: "\(names[index]) was not built", output: "")
  }
}

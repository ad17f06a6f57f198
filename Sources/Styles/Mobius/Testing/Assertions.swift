/// Asserts of what the update function returned for the last event.
///
/// - Parameter failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatNext<Model, Event, Effect>(
  _ predicates: Predicate<Next<Model, Effect>>..., failFunction: @escaping FailureReporter
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verify(predicates, of: result.lastNext, failFunction) }
}

/// Asserts of what the update function returned for each event: a list of predicates for each, in order.
///
/// - Parameter failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatNexts<Model, Event, Effect>(
  _ predicates: [Predicate<Next<Model, Effect>>]..., file: StaticString = #filePath, line: UInt = #line,
  failFunction: @escaping FailureReporter
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verifyEach(predicates, of: result.nexts, file, line, failFunction) }
}

/// Asserts of what a loop starts with.
///
/// - Parameter failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatFirst<Model, Effect>(
  _ predicates: Predicate<First<Model, Effect>>..., failFunction: @escaping FailureReporter
) -> InitSpec<Model, Effect>.Assert {
  { first in verify(predicates, of: first, failFunction) }
}

/// Unit tests of update functions and initiators, under any test framework.
///
/// Conform an `XCTestCase` and hand in the framework's way to fail, once for all assertions:
///
/// ```swift
/// final class CounterTests: XCTestCase, MobiusTestCase {
///   let failureReporter = XCTFail
///
///   func testIncrement() {
///     UpdateSpec(update).given(1).when(.increment).then(assertThatNext(hasModel(2), hasNoEffects()))
///   }
/// }
/// ```
public protocol MobiusTestCase {
  /// The function to which failures are reported.
  var failureReporter: FailureReporter { get }
}

extension MobiusTestCase {
  /// Asserts of what the update function returned for the last event.
  public func assertThatNext<Model, Event, Effect>(
    _ predicates: Predicate<Next<Model, Effect>>...
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in verify(predicates, of: result.lastNext, failureReporter) }
  }

  /// Asserts of what the update function returned for each event: a list of predicates for each, in order.
  public func assertThatNexts<Model, Event, Effect>(
    _ predicates: [Predicate<Next<Model, Effect>>]..., file: StaticString = #filePath, line: UInt = #line
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in
      verifyEach(predicates, of: result.nexts, file, line, failureReporter)
    }
  }

  /// Asserts of what a loop starts with.
  public func assertThatFirst<Model, Effect>(
    _ predicates: Predicate<First<Model, Effect>>...
  ) -> InitSpec<Model, Effect>.Assert {
    { [failureReporter] first in verify(predicates, of: first, failureReporter) }
  }
}

private func verifyEach<Model, Effect>(
  _ predicates: [[Predicate<Next<Model, Effect>>]], of nexts: [Next<Model, Effect>], _ file: StaticString,
  _ line: UInt, _ report: FailureReporter
) {
  guard predicates.count == nexts.count else {
    return report("There are predicates for \(predicates.count) events, but \(nexts.count) events", file, line)
  }
  for (index, (predicates, next)) in zip(predicates, nexts).enumerated() {
    verify(predicates, of: next, prefix: "Event \(index + 1): ", report)
  }
}

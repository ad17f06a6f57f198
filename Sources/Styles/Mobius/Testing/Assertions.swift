/// Asserts of the result of the update function for the last event.
///
/// - Parameters:
///   - predicates: What is asserted, each by itself.
///   - failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatNext<Model, Event, Effect>(
  _ predicates: NextPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verify(predicates, of: result.lastNext, failFunction) }
}

/// Asserts of the results of the update function, one for each event: a list of predicates for each, in order.
///
/// - Parameters:
///   - predicates: What is asserted of each event.
///   - file: The file that fails where there are more or fewer lists than events.
///   - line: The line that fails then.
///   - failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatNexts<Model, Event, Effect>(
  _ predicates: [NextPredicate<Model, Effect>]..., file: StaticString = #filePath, line: UInt = #line,
  failFunction: @escaping AssertionFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verifyEach(predicates, of: result.nexts, file, line, failFunction) }
}

/// Asserts of the start of a loop.
///
/// - Parameters:
///   - predicates: What is asserted, each by itself.
///   - failFunction: Reports a failure, at the line of the predicate; `XCTFail` has its shape.
public func assertThatFirst<Model, Effect>(
  _ predicates: FirstPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure
) -> AssertFirst<Model, Effect> {
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
  var failureReporter: AssertionFailure { get }
}

extension MobiusTestCase {
  /// Asserts of the result of the update function for the last event.
  public func assertThatNext<Model, Event, Effect>(
    _ predicates: NextPredicate<Model, Effect>...
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in verify(predicates, of: result.lastNext, failureReporter) }
  }

  /// Asserts of the results of the update function, one for each event: a list of predicates for each, in order.
  public func assertThatNexts<Model, Event, Effect>(
    _ predicates: [NextPredicate<Model, Effect>]..., file: StaticString = #filePath, line: UInt = #line
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in
      verifyEach(predicates, of: result.nexts, file, line, failureReporter)
    }
  }

  /// Asserts of the start of a loop.
  public func assertThatFirst<Model, Effect>(
    _ predicates: FirstPredicate<Model, Effect>...
  ) -> AssertFirst<Model, Effect> {
    { [failureReporter] first in verify(predicates, of: first, failureReporter) }
  }
}

/// Reports each predicate that does not hold for the result of its event.
package func verifyEach<Model, Effect>(
  _ predicates: [[NextPredicate<Model, Effect>]], of nexts: [Next<Model, Effect>], _ file: StaticString,
  _ line: UInt, _ report: AssertionFailure
) {
  guard predicates.count == nexts.count else {
    return report("There are predicates for \(predicates.count) events, but \(nexts.count) events", file, line)
  }
  for (index, (predicates, next)) in zip(predicates, nexts).enumerated() {
    verify(predicates, of: next, prefix: "Event \(index + 1): ", report)
  }
}

/// Checks the result of the update function for the last event.
///
/// `failFunction` reports each predicate that does not hold, at its own line; `XCTFail` has this type.
public func assertThatNext<Model, Event, Effect>(
  _ predicates: NextPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verify(predicates, of: result.lastNext, failFunction) }
}

/// Checks the results of the update function, with a list of predicates for each event, in order.
///
/// `failFunction` reports each predicate that does not hold, at its own line; `XCTFail` has this type. A number of lists that
/// differs from the number of events is a failure at `file` and `line`.
public func assertThatNexts<Model, Event, Effect>(
  _ predicates: [NextPredicate<Model, Effect>]..., file: StaticString = #filePath, line: UInt = #line,
  failFunction: @escaping AssertionFailure
) -> UpdateSpec<Model, Event, Effect>.Assert {
  { result in verifyEach(predicates, of: result.nexts, file, line, failFunction) }
}

/// Checks the start of a loop.
///
/// `failFunction` reports each predicate that does not hold, at its own line; `XCTFail` has this type.
public func assertThatFirst<Model, Effect>(
  _ predicates: FirstPredicate<Model, Effect>..., failFunction: @escaping AssertionFailure
) -> AssertFirst<Model, Effect> {
  { first in verify(predicates, of: first, failFunction) }
}

/// Unit tests of update functions and initiators, under any test framework.
///
/// Conform an `XCTestCase`, and give it the framework's function that reports a failure, once for all assertions:
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
  /// Checks the result of the update function for the last event.
  public func assertThatNext<Model, Event, Effect>(
    _ predicates: NextPredicate<Model, Effect>...
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in verify(predicates, of: result.lastNext, failureReporter) }
  }

  /// Checks the results of the update function, with a list of predicates for each event, in order.
  public func assertThatNexts<Model, Event, Effect>(
    _ predicates: [NextPredicate<Model, Effect>]..., file: StaticString = #filePath, line: UInt = #line
  ) -> UpdateSpec<Model, Event, Effect>.Assert {
    { [failureReporter] result in
      verifyEach(predicates, of: result.nexts, file, line, failureReporter)
    }
  }

  /// Checks the start of a loop.
  public func assertThatFirst<Model, Effect>(
    _ predicates: FirstPredicate<Model, Effect>...
  ) -> AssertFirst<Model, Effect> {
    { [failureReporter] first in verify(predicates, of: first, failureReporter) }
  }
}

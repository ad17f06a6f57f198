/// Unit tests of a module, under any test framework.
///
/// Conform an `XCTestCase`, and give it the framework's function that reports a failure:
///
/// ```swift
/// final class CounterTests: XCTestCase, TestCase {
///   typealias Module = Counter
///   let failureReporter = XCTFail
///
///   func testIncrement() {
///     let test = makeTest(model: .init(count: 1))
///     let model = test.expectModel(for: .increment)
///     expect(model?.count, 2)
///   }
/// }
/// ```
public protocol TestCase {
  /// The module under test.
  associatedtype Module: TEARuntime.Module

  /// Reports a failure with its text, file and line; `XCTFail` has this type.
  typealias FailureReporter = (String, StaticString, UInt) -> Void

  /// The function to which failures are reported.
  var failureReporter: FailureReporter { get }
}

extension TestCase {
  /// Makes a test that begins with the `start` of the module.
  public func makeTest(flags: Module.Flags) -> Test<Module> {
    Test(start: .flags(flags), report: failureReporter)
  }

  /// Makes a test that begins with a model, and does not call the `start` of the module.
  public func makeTest(model: Module.Model) -> Test<Module> {
    Test(start: .model(model), report: failureReporter)
  }

  /// Fails unless the values are equal.
  ///
  /// - Returns: `true` where the values are equal.
  @discardableResult
  public func expect<Value: Equatable>(
    _ value: Value, _ expected: Value, file: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    report(value, expected, areEqual: value == expected, file: file, line: line)
  }

  /// Fails unless the values are equal by structure: of one type and case, with equal parts.
  ///
  /// The type need not be `Equatable`; parts of a `Hashable` type are compared by their own `==`. A part without equality, such
  /// as a function, is a failure as well.
  ///
  /// - Returns: `true` where the values are equal.
  @discardableResult
  public func expect<Value>(
    _ value: Value, _ expected: Value, file: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    do {
      let areEqual = try StructuralValue(value) == StructuralValue(expected)
      return report(value, expected, areEqual: areEqual, file: file, line: line)
    } catch {
      failureReporter("The values cannot be compared: \(error)", file, line)
      return false
    }
  }

  private func report<Value>(
    _ value: Value, _ expected: Value, areEqual: Bool, file: StaticString, line: UInt
  ) -> Bool {
    guard !areEqual else { return true }
    failureReporter(mismatchText(of: value, expected: expected), file, line)
    return false
  }
}

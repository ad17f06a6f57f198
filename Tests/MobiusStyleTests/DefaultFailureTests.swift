import MobiusTestStyle
import Testing
import XCTest

/// Makes two assertions that do not hold, three lines and one line above the `return`.
///
/// - Returns: The line of the `return`.
private func failTwice() -> UInt {
  UpdateSpec { (model: Int, event: Int) -> Next<Int, String> in .next(model + event) }.given(1).when(1)
    .then(assertThatNext(hasNoModel(), hasNoEffects()), assertThatNexts([hasModel(2)]))
  InitSpec { (model: Int) in First<Int, String>(model: model, effects: ["a"]) }.when(1)
    .then(assertThatFirst(hasModel(1), hasNoEffects()))
  return #line
}

/// Assertions that are given no failure function, under Swift Testing.
@Suite struct DefaultFailureInSwiftTestingTests {
  @Test func `an assertion that does not hold is an issue at the line of its predicate`() {
    let log = Log()
    var returnLine: UInt = 0
    withKnownIssue {
      returnLine = failTwice()
    } matching: { issue in
      log.add("\(issue.sourceLocation?.fileName ?? "") \(issue.sourceLocation?.line ?? 0): \(issue.comments)")
      return true
    }
    // Swift Testing may call `matching` more than once for an issue.
    let issues = Set(log.lines).sorted()
    #expect(issues.count == 2)
    #expect(issues[0].hasPrefix("DefaultFailureTests.swift \(returnLine - 3): "))
    #expect(issues[0].contains("Expected no model. Got: <2>"))
    #expect(issues[1].hasPrefix("DefaultFailureTests.swift \(returnLine - 1): "))
    #expect(issues[1].contains("Expected no effects. Got: <"))
  }
}

// On Darwin, XCTest does not call `recordFailure`, but `record(_:)`.
#if !canImport(Darwin)
  /// Assertions that are given no failure function, under XCTest.
  final class DefaultFailureInXCTestTests: XCTestCase {
    private var isCatching = false
    private var failures: [(text: String, line: Int)] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      if isCatching {
        failures.append((description, lineNumber))
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }

    func testAssertionThatDoesNotHold() {
      isCatching = true
      let returnLine = failTwice()
      isCatching = false
      XCTAssertEqual(failures.map(\.line), [Int(returnLine) - 3, Int(returnLine) - 1])
      XCTAssertTrue(failures.first?.text.contains("Expected no model. Got: <2>") == true)
      XCTAssertTrue(failures.last?.text.contains(#"Expected no effects. Got: <["a"]>"#) == true)
    }
  }
#endif

import TEASupport
import Testing
import XCTest

@testable import CounterChecks
@testable import TEACheck

/// Checks as tests of Swift Testing, and checks with known issues.
@Suite struct CheckUnderTestingTests {
  @Test(arguments: CounterChecks.checks) func `each check passes`(_ check: Check) throws { try check.run() }

  @Test func `a check in one line reports its counterexample`() throws {
    let failure = #expect(throws: CheckFailure.self) {
      try TEACheck.check(Counter.self) { Always("never below zero") { $0.count >= 0 } }
    }
    #expect(
      failure.map { hidingDurations($0.description) } == """

        ✗ Counter · never below zero   TEACheckTests/CheckTests.swift:13
          violated after 1 step · shortest · explored 3 worlds to depth 1

              start      count: 0
           1  decrement  count: 0 → -1   ✗

          note: messages (derived, any at any time): increment, decrement
          again   swift test
        """)
    try TEACheck.check(GuardedCounter.self) {
      Messages(of: .model) { $0.count < 9 ? [.increment, .decrement] : [.decrement] }
      Always("never below zero") { $0.count >= 0 }
    }
  }

  @Test func `a check whose known issue is not found fails`() {
    let check = Specification(of: GuardedCounter.self) {
      Always("never below zero") { $0.count >= 0 }
    }.check(depth: 5).knownIssue("it drops below zero")
    let failure = #expect(throws: CheckFailure.self) { try check.run() }
    #expect(
      failure?.result.message
        == "the known issue was not found: “it drops below zero”; if it is fixed, remove .knownIssue(…)")
  }

  @Test func `a known issue that lies beyond the bounds of a run is not called fixed`() {
    let check = Specification(of: Counter.self) {
      Always("never above three") { $0.count <= 3 }
    }.check(scope: 1).knownIssue("it passes three")
    var settings = CheckSettings()
    settings.engine = .explore
    settings.depth = 2
    let result = check.outcome(settings) { _ in }.result
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "the known issue was not found within the bounds of this run: “it passes three”")
    #expect(!result.meetsRequireComplete)
    #expect(exitCode(of: [result], requiresComplete: true) == ExitCode.inconclusive)
    settings.depth = nil
    #expect(check.outcome(settings) { _ in }.result.meetsRequireComplete)
  }

  @Test
  func `a known issue beyond a bound of the settings file is not called fixed, unless the check declares the bound`() {
    let specification = Specification(of: Counter.self) { Always("never above three") { $0.count <= 3 } }
    var settings = CheckSettings()
    settings.engine = .automatic
    settings.defaults.depth = 2
    let result = specification.check().knownIssue("it passes three").outcome(settings) { _ in }.result
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "the known issue was not found within the bounds of this run: “it passes three”")
    #expect(
      specification.check(depth: 4).knownIssue("it passes three").outcome(settings) { _ in }.result.verdict == .passed)
    let shallow = specification.check(depth: 1).knownIssue("it passes three").outcome(settings) { _ in }.result
    #expect(shallow.verdict == .violated)
  }

  @Test func `an inconclusive search for a known issue stays inconclusive`() {
    let result = Specification(of: Counter.self) {
      Always("never above three") { $0.count <= 3 }
      Sometimes("three") { $0.count == 3 }
    }.check(depth: 2).knownIssue("it passes three").outcome(CheckSettings()) { _ in }.result
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "the known issue was not found within the bounds of this run: “it passes three”")
  }

  @Test func `a known issue beyond the number of worlds that a check declares is not called fixed`() {
    let check = Specification(of: Counter.self) {
      Always("never above thirty") { $0.count <= 30 }
    }.check(states: 10, scope: 1).knownIssue("it passes thirty")
    var settings = CheckSettings()
    settings.cases = 1
    settings.length = 5
    let result = check.outcome(settings) { _ in }.result
    #expect(result.verdict == .inconclusive)
    #expect(result.message == "the known issue was not found within the bounds of this run: “it passes thirty”")
  }

  @Test func `a check whose known issue is found with another number of steps fails`() {
    let check = Specification(of: Counter.self) {
      Always("never below zero") { $0.count >= 0 }
    }.check().knownIssue("it drops below zero", steps: 2, worlds: 3)
    let failure = #expect(throws: CheckFailure.self) { try check.run() }
    #expect(failure?.result.message == "the known issue was found with 1 step, pinned at 2")
  }

  private enum Adder: Module {
    enum Message: Hashable { case add(Int) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .add(let number) = message { model = (model &+ number) % 1_000 }
    }
  }

  @Test func `steps and worlds of a known issue are compared only where an exploration found it`() throws {
    let specification = Specification(of: Adder.self) { Always("small") { abs($0) < 3 } }
    try specification.sample().knownIssue("it passes three", steps: 99, worlds: 99).run()
    // The exploration finds nothing down to its depth, and the random runs after it find the issue.
    let result = try specification.check(depth: 1, scope: 1, length: 50)
      .knownIssue("it passes three", steps: 99, worlds: 99).run()
    #expect(result.knownIssue == "it passes three" && result.counterexample != nil)
    #expect(throws: CheckFailure.self) {
      try specification.check().knownIssue("it passes three", steps: 99).run()
    }
  }

  @Test func `a known issue of a Cover, which an exploration does not judge, is not called fixed`() {
    let specification = Specification(of: Switch.self) {
      Always("A") { _ in true }
      Cover("B", atLeast: 50%) { _ in false }
    }
    var settings = CheckSettings()
    func result(_ property: String?) -> CheckResult {
      specification.check().knownIssue("rare", property: property).outcome(settings) { _ in }.result
    }
    #expect(result("B").verdict == .passed)
    settings.engine = .explore
    for property in ["B", nil] {
      #expect(result(property).verdict == .inconclusive)
      #expect(result(property).message == "the known issue was not found within the bounds of this run: “rare”")
    }
    #expect(result("A").verdict == .violated)
  }

  @Test func `an exploration, which judges no Cover, is complete only within its scope`() throws {
    let check = Specification(of: Switch.self) { Cover("B", atLeast: 5%) { $0 } }.check()
    let explored = check.exploration()
    #expect(explored.verdict == .passed && !explored.isComplete && !explored.meetsRequireComplete)
    #expect(try check.run(requireComplete: true).isComplete)
  }

  @Test func `an incomplete check fails where completeness is required`() throws {
    let check = Specification(of: GuardedCounter.self) {}.check(depth: 5)
    try check.run()
    #expect(throws: CheckFailure.self) { try check.run(requireComplete: true) }
  }

  /// A switch that one message turns on and another turns off.
  private enum Switch: Module {
    enum Message: CaseIterable { case on, off }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) { model = message == .on }
  }

  @Test func `a known issue is not confused with the violation of another property that has no counterexample`() throws
  {
    let unreachable = Specification(of: Switch.self) {
      Always("A") { _ in true }; Sometimes("B") { _ in false }; Sometimes("C") { _ in false }
    }
    let missed = Specification(of: Switch.self) {
      Always("A") { _ in true }; Cover("D", atLeast: 50%) { _ in false }; Cover("E", atLeast: 50%) { _ in false }
    }
    for (specification, names) in [(unreachable, ["B", "C"]), (missed, ["D", "E"])] {
      let failure = #expect(throws: CheckFailure.self) {
        try specification.check().knownIssue("bug 12", property: "A").run()
      }
      #expect(
        failure?.result.message
          == "the known issue was found with “\(names[0])”, “\(names[1])” violated, and not “A”")
      for (name, other) in zip(names, names.reversed()) {
        let failure = #expect(throws: CheckFailure.self) {
          try specification.check().knownIssue("bug 12", property: name).run()
        }
        #expect(failure?.result.message == "the known issue was found with “\(other)” violated as well")
      }
      #expect(try specification.check().knownIssue("bug 12").run().verdict == .passed)
    }
    let unreachableAlone = Specification(of: Switch.self) { Sometimes("B") { _ in false } }
    let result = try unreachableAlone.check().knownIssue("bug 12", property: "B").run()
    #expect(result.verdict == .passed && result.knownIssue == "bug 12")
  }
}

/// Checks as tests of XCTest.
final class CheckUnderXCTestTests: XCTestCase {
  private let failing = Specification(of: Counter.self) { Always("never below zero") { $0.count >= 0 } }
  private let lineOfProperty: UInt = #line - 1
  private let passing = Specification(of: GuardedCounter.self) { Always("never below zero") { $0.count >= 0 } }

  func testAThrownFailureNamesTheFileAndTheSteps() {
    XCTAssertThrowsError(try failing.check().run()) { error in
      XCTAssert("\(error)".contains("CheckTests.swift:"), "\(error)")
      XCTAssert("\(error)".contains("1  decrement  count: 0 → -1   ✗"), "\(error)")
    }
    XCTAssertNoThrow(try passing.check(depth: 20).run())
  }

  func testAReporterIsCalledAtThePropertysLine() {
    var reports: [(text: String, file: String, line: UInt)] = []
    failing.check().run { reports.append(($0, "\($1)", $2)) }
    XCTAssertEqual(reports.count, 1)
    XCTAssertEqual(reports.first?.file, #filePath)
    XCTAssertEqual(reports.first?.line, lineOfProperty)
    XCTAssert(reports.first?.text.contains("1  decrement  count: 0 → -1   ✗") ?? false)
    passing.check(depth: 20).run(reportingTo: XCTFail)
  }
}

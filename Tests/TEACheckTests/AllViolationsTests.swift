@testable import TEASupport
import Testing

@testable import CounterChecks
@testable import TEACheck

/// Searches that go on after a violation, to find violations of other properties.
@Suite struct AllViolationsTests {
  /// A stack of plates that holds five at most. The view of a full stack fails, and so does `take` from an empty one.
  enum Plates: Module {
    enum Message: CaseIterable { case put, take, wash }
    enum Failure: Error { case nothing }
    struct Model: Hashable {
      var count = 0
      var isWet = false
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws(Failure) {
      switch message {
      case .put: if model.count < 5 { model.count += 1 }
      case .take:
        model.isWet = false
        guard model.count > 0 else { throw .nothing }
        model.count -= 1
      case .wash: model.isWet = model.count > 1
      }
    }
    static func view(for model: Model) throws(Failure) -> Int {
      guard model.count < 5 else { throw .nothing }
      return model.count
    }
  }

  private static let properties: [[Declaration<Plates>]] = [
    Always("at most three") { $0.count <= 3 }.declarations,
    Always("is dry") { !$0.isWet }.declarations,
    Step("is not taken while wet") { step in !(step.before.isWet && step.after.count < step.before.count) }
      .declarations,
    Always("at most nine") { $0.count <= 9 }.declarations,
    Laws(.updateNeverFails).declarations,
    Eventually("is washed") { $0.isWet }.declarations,
    // This is another property with the name of the first.
    Always("at most three") { $0.count < 4 || $0.isWet }.declarations,
  ]

  /// - Parameter reachesFive: `true` where a plate can be put on a stack of four, so that the view fails.
  private static func check(_ properties: some Sequence<[Declaration<Plates>]>, reachesFive: Bool = false) -> Check {
    Specification(of: Plates.self) {
      Messages(of: .model) { $0.count == 4 && !reachesFive ? [.take, .wash] : [.put, .take, .wash] }
      DeclarationList(declarations: properties.flatMap { $0 })
    }.check("stacked")
  }

  private static func run(_ check: Check, findsAll: Bool = true, workers: Int = 1) -> CheckResult {
    var settings = CheckSettings()
    settings.findsAllViolations = findsAll
    settings.workers = workers
    return check.outcome(settings, onProgress: { _ in }).result
  }

  private static func summary(_ result: CheckResult) -> String {
    "\(result.counterexample?.property ?? "") at \(result.place): "
      + (result.counterexample?.steps.map(\.message).joined(separator: " ") ?? "")
  }

  @Test(arguments: [1, 2]) func `each violation has the counterexample that its property has alone`(_ workers: Int) {
    let result = Self.run(Self.check(Self.properties), workers: workers)
    let violatedAlone = Self.properties.map { Self.run(Self.check([$0]), findsAll: false) }.filter {
      $0.verdict == .violated
    }
    // All properties but “at most nine” are violated.
    #expect(violatedAlone.count == 6)
    #expect(Set(([result] + result.otherViolations).map(Self.summary)) == Set(violatedAlone.map(Self.summary)))
    #expect(result.otherViolations.count == 5)
    // The search finds violations in the order of their depth.
    let lengths = ([result] + result.otherViolations).filter { $0.counterexample?.loop == nil }.map {
      $0.counterexample?.steps.count ?? 0
    }
    #expect(lengths == lengths.sorted())
  }

  @Test func `the searches for other violations leave no checkpoint, which would hold worlds that were not judged`()
    throws
  {
    let folder = try TemporaryFolder()
    let check = Specification(of: Counter.self) {
      Always("never below zero") { $0.count >= 0 }
      Always("never far") { $0.count < 1_000 }
    }.check(states: 20)
    for _ in 1...2 {
      let result = check.exploration { settings in
        settings.findsAllViolations = true
        settings.checkpoint = "\(folder.path)/file"
      }
      #expect(result.counterexample?.property == "never below zero")
    }
    #expect(Platform.names(in: folder.path) == [".", ".."])
  }

  @Test func `by default only the first violation is reported`() {
    #expect(Self.run(Self.check(Self.properties), findsAll: false).otherViolations.isEmpty)
  }

  @Test func `violations without a counterexample are reported too`() {
    let properties: [[Declaration<Plates>]] = [
      Self.properties[0], Sometimes("nine") { $0.count == 9 }.declarations,
      Cover("eight", atLeast: 50%) { $0.count == 8 }.declarations,
      Cover("seven", atLeast: 50%) { $0.count == 7 }.declarations, Self.properties[1],
    ]
    let result = Self.run(Self.check(properties))
    #expect(result.counterexample?.property == "is dry")
    let others = result.otherViolations.map { $0.counterexample?.property ?? $0.message ?? "" }
    #expect(others.prefix(2) == ["at most three", "no reachable world satisfies “nine”"])
    #expect(others.dropFirst(2).map { $0.prefix(8) } == ["“eight” ", "“seven” "])
    // Nothing else is violated, so the first violation has no counterexample.
    let unmet = Self.run(Self.check(properties[1...2]))
    #expect(unmet.message == "no reachable world satisfies “nine”" && unmet.otherViolations.count == 1)
  }

  @Test func `a failing view is a violation even if no law is declared`() {
    let result = Self.run(Self.check(Self.properties.prefix(1), reachesFive: true))
    #expect(result.otherViolations.map { $0.counterexample?.property } == ["view never fails"])
    // “At most nine” holds.
    let resultOfView = Self.run(Self.check([Self.properties[3]], reachesFive: true))
    #expect(resultOfView.counterexample?.property == "view never fails")
    #expect(resultOfView.notes.contains { $0.hasPrefix("“view never fails” is always asked") })
  }

  @Test func `a check with a known issue reports no other violations`() {
    let result = Self.run(Self.check(Self.properties).knownIssue("all of it"))
    #expect(result.verdict == .passed)
    #expect(result.otherViolations.isEmpty)
  }

  @Test func `the report tells all violations, and they are read back from the record`() throws {
    var result = Self.run(Self.check(Self.properties.prefix(2)))
    for index in result.otherViolations.indices { result.otherViolations[index].path = nil }
    let lines = TextReport.lines(of: result).joined(separator: "\n")
    #expect(
      lines.replacing(/AllViolationsTests.swift:\d+/, with: "Plates.swift") == """
        ✗ Plates · is dry   TEACheckTests/Plates.swift
          in the check “stacked”
          violated after 3 steps · shortest · explored 5 worlds to depth 3

              start  count: 0  isWet: false
           1  put    count: 0 → 1
           2  put    count: 1 → 2
           3  wash   isWet: false → true   ✗

          again   swift run tea-check check 'Plates · stacked' --all-violations

        ✗ Plates · at most three   TEACheckTests/Plates.swift
          in the check “stacked”
          violated after 4 steps · shortest · explored 6 worlds to depth 4

              start  count: 0  isWet: false
           1  put    count: 0 → 1
           2  put    count: 1 → 2
           3  put    count: 2 → 3
           4  put    count: 3 → 4   ✗

          again   swift run tea-check check 'Plates · stacked' --all-violations
        """)
    #expect(TextReport.summary(of: [result]) == "1 check: 1 violated (2 properties)")
    let readResult = try #require(CheckResult(record: JSON(parsing: result.record(suite: "Plates").text)))
    #expect(readResult.otherViolations == result.otherViolations)
  }
}

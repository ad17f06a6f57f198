@testable import TEAGenerators
import Extent
import Testing

@testable import TEACheck

/// Published challenges for shrinkers, and some of our own: every seed shrinks to one form.
@Suite struct ShrinkQualityTests {
  /// The results of all seeds.
  private struct Outcome {
    /// The number of seeds that ended with each form: the text of a shrunk value or of an error.
    var forms: [String: Int] = [:]
    /// The number of evaluations of the property after the first failure, in all runs together.
    var evaluations = 0

    var meanEvaluations: Double { Double(evaluations) / Double(forms.values.reduce(0, +)) }
  }

  private static let seedCount = Extent.of(gate: 15, night: 50)

  private func outcome<Value: Sendable>(
    _ generator: Gen<Value>, _ property: (Value) throws -> Bool
  ) -> Outcome {
    var outcome = Outcome()
    for seed in 1...UInt64(Self.seedCount) {
      do {
        try forAll(generator, cases: 20_000, seed: seed, property)
        outcome.forms["not found", default: 0] += 1
      } catch let error as Falsified<Value> {
        outcome.forms["\(error.value)", default: 0] += 1
        outcome.evaluations += error.evaluations
      } catch {
        outcome.forms["\(error)", default: 0] += 1
      }
    }
    return outcome
  }

  /// The outcome of the passes alone, without the evaluation of the smallest values before them.
  private func outcomeOfPasses<Value: Sendable>(
    _ generator: Gen<Value>, _ property: (Value) throws -> Bool
  ) throws -> Outcome {
    func fails(_ value: Value) -> Bool { (try? property(value)) != true }
    return try withoutActuallyEscaping(fails) { fails in
      var outcome = Outcome()
      for seed in 1...UInt64(Self.seedCount) {
        for number in 0..<20_000 {
          // The sizes are those of `forAll`: from 1 to 60, again and again.
          var choices = Choices(seed: seed, run: UInt64(number), size: 1 + number % 60)
          guard fails(try generator.generate(&choices)) else { continue }
          choices = Choices(.recorded(choices.record))
          let failure = Shrinker.Failure(try generator.generate(&choices), choices)
          var shrinker = Shrinker(failure, generate: generator.generate, fails: fails)
          shrinker.shrink(Shrinker.passesOverValues)
          outcome.forms["\(shrinker.best.value)", default: 0] += 1
          outcome.evaluations += shrinker.evaluations
          break
        }
      }
      return outcome
    }
  }

  /// Expects that every seed shrinks to one form, with no more evaluations than other libraries take. Also expects that the
  /// passes alone reach this form: at the gate for every seed, at night for all but one of fifty.
  ///
  /// - Parameters:
  ///   - pinned: The mean number of evaluations that was measured last. The present one may differ from it by a fifth.
  ///   - peers: The mean number of evaluations that was measured for the best of the other libraries.
  private func expectSolved<Value: Sendable>(
    _ challenge: String, _ form: String, pinned: Double, peers: Double, _ generator: Gen<Value>,
    _ property: (Value) throws -> Bool
  ) throws {
    let outcome = outcome(generator, property)
    print("\(challenge): \(outcome.meanEvaluations) evaluations")
    #expect(outcome.forms == [form: Self.seedCount])
    #expect(abs(outcome.meanEvaluations - pinned) <= 0.2 * pinned, "\(challenge)")
    #expect(outcome.meanEvaluations <= peers, "\(challenge)")
    let passesOutcome = try outcomeOfPasses(generator, property)
    print("\(challenge), without the smallest: \(passesOutcome.meanEvaluations) evaluations")
    let leastCount = Self.seedCount - Self.seedCount / 50
    #expect(
      (passesOutcome.forms[form] ?? 0) >= leastCount, "\(challenge), without the smallest: \(passesOutcome.forms)")
  }

  private let integers = Gen<[Int]>.array(of: .integer)

  @Test func reverse() throws {
    try expectSolved("reverse", "[0, 1]", pinned: 6, peers: 11, integers) { $0 == $0.reversed() }
  }

  @Test func distinct() throws {
    try expectSolved("distinct", "[0, 1, -1]", pinned: 19, peers: 22, integers) { Set($0).count < 3 }
  }

  @Test func lengthList() throws {
    let lists = Gen<Int>.integer(in: 1...100).flatMap { .array(of: .integer(in: 0...1_000), count: $0...$0) }
    try expectSolved("lengthlist", "[900]", pinned: 64, peers: 83, lists) { ($0.max() ?? 0) < 900 }
  }

  @Test func deletion() throws {
    let pairs = zip(integers, Gen<Int>.integer)
    try expectSolved("deletion", "([0, 0], 0)", pinned: 7, peers: 8.8, pairs) { list, element in
      guard let index = list.firstIndex(of: element) else { return true }
      var rest = list
      rest.remove(at: index)
      return !rest.contains(element)
    }
  }

  @Test func coupling() throws {
    let lists = Gen<[Int]>.array(of: .integer(in: 0...10))
    try expectSolved("coupling", "[1, 0]", pinned: 7, peers: 45, lists) { list in
      guard list.allSatisfy({ $0 < list.count }) else { return true }
      return !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
    }
  }

  indirect enum Expression: CustomStringConvertible, Sendable {
    case number(Int)
    case add(Expression, Expression)
    case divide(Expression, Expression)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .add(let left, let right): "(\(left) + \(right))"
      case .divide(let left, let right): "(\(left) / \(right))"
      }
    }

    var dividesByLiteralZero: Bool {
      switch self {
      case .number: false
      case .divide(_, .number(0)): true
      case .add(let left, let right), .divide(let left, let right):
        left.dividesByLiteralZero || right.dividesByLiteralZero
      }
    }

    func evaluated() throws -> Int {
      struct DivisionByZero: Error {}
      switch self {
      case .number(let number): return number
      case .add(let left, let right): return try left.evaluated() &+ right.evaluated()
      case .divide(let left, let right):
        let (dividend, divisor) = (try left.evaluated(), try right.evaluated())
        guard divisor != 0 else { throw DivisionByZero() }
        return dividend.dividedReportingOverflow(by: divisor).partialValue
      }
    }
  }

  @Test func calculator() throws {
    let expressions = try Derivation(root: Expression.self).generator(for: Expression.self)
    try expectSolved("calculator", "(0 / (0 + 0))", pinned: 13, peers: 14.3, expressions) {
      if !$0.dividesByLiteralZero { _ = try $0.evaluated() }
      return true
    }
  }

  indirect enum Switches: Sendable {
    case one(Bool)
    case both(Switches, Switches)
  }

  /// The tree `both(one(false), one(false))` fails too. Its choices have the same sum as those of `one(true)`, so it is one of
  /// the smallest values, which are evaluated first. But it has more choices, so it is less simple.
  @Test func `a leaf that fails does not become a tree`() throws {
    let switches = try Derivation(root: Switches.self).generator(for: Switches.self)
    // The first choice is the case `one`, and the second its payload `true`.
    var choices = Choices(.recorded([0, 1]))
    let failure = Shrinker.Failure(try switches.generate(&choices), choices)
    var shrinker = Shrinker(failure, generate: switches.generate) { if case .one(false) = $0 { false } else { true } }
    shrinker.shrinkValue()
    guard case .one(true) = shrinker.best.value else {
      Issue.record("\(shrinker.best.value)")
      return
    }
  }

  @Test func differenceMustNotBeZero() throws {
    let pairs = zip(Gen<Int>.integer(in: 1 ... .max), Gen<Int>.integer(in: 1 ... .max))
    try expectSolved("difference zero", "(10, 10)", pinned: 36, peers: 37, pairs) { $0 < 10 || $0 != $1 }
  }

  @Test func differenceMustNotBeSmall() throws {
    let pairs = zip(Gen<Int>.integer(in: 1 ... .max), Gen<Int>.integer(in: 1 ... .max))
    try expectSolved("difference small", "(10, 6)", pinned: 89, peers: 744, pairs) {
      $0 < 10 || !(1...4).contains(abs($0 - $1))
    }
  }

  @Test func largeUnion() throws {
    try expectSolved("large union", "[[0, 1, -1, 2, -2]]", pinned: 57, peers: 79, Gen<[[Int]]>.array(of: integers)) {
      Set($0.joined()).count < 5
    }
  }

  @Test func sum() throws {
    let form = "[1, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]"
    let lists = Gen<[Int]>.array(of: .integer(in: 0...1_000), count: 0...100)
    try expectSolved("sum", form, pinned: 310, peers: 700, lists) { $0.reduce(0, +) <= 10_000 }
  }

  // Challenges of our own, for cases that the public ones leave out.

  private func expectForm<Value: Sendable>(
    _ form: String, _ generator: Gen<Value>, _ property: (Value) throws -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome(generator, property).forms == [form: Self.seedCount], sourceLocation: sourceLocation)
  }

  /// Bisection alone ends at 53 or a larger failing number, because the numbers just below do not fail.
  @Test func `a number whose neighbours do not fail shrinks to the least that fails`() {
    for generator in [Gen<Int>.integer(in: 0...1_000), .integer] {
      #expect(outcome(generator) { $0 % 10 != 3 || $0 < 40 }.forms == ["43": Self.seedCount])
    }
  }

  @Test func `numbers near the least integer shrink to the simplest failing one`() {
    expectForm("-9223372036854775798", Gen<Int>.integer) { $0 > .min + 10 }
  }

  @Test func `elements that can only be deleted in pairs are deleted`() {
    expectForm("[0, 0, 101, 101]", Gen<[Int]>.array(of: .integer(in: 0...1_000))) { list in
      list.count < 4 || list.count % 2 == 1 || list.count { $0 > 100 } < 2
    }
  }

  @Test func `elements with a fixed difference shrink together at any distance`() {
    expectForm("[1001, 1008]", Gen<[Int]>.array(of: .integer(in: 0...100_000))) { list in
      !list.indices.contains { first in
        list[first] > 1_000 && list[first...].contains(list[first] + 7)
      }
    }
  }

  @Test func `elements of nested arrays move into one array`() {
    expectForm("[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]", Gen<[[Int]]>.array(of: integers)) { $0.joined().count <= 10 }
  }

  @Test func `characters of strings are deleted and sorted`() {
    expectForm("aaab", Gen<String>.string) { !$0.contains("b") || $0.count < 4 }
  }

  @Test func `lengths alone shrink to the shortest value that fails`() throws {
    let lists = Gen<[[Void]]>.array(of: .array(of: .always(())))
    // Three arrays, each of two elements; an element takes no choice.
    var choices = Choices(.recorded([3, 2, 2, 2]))
    let failure = Shrinker.Failure(try lists.generate(&choices), choices)
    var shrinker = Shrinker(failure, generate: lists.generate) { [[2, 2, 2], [5]].contains($0.map(\.count)) }
    shrinker.shrinkValue()
    #expect(shrinker.best.value.map(\.count) == [5])
  }

  @Test func `related fields of an element shrink together`() {
    let numbers = Gen<Int>.integer(in: 0...1_000)
    expectForm("[(51, 103)]", Gen<[(Int, Int)]>.array(of: zip(numbers, numbers))) { pairs in
      !pairs.contains { $0.0 > 50 && $0.1 > $0.0 * 2 }
    }
  }
}

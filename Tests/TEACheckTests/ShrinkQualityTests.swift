import Testing

@testable import TEACheck

/// Public challenges of shrinking: whatever the seed, one normal form.
@Suite struct ShrinkQualityTests {
  private func results<Value: Sendable>(
    _ generator: Gen<Value>, seeds: ClosedRange<UInt64> = 1...50, _ property: (Value) throws -> Bool
  ) -> (forms: [String: Int], meanEvaluations: Double) {
    var forms: [String: Int] = [:]
    var evaluations = 0
    for seed in seeds {
      do {
        try forAll(generator, cases: 20_000, seed: seed, property)
        forms["not found", default: 0] += 1
      } catch let error as Falsified<Value> {
        forms["\(error.value)", default: 0] += 1
        evaluations += error.evaluations
      } catch {
        forms["\(error)", default: 0] += 1
      }
    }
    return (forms, Double(evaluations) / Double(seeds.count))
  }

  /// The mean number of evaluations is printed, and must stay near what it was when it was last looked at.
  private func expect(_ challenge: String, _ mean: Double, pinned: Double) {
    print("\(challenge): \(mean) evaluations")
    #expect(abs(mean - pinned) <= 0.2 * pinned, "\(challenge)")
  }

  private let integers = Gen<[Int]>.array(of: .integer)

  @Test func reverse() {
    let (forms, mean) = results(integers) { $0 == $0.reversed() }
    #expect(forms == ["[0, 1]": 50])
    expect("reverse", mean, pinned: 13)
  }

  @Test func distinct() {
    let (forms, mean) = results(integers) { Set($0).count < 3 }
    #expect(forms == ["[0, 1, -1]": 50])
    expect("distinct", mean, pinned: 30)
  }

  @Test func lengthList() {
    let lists = Gen<Int>.integer(in: 1...100).flatMap { .array(of: .integer(in: 0...1_000), count: $0...$0) }
    let (forms, mean) = results(lists) { ($0.max() ?? 0) < 900 }
    #expect(forms == ["[900]": 50])
    expect("lengthlist", mean, pinned: 40)
  }

  @Test func deletion() {
    let (forms, mean) = results(zip(integers, Gen<Int>.integer)) { list, element in
      guard let index = list.firstIndex(of: element) else { return true }
      var rest = list
      rest.remove(at: index)
      return !rest.contains(element)
    }
    #expect(forms == ["([0, 0], 0)": 50])
    expect("deletion", mean, pinned: 36)
  }

  @Test func coupling() {
    let (forms, mean) = results(Gen<[Int]>.array(of: .integer(in: 0...10))) { list in
      guard list.allSatisfy({ $0 < list.count }) else { return true }
      return !list.indices.contains { list[$0] != $0 && list[list[$0]] == $0 }
    }
    #expect(forms == ["[1, 0]": 50])
    expect("coupling", mean, pinned: 44)
  }

  indirect enum Expression: CustomStringConvertible, Sendable {
    case number(Int)
    case add(Expression, Expression)
    case divide(Expression, Expression)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .add(let one, let other): "(\(one) + \(other))"
      case .divide(let one, let other): "(\(one) / \(other))"
      }
    }

    var dividesByLiteralZero: Bool {
      switch self {
      case .number: false
      case .divide(_, .number(0)): true
      case .add(let one, let other), .divide(let one, let other):
        one.dividesByLiteralZero || other.dividesByLiteralZero
      }
    }

    func evaluated() throws -> Int {
      struct DivisionByZero: Error {}
      switch self {
      case .number(let number): return number
      case .add(let one, let other): return try one.evaluated() &+ other.evaluated()
      case .divide(let one, let other):
        let (dividend, divisor) = (try one.evaluated(), try other.evaluated())
        guard divisor != 0 else { throw DivisionByZero() }
        return dividend.dividedReportingOverflow(by: divisor).partialValue
      }
    }
  }

  @Test func calculator() throws {
    let expressions = try Derivation(root: Expression.self).generator(for: Expression.self)
    let (forms, mean) = results(expressions) {
      if !$0.dividesByLiteralZero { _ = try $0.evaluated() }
      return true
    }
    #expect(forms == ["(0 / (0 + 0))": 50])
    expect("calculator", mean, pinned: 44)
  }

  @Test func differenceMustNotBeZero() {
    let pairs = zip(Gen<Int>.integer(in: 1 ... .max), Gen<Int>.integer(in: 1 ... .max))
    let (forms, mean) = results(pairs) { $0 < 10 || $0 != $1 }
    #expect(forms == ["(10, 10)": 50])
    expect("difference zero", mean, pinned: 28)
  }

  @Test func differenceMustNotBeSmall() {
    let pairs = zip(Gen<Int>.integer(in: 1 ... .max), Gen<Int>.integer(in: 1 ... .max))
    let (forms, mean) = results(pairs) { $0 < 10 || !(1...4).contains(abs($0 - $1)) }
    #expect(forms == ["(10, 6)": 50])
    expect("difference small", mean, pinned: 93)
  }

  @Test func largeUnion() {
    let (forms, mean) = results(Gen<[[Int]]>.array(of: integers)) { Set($0.joined()).count < 5 }
    #expect(forms == ["[[0, 1, -1, 2, -2]]": 50])
    expect("large union", mean, pinned: 116)
  }

  @Test func sum() {
    let (forms, mean) = results(Gen<[Int]>.array(of: .integer(in: 0...1_000), count: 0...100)) {
      $0.reduce(0, +) <= 10_000
    }
    #expect(forms == ["[1, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]": 50])
    expect("sum", mean, pinned: 1089)
  }
}

@testable import TEAGenerators
import Testing

@testable import TEACheck

/// The errors of `forAll`, and the values that it draws.
@Suite struct ForAllTests {
  @Test func `a filter that keeps next to nothing is an error with advice`() {
    let generator = Gen<Int>.integer(in: 0...9_999).filter(fileID: "Some/File.swift", line: 7) { $0 == 1_234 }
    let error = #expect(throws: TooManyDiscarded.self) { try forAll(generator) { _ in true } }
    #expect(
      error?.description == """
        the filter at Some/File.swift:7 keeps too few values: 50 of 50 cases were thrown away; make the generator \
        produce only good values, for example by map or flatMap
        """)
    #expect(throws: TooManyDiscarded.self) { try forAll(generator, cases: 3) { _ in true } }
  }

  @Test func `a filter that keeps enough values is no error`() throws {
    var evaluations = 0
    // The filter keeps one number in a hundred. It tries up to 100 numbers for each case, so it keeps more than half of the
    // cases.
    let generator = Gen<Int>.integer(in: 0...99).sized(100).filter { $0 == 50 }
    try forAll(generator, cases: 200) { number in
      evaluations += 1
      return number == 50
    }
    #expect(evaluations == 200)
  }

  @Test func `of at least fifty cases, more than nine tenths are too many to discard`() {
    func areTooMany(_ discarded: Int, of cases: Int) -> Bool {
      (try? TooManyDiscarded.check(discarded, of: cases, Discarded())) == nil
    }
    #expect(!areTooMany(46, of: 59) && !areTooMany(90, of: 100))
    #expect(areTooMany(54, of: 59) && areTooMany(91, of: 100))
    #expect(!areTooMany(49, of: 49))
  }

  /// Shrinking may replay the choice of the number as the count of the list.
  @Test func `a number that shrinking replays as a count is bounded`() {
    enum Value: Equatable { case list([Int]), number(Int) }
    let values = Gen<Value>.oneOf(
      Gen<[Int]>.array(of: .integer, count: 0...Int.max).map { .list($0) }, Gen<Int>.integer.map { .number($0) })
    let error = #expect(throws: Falsified<Value>.self) {
      try forAll(values) { if case .number(let number) = $0 { number < 1 << 40 } else { true } }
    }
    #expect(error?.value == .number(1 << 40))
  }

  @Test func `a property that fails once and then holds is called flaky`() {
    var evaluations = 0
    let error = #expect(throws: Falsified<Int>.self) {
      try forAll(.integer(in: 0...9)) { _ in
        evaluations += 1
        return evaluations != 30
      }
    }
    #expect(error?.isFlaky == true)
    #expect(error?.caseNumber == 30)
    #expect(evaluations == 31)
    #expect(error?.description.contains("and not when run again with the same choices") == true)
  }

  private struct Oops: Error {}

  @Test func `what the property throws is part of the report`() {
    let error = #expect(throws: Falsified<Int>.self) {
      try forAll(.integer(in: 0...1_000)) { if $0 >= 17 { throw Oops() } else { true } }
    }
    #expect(error?.value == 17)
    #expect(error?.thrown is Oops)
    #expect(error?.isFlaky == false)
    #expect(error?.description.hasPrefix("falsified by 17, which throws Oops()  (case ") == true)
  }

  @Test func `values grow with the size`() throws {
    var counts: [Int] = []
    try forAll(Gen<[Bool]>.array(of: .bool), cases: 300, size: 0...9) { list in
      counts.append(list.count)
      return true
    }
    // A random count is at most five thirds of the size, which is 9 at most.
    #expect(counts.max()! <= 15)
    let (small, large) = (0..<300).reduce(into: (0, 0)) { sums, index in
      if index % 10 < 5 { sums.0 += counts[index] } else { sums.1 += counts[index] }
    }
    #expect(small < large)
  }
}

import TEARuntime
import Testing

@testable import TEACheck

/// Messages whose payloads share one `description` are told apart by what they store.
@Suite struct DescribedPayloadTests {
  struct Token: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    static let allCases = [Token(number: 1), Token(number: 2)]
    var number: Int
    var description: String { "token" }
  }

  /// A gate that keeps the numbers of the inserted tokens.
  enum Gate: Module {
    enum Message: Hashable, Sendable { case insert(Token) }
    static func start(with flags: Void) -> Set<Int> { [] }
    static func update(for message: Message, model: inout Set<Int>, perform: (Command) -> Void) {
      if case .insert(let token) = message { model.insert(token.number) }
    }
  }

  @Test func `the system is fair to each of two messages with one text`() throws {
    let specification = Specification(of: Gate.self) {
      Messages(of: .model) { inserted in inserted.contains(2) ? [] : Token.allCases.map { .insert($0) } }
      SystemMessages { _ in true }
      Fairness(system: .weak)
      Eventually("the second token is in", of: .model) { $0.contains(2) }
    }
    #expect(try specification.check().run().verdict == .passed)
  }

  private struct Coupon: CustomStringConvertible {
    var number: Int
    var description: String { "coupon" }
  }

  @Test func `values that are not Equatable are alike by what they store`() {
    #expect(areAlike(Coupon(number: 1), Coupon(number: 1)))
    #expect(!areAlike(Coupon(number: 1), Coupon(number: 2)))
    #expect(!areAlike([Coupon(number: 1)], [Coupon(number: 2)]))
  }

  @Test func `values that are unequal to themselves are alike where their texts are equal`() {
    enum Reading: Hashable { case of(Double, Int) }
    #expect(areAlike(Reading.of(.nan, 1), Reading.of(.nan, 1)))
    #expect(!areAlike(Reading.of(.nan, 1), Reading.of(.nan, 2)))
    #expect(!areAlike(Reading.of(1, 1), Reading.of(2, 1)))
  }

  @Test func `a failing run whose messages share one text is shortened to as few of them as possible`() {
    let check = Specification(of: Gate.self) { Always("closed", of: .model) { $0.count < 2 } }.sample()
    var settings = CheckSettings()
    settings.store = nil
    let result = check.outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.count == 2)
    #expect(result.finding?.contains("shortest over its messages") == true, "\(result.finding ?? "")")
  }
}

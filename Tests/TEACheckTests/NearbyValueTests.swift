import Foundation
import TEASupport
import Testing

@testable import TEACheck

/// Some random runs draw many values next to earlier ones: two dates less than a day apart hardly ever come by chance.
@Suite struct NearbyValueTests {
  enum Loan: Module {
    enum Message { case renew(until: Date), giveBack(on: Date) }
    struct Model: Hashable { var due = Date(timeIntervalSinceReferenceDate: 0), isForgiven = false }
    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .renew(let date): if date > model.due { model.due = date }
      case .giveBack(let date):
        let early = model.due.timeIntervalSince(date)
        if model.due.timeIntervalSinceReferenceDate > 1e6, early > 0, early < 3_600 { model.isForgiven = true }
      }
    }
  }

  enum Stock: Module {
    enum Message { case put(UInt32), take(UInt32) }
    struct Model: Hashable { var held: UInt32 = 0, isNegative = false }
    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .put(let count): if model.held == 0 { model.held = count }
      case .take(let count): if model.held > 1_000, model.held &+ 1 == count { model.isNegative = true }
      }
    }
  }

  private func steps<M>(_ specification: Specification<M>, seed: UInt64) -> Int? {
    var settings = CheckSettings()
    settings.seed = seed
    return specification.check(cases: 4_000).outcome(settings, onProgress: { _ in }).result.counterexample?.steps.count
  }

  @Test(arguments: [1, 2] as [UInt64]) func `a date shortly before an earlier one is found`(_ seed: UInt64) {
    #expect(steps(Specification(of: Loan.self) { Always("owed") { !$0.isForgiven } }, seed: seed) == 2)
  }

  @Test(arguments: [1, 2] as [UInt64]) func `a number next to an earlier one is found`(_ seed: UInt64) {
    #expect(steps(Specification(of: Stock.self) { Always("held") { !$0.isNegative } }, seed: seed) == 2)
  }
}

import TEACheck

/// The yardstick models, as a user would write them.
@main struct ModelChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: PlainGrid.self) {
      Always("digits") { $0.a < 10 }
    }
    .check("grid 6 10", states: 2_000_000)

    Specification(of: Grid.self) {
      Start(with: [Grid.Flags(counters: 6, modulus: 10)])
      Messages(of: .model) { $0.counters.indices.map { .increment($0) } }
      Always("in range") { $0.counters.allSatisfy { $0 < 10 } }
    }
    .check("grid 6 10", states: 2_000_000)
  }
}

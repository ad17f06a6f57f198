import TEACheck

@main struct CounterChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: Counter.self) {
      Always("never drops below zero") { $0.count >= 0 }
    }
    .check("the unguarded counter")
    .knownIssue("decrement is not guarded", steps: 1, worlds: 3)

    // The counter has infinitely many worlds, so the depth is bounded.
    Specification(of: GuardedCounter.self) {
      Always("never drops below zero") { $0.count >= 0 }
      Step("counts in ones") { step in
        step.after.count == (step.message == .increment ? step.before.count + 1 : max(0, step.before.count - 1))
      }
      Sometimes("gets to ten") { $0.count == 10 }
    }
    .check("guarded", depth: 100)
  }
}

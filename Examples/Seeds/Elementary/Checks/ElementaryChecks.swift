import ElementarySeed
import TEACheck

/// The update functions of `ElementarySeed`, unchanged.
@main struct ElementaryChecks: CheckSuite {
  static var checks: [Check] {
    // The state space of a counter is infinite, so the person increments only below ten.
    Specification(of: CounterModule.self) {
      Messages(of: .model) { count in [.decrement, .reset] + (count < 10 ? [.increment] : []) }
      Always("never below zero") { $0 >= 0 }
      Step("counts in ones, and from zero after a reset") { step in
        switch step.message {
        case .increment: step.after == step.before + 1
        case .decrement: step.after == max(0, step.before - 1)
        case .reset: step.after == 0
        }
      }
    }
    .check("counting to ten")

    StopwatchModule<SimpleWatch>.counting.check("stop while an increment is on its way")
      .knownIssue("the second is counted after the stop", steps: 4, worlds: 7)
    StopwatchModule<CarefulWatch>.counting.check("stop while an increment is on its way")
  }
}

import PoppelCounterApp
import PoppelStyle
import TEACheck

/// The counter's own functions, unchanged, as a module.
typealias Counter = Poppel.Module<Int, Message, Never>

@main struct PoppelCounterChecks: CheckSuite {
  static var checks: [Check] {
    Specification(of: Counter.self) {
      Start(with: [app])
      Messages { $0.messages }
      Step("each press counts once") {
        $0.after.state == $0.before.state + ($0.message == .increase ? 1 : -1)
      }
      Always("shows its count", of: .world) { world in
        Counter.view(for: world.model).texts.contains("Current: \(world.model.state)")
      }
      Sometimes("counts below zero") { $0.state < 0 }
    }
    .check("every press counts", depth: 100)

    Specification(of: Counter.self) {
      Start(with: [app])
      Messages { $0.messages }
      Always("never drops below zero") { $0.state >= 0 }
    }
    .check("the counter has no floor")
    .knownIssue("decrease is not guarded", steps: 1, worlds: 3)

    SeedLoop.counts
      .check("the original's loop")
      .knownIssue("an update begins from a model that the one before has not written yet", steps: 4, worlds: 30)
  }
}

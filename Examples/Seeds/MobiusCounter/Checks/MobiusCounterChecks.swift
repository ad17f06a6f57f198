import MobiusCounterApp
import MobiusReadmeStyle
import TEACheck

/// The counter's unchanged update function as a module.
enum Counter: Module {
  static func start(with flags: Void) -> CounterModel { 0 }

  static func update(for event: CounterEvent, model: inout CounterModel, perform: (CounterEffect) -> Void) {
    MobiusCounterApp.update(model: model, event: event).apply(to: &model, perform: perform)
  }
}

/// The counter without effects.
enum BeginnerCounter: Module {
  static func start(with flags: Void) -> CounterModel { 0 }

  static func update(for event: CounterEvent, model: inout CounterModel, perform: (Never) -> Void) {
    model = MobiusCounterApp.update(model: model, event: event)
  }
}

@main struct MobiusCounterChecks: CheckSuite {
  static var checks: [Check] {
    // The counter has infinitely many worlds, so the depth is bounded.
    Specification(of: Counter.self) {
      Replies { _ in nil }
      Always("never below zero") { $0 >= 0 }
      Step("a sound, and only then, where it would go below zero") { step in
        step.commands == (step.before == 0 && step.message == .decrement ? [.playSound] : [])
      }
      Step("counts in ones") { step in
        step.after == (step.message == .increment ? step.before + 1 : max(0, step.before - 1))
      }
      Sometimes("gets to ten") { $0 == 10 }
    }
    .check("Mobius counter", depth: 100)

    Specification(of: BeginnerCounter.self) {
      Always("never below zero") { $0 >= 0 }
    }
    .check("Mobius counter without effects")
    .knownIssue("nothing keeps the first form of the counter from going below zero", steps: 1, worlds: 3)
  }
}

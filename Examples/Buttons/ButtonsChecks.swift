import SimulatedPhone
import TEACheck

@main struct ButtonsChecks: CheckSuite {
  static var checks: [Check] {
    Phone<Buttons>.keepsTaps(save: .save)
      .check("value lost on an app switch")
      .knownIssue("becoming active loads over a tap that was not saved", steps: 6, worlds: 523)
    Phone<CarefulButtons>.keepsTaps(save: .save)
      .check("unsaved taps survive an app switch")
    Phone<SavingButtons>.keepsTaps(save: .save)
      .check("value lost in spite of being saved")
      .knownIssue("a tap between the save and the reload is not saved", steps: 7, worlds: 1_279)
    Specification(of: Phone<CarefulSavingButtons>.self) {
      Phone<CarefulSavingButtons>.keepsTaps(save: .save)
      Always("in the background the value is stored", of: .world) { world in
        let phone = world.model
        let isQuiet = world.outstanding.isEmpty && phone.queue.isEmpty
        return phone.isActive || !isQuiet || phone.stored == phone.app.value
      }
    }
    .check("taps survive, saved or not")
    Specification(of: CarefulButtons.self) {
      Messages(of: .model) { model in
        (model.value < 2 ? [.increment] : []) + (model.value > -2 ? [.decrement] : [])
      }
      // The app stays active.
      Subscriptions { _ in [] }
      Step("a tap counts one") { step in
        step.after.value == step.before.value + (step.message == .increment ? 1 : -1)
      }
    }
    .check("plus and minus")
  }
}

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
    Phone<CarefulSavingButtons>.keepsTaps(save: .save)
      .check("taps survive, saved or not")
  }
}

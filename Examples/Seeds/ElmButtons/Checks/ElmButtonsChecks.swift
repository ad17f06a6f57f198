import ElmButtonStyle
import ElmButtonsApp
import SimulatedPhone
import TEACheck

@main struct ElmButtonsChecks: CheckSuite {
  static var checks: [Check] {
    Phone<AppStateOnPhone>.keepsTaps(save: .message(.save))
      .check("value lost on an app switch")
      .knownIssue("becoming active loads over a tap that was not saved", steps: 6, worlds: 523)
  }
}

import TEACheck

@main struct ButtonsChecks: CheckSuite {
  static var checks: [Check] {
    keepsTaps(Buttons.self, save: .save)
      .check("value lost on an app switch")
      .knownIssue("becoming active loads over a tap that was not saved", steps: 6, worlds: 523)
    keepsTaps(CarefulButtons.self, save: .save)
      .check("unsaved taps survive an app switch")
    keepsTaps(SavingButtons.self, save: .save)
      .check("value lost in spite of being saved")
      .knownIssue("a tap between the save and the reload is not saved", steps: 7, worlds: 1_279)
    keepsTaps(CarefulSavingButtons.self, save: .save)
      .check("taps survive, saved or not")
  }

  /// The person taps +, save and load so many times in all, and leaves the app now and then.
  static func keepsTaps<App: PhoneApp>(
    _ app: App.Type, save: App.Message, taps: Int = 3, switches: Int = 2
  ) -> Specification<Phone<App>> where App.Message: Sendable {
    Specification(of: Phone<App>.self) {
      Start(with: [.init(taps: taps, switches: switches)])
      Messages(of: .model) { phone in
        var messages: [Phone<App>.Message] = []
        if phone.isActive, phone.tapsLeft > 0 {
          messages += [.tap(App.increment), .tap(save), .tap(App.load)]
        }
        if !phone.isActive { messages.append(.becomeActive) }
        if phone.isActive, phone.switchesLeft > 0 { messages.append(.resign) }
        if !phone.queue.isEmpty { messages.append(.run) }
        return messages
      }
      Replies { command, phone in
        App.reply(to: command.thing, stored: phone.stored).map { [.stored(command.bringing($0))] }
      }
      Always("when all is quiet, no tap is lost", of: .world) { world in
        let isQuiet = world.outstanding.isEmpty && world.model.queue.isEmpty
        return !isQuiet || App.value(of: world.model.app) == world.model.expected
      }
    }
  }
}

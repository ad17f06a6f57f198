import ElmButtonStyle
import ElmButtonsApp
import TEARuntime
import Testing

/// `AppState`, the value of the README, run as in the original: by a driver that is given the functions of the value.
@Suite struct ElmButtonReadmeTests {
  @Test func `the value of the README runs in a driver`() {
    let notifications = NotificationCenter()
    let driver = Driver<AppState, AppState.Message>(
      AppState(), update: { state, message in state.update(message) }, view: { $0.viewController },
      subscriptions: { $0.subscriptions }, store: MemoryStore(), notifications: notifications)
    // The buttons have the indices 0 for -, 1 for +, 2 for save and 3 for load.
    func press(_ index: Int) { driver.run(message: driver.viewController.messages[index]) }
    func shown() -> [String] { driver.viewController.tree.lines(width: 10) }
    #expect(shown() == ["[ - ]", "0", "[ + ]", "[ save ]", "[ load ]"])
    for index in [1, 1, 0, 2, 1, 1] { press(index) }
    #expect(driver.model.value == 3)
    press(3)
    driver.program.receive()
    #expect(shown()[1] == "1")
    press(0)
    notifications.post(UIApplication.didBecomeActiveNotification)
    driver.program.receive()
    #expect(driver.model.value == 1)
  }
}

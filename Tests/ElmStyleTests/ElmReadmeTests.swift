import ElmStyle
import Testing

@testable import ElmForSwift

/// A label with the property that the view controller of the README uses.
private final class UILabel { var text: String? }

/// A button, whose action the test calls.
private final class UIBarButtonItem {
  var action: () -> Void = {}
}

// The view controller of the README (its imperative shell). The module is in Examples/Seeds/ElmForSwift.

private final class CounterViewController {

  let program = CounterModule.makeProgram(flags: .init())

  var countLabel: UILabel?

  var incrementButton: UIBarButtonItem?
  var decrementButton: UIBarButtonItem?

  func viewDidLoad() {
    program.setDelegate(self)
  }

  func userDidTapIncrementButton() {
    program.dispatch(.increment)
  }

  func userDidTapDecrementButton() {
    program.dispatch(.decrement)
  }

}

extension CounterViewController: Elm.Delegate {

  typealias Module = CounterModule

  func program(_ program: Program<Module>, didUpdate view: Module.View) {
    countLabel?.text = view.count
  }

  // The README's trap is left out: the compiler would warn of code that never runs, because `Command` has no values.
  func program(_ program: Program<Module>, didEmit command: Module.Command) {}

}

@Suite struct ElmReadmeTests {
  @Test func `the view controller of the README shows what its buttons do`() {
    let controller = CounterViewController()
    let label = UILabel()
    controller.countLabel = label
    controller.incrementButton = UIBarButtonItem()
    controller.decrementButton = UIBarButtonItem()
    controller.incrementButton?.action = { [unowned controller] in controller.userDidTapIncrementButton() }
    controller.decrementButton?.action = { [unowned controller] in controller.userDidTapDecrementButton() }
    #expect(label.text == nil)
    controller.viewDidLoad()
    #expect(label.text == "0")
    controller.incrementButton?.action()
    controller.incrementButton?.action()
    controller.decrementButton?.action()
    #expect(label.text == "1")
    #expect(controller.program.view.count == "1")
  }
}

import ElmButtonStyle
import Synchronization
import TEARuntime
import Testing

// A call of each name of Sources/Styles/ElmButton/ElmButtonStyle.docc/Samples.md, below a comment that has the name.

private func text(_ number: Int) -> String { "\(number)" }

@Suite struct ElmButtonNameTests {
  @Test func `programs`() {
    // `Driver.init(_:update:view:subscriptions:initialCommands:)`
    let driver = Driver<Int, String>(
      0,
      update: { model, message in
        model += message.count
        return []
      }, view: { model in .viewController(.label(text: "\(model)")) }, subscriptions: { _ in [] }, initialCommands: [])
    // `Driver.run(action:)`
    driver.run(action: "a")
    // `Driver.asyncSend(action:)`
    driver.asyncSend(action: "b")
    // `Driver.run(message:)`
    driver.run(message: "c")
    // `Driver.asyncSend(message:)`
    driver.asyncSend(message: "d")
    // `Driver.viewController`
    let viewController: ViewController<String> = driver.viewController
    #expect(viewController.tree.texts == ["4"])
  }

  private final class Box: Sendable {
    let texts = Mutex<[String]>([])
  }

  @Test func `commands and subscriptions`() {
    let commands: [Command<Int>] = [
      // `Command.save(value:)`
      .save(value: 1),
      // `Command.load(available:)`
      .load(available: { $0 }),
      // `Command.modalTextAlert(title:accept:cancel:placeholder:submit:)`
      .modalTextAlert(title: "", accept: "", cancel: "", placeholder: "", submit: { $0?.count ?? 0 }),
      // `Command.modalAlert(title:accept:)`
      .modalAlert(title: "", accept: ""),
      // `Command.init(run:)`
      Command { (context: Context<Int>) in context.send(1) },
    ]
    // `Command.map(_:)`
    #expect(commands.map { $0.map(text) }.count == 5)
    let box = Box()
    // `Context.send`
    // `Context.map(_:)`
    Context<String> { text in box.texts.withLock { $0.append(text) } }.map(text).send(1)
    #expect(box.texts.withLock { $0 } == ["1"])
    // `UIApplication.didBecomeActiveNotification`
    let name = UIApplication.didBecomeActiveNotification
    // `Subscription.notification(name:_:)`
    let subscription = Subscription<Int>.notification(name: name) { notification in
      notification.object as? Int ?? 0
    }
    // `Subscription.map(_:)`
    #expect(subscription.map(text).message(for: AppNotification(name: name)) == "0")
  }

  private final class Clock: SubscriptionManaging {
    // `SubscriptionManaging.update(subscriptions:)`
    func update(subscriptions: [Int]) {}
  }

  private func item(_ content: ViewController<Int>) -> NavigationItem<Int> {
    // `NavigationItem.init(title:leftBarButtonItem:rightBarButtonItems:leftItemsSupplementsBackButton:viewController:)`
    NavigationItem(
      title: "",
      // `BarButtonItem.editButtonItem`
      leftBarButtonItem: .editButtonItem,
      rightBarButtonItems: [
        // `BarButtonItem.none`
        BarButtonItem<Int>.none,
        // `BarButtonItem.builtin(_:)`
        .builtin(button(nil)),
        // `BarButtonItem.system(_:action:)`
        .system(add, action: 1),
        // `BarButtonItem.custom(text:action:)`
        .custom(text: "custom", action: 2),
      ], leftItemsSupplementsBackButton: true, viewController: content)
  }

  // `UIBarButtonItem`
  private func button(_ button: UIBarButtonItem?) -> UIBarButtonItem { button ?? UIBarButtonItem(title: "") }

  // `UIBarButtonSystemItem`
  private let add: UIBarButtonSystemItem = .add

  @Test func `view controllers`() {
    // `ViewController._viewController(_:)`
    let plain = ViewController<Int>._viewController(.label(text: ""))
    let table = TableView<Int>(items: [])
    // `NavigationController.init(viewControllers:back:popDetail:)`
    var navigation = NavigationController(viewControllers: [item(plain)], back: 3, popDetail: 4)
    // `NavigationController.viewControllers`
    // `NavigationItem.map(_:)`
    #expect(navigation.viewControllers.map { $0.map(text) }.count == 1)
    // `NavigationController.back`
    navigation.back = 5
    // `NavigationController.popDetail`
    navigation.popDetail = 6
    // `NavigationController.map(_:)`
    #expect(navigation.map(text).back == "5")
    // `SplitViewController.init(left:right:collapseSecondaryViewController:popDetail:)`
    let split = SplitViewController<Int>(
      left: { [navigation] _ in navigation }, right: { [navigation] _ in navigation },
      collapseSecondaryViewController: false, popDetail: 7)
    // `SplitViewController.map(_:)`
    #expect(split.map(text).popDetail == "7")
    // `UIModalPresentationStyle`
    let style: UIModalPresentationStyle = .formSheet
    // `Modal.init(viewController:presentationStyle:)`
    let modal = Modal(viewController: plain, presentationStyle: style)
    // `Modal.map(_:)`
    #expect(modal.map(text).presentationStyle == .formSheet)
    // `BarButtonItem.map(_:)`
    _ = BarButtonItem.custom(text: "", action: 1).map(text)
    let all: [ViewController<Int>] = [
      // `ViewController._viewController(_:useLayoutGuide:)`
      ._viewController(.label(text: ""), useLayoutGuide: false),
      // `ViewController.viewController(_:useLayoutGuide:)`
      .viewController(.label(text: ""), useLayoutGuide: true), .viewController(.label(text: "")),
      // `ViewController.tableViewController(_:)`
      .tableViewController(table),
      // `ViewController.navigationController(_:)`
      .navigationController(navigation),
      // `ViewController.splitViewController(_:modal:)`
      .splitViewController(split, modal: modal), .splitViewController(split, modal: nil),
    ]
    // `ViewController.map(_:)`
    #expect(all.map { $0.map(text) }.messages == all.messages.map(text))
  }

  @Test func `views`() {
    // `UILayoutConstraintAxis`
    let axis: UILayoutConstraintAxis = .horizontal
    // `UIStackViewDistribution`
    let distribution: UIStackViewDistribution = .equalCentering
    // `UIActivityIndicatorViewStyle`
    let style: UIActivityIndicatorViewStyle = .white
    // `UIImage.init(named:)`
    let image: UIImage? = UIImage(named: "leaf")
    // `UIColor.white`
    // `UIColor.init(displayP3Red:green:blue:alpha:)`
    #expect(UIColor.white == UIColor(displayP3Red: 1, green: 1, blue: 1, alpha: 1))
    let views: [View<Int>] = [
      // `View.label(text:)`
      .label(text: ""),
      // `View.label(text:font:)`
      // `UIFont.preferredFont(forTextStyle:)`
      .label(text: "", font: UIFont.preferredFont(forTextStyle: .body)),
      // `UIFont.systemFont(ofSize:)`
      .label(text: "", font: .systemFont(ofSize: 60)),
      // `View.button(text:onTap:)`
      .button(text: "", onTap: 1), .button(text: ""),
      // `View.textField(text:onChange:onEnd:)`
      .textField(text: "", onChange: { $0?.count ?? 0 }, onEnd: { $0?.count ?? 0 }), .textField(text: ""),
      // `View.stackView(views:axis:distriburtion:)`
      .stackView(views: [], axis: .vertical, distriburtion: .fillEqually),
      // `View.stackView(views:axis:distribution:backgroundColor:)`
      .stackView(views: [], axis: axis, distribution: distribution, backgroundColor: .white), .stackView(views: []),
      // `View.imageView(image:)`
      .imageView(image: image),
      // `View.slider(progress:max:onChange:)`
      .slider(progress: 1, max: 2, onChange: { Int($0) }),
      // `View.tableView(items:)`
      .tableView(items: []),
      // `View.space(width:height:)`
      .space(width: 10, height: nil), .space(height: 10), .space(),
      // `View.activityIndicator(style:)`
      .activityIndicator(style: style),
      // `View._childViewController(_:)`
      ._childViewController(.viewController(.label(text: ""))),
    ]
    // `View.map(_:)`
    #expect(views.map { $0.map(text) }.messages == views.messages.map(text))
  }

  @Test func `parts of views`() {
    // `Label.init(text:font:)`
    _ = Label(text: "", font: .systemFont(ofSize: 1))
    // `Button.init(text:onTap:)`
    // `Button.map(_:)`
    #expect(Button(text: "", onTap: 1).map(text).onTap == "1")
    // `TextField.init(text:onChange:onEnd:)`
    // `TextField.map(_:)`
    #expect(TextField(text: "", onChange: { $0!.count }, onEnd: nil).map(text).onChange?("ab") == "2")
    // `StackView.init(views:axis:distribution:backgroundColor:)`
    // `StackView.map(_:)`
    let stack = StackView<Int>(
      views: [.button(text: "", onTap: 1)], axis: .vertical, distribution: .fill, backgroundColor: .black)
    #expect(stack.map(text).views.messages == ["1"])
    // `UITableViewCellAccessoryType`
    let accessory: UITableViewCellAccessoryType = .checkmark
    // `TableViewCell.init(identity:text:onSelect:accessory:onDelete:)`
    let cell = TableViewCell(
      identity: AnyHashable(1), text: "", onSelect: 1, accessory: accessory, onDelete: 2)
    // `TableViewCell.==`
    #expect(cell == cell)
    // `TableViewCell.map(_:)`
    #expect(cell.map(text).accessory == .checkmark)
    // `TableView.init(items:)`
    // `TableView.map(_:)`
    #expect(TableView(items: [cell]).map(text).items.map(\.onDelete) == ["2"])
    // `Slider.init(progress:max:onChange:)`
    // `Slider.map(_:)`
    #expect(Slider(progress: 1, max: 2, onChange: { Int($0) }).map(text).onChange?(2) == "2")
    // `ImageView.init(image:)`
    _ = ImageView(image: nil)
    // `Space.init(width:height:)`
    _ = Space(width: 1, height: nil)
    // `ActivityIndicator.init(style:)`
    _ = ActivityIndicator(style: .white)
  }
}

import ElmButtonStyle
import Synchronization
import TEARuntime
import Testing

// A call of each name of Sources/TEARuntime/Styles/ElmButton/ElmButtonStyle.docc/Samples.md, below a comment that is the name.
// `NamePageTests` looks for these comments.

private func text(_ number: Int) -> String { "\(number)" }

/// Notes a message in the model, and returns the command that the message names.
private func note(_ message: String, in model: inout [String]) -> [Command<String>] {
  model.append(message)
  return message == "save" ? [.save(value: 7)] : message == "load" ? [.load(available: text)] : []
}

@Suite struct ElmButtonNameTests {
  @Test func `the names of programs can be used`() {
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
    // `Driver.init(_:update:view:)`
    let silent = Driver<Int, String>(
      1, update: { model, message in model += message.count },
      view: { model in .viewController(.label(text: "\(model)")) })
    silent.run(action: "ab")
    #expect(silent.model == 3)
  }

  @Test func `the commands of an update that is a single expression are carried out`() {
    let driver = Driver<[String], String>(
      [], update: { model, message in note(message, in: &model) },
      view: { model in .viewController(.label(text: model.last ?? "")) })
    driver.run(action: "save")
    driver.run(action: "load")
    driver.program.receive()
    #expect(driver.model == ["save", "load", "7"])
  }

  private final class Box: Sendable {
    let texts = Mutex<[String]>([])
  }

  @Test func `the names of commands and subscriptions can be used`() {
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

  private final class Manager: SubscriptionManaging {
    var lists: [[Int]] = []
    // `SubscriptionManaging.update(subscriptions:)`
    func update(subscriptions: [Int]) { lists.append(subscriptions) }
  }

  @Test func `the name of an app's own manager can be used`() {
    let manager = Manager()
    let driver = Driver<Int, String>(
      1,
      update: { model, message in
        model += message.count
        return []
      }, view: { model in .viewController(.label(text: "\(model)")) }, subscriptions: { [$0] },
      manager: { _ in manager })
    driver.run(action: "ab")
    #expect(manager.lists == [[1], [3]])
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

  @Test func `the names of view controllers can be used`() {
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

  @Test func `the names of views can be used`() {
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

  @Test func `the names of parts of views can be used`() {
    // `Label.init(text:font:)`
    // `Label.init(text:)`
    #expect(Label(text: "", font: .systemFont(ofSize: 1)) != Label(text: ""))
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
    // `StackView.init(views:axis:distriburtion:)`
    // `StackView.distriburtion`
    #expect(StackView(views: stack.views, axis: .vertical, distriburtion: .fillEqually).distriburtion == .fillEqually)
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

  @Test func `the names of the properties of items, cells and modals can be used`() {
    let content = ViewController<Int>.viewController(.label(text: ""))
    let item = NavigationItem(
      title: "a", leftBarButtonItem: .custom(text: "b", action: 1), rightBarButtonItems: [.none],
      leftItemsSupplementsBackButton: true, viewController: content)
    // `NavigationItem.title`
    #expect(item.title == "a")
    // `NavigationItem.leftBarButtonItem`
    #expect(item.leftBarButtonItem != nil)
    // `NavigationItem.rightBarButtonItems`
    #expect(item.rightBarButtonItems.count == 1)
    // `NavigationItem.leftItemsSupplementsBackButton`
    #expect(item.leftItemsSupplementsBackButton)
    // `NavigationItem.viewController`
    #expect(item.viewController.messages.isEmpty)
    let split = SplitViewController<Int>(
      left: { _ in NavigationController(viewControllers: [item]) },
      right: { _ in NavigationController(viewControllers: []) },
      collapseSecondaryViewController: true, popDetail: 2)
    // `SplitViewController.left`
    #expect(split.left(nil).viewControllers.count == 1)
    // `SplitViewController.right`
    #expect(split.right(UIBarButtonItem(title: "")).viewControllers.isEmpty)
    // `SplitViewController.collapseSecondaryViewController`
    #expect(split.collapseSecondaryViewController)
    // `SplitViewController.popDetail`
    #expect(split.popDetail == 2)
    let modal = Modal(viewController: content, presentationStyle: .formSheet)
    // `Modal.viewController`
    #expect(modal.viewController.messages.isEmpty)
    // `Modal.presentationStyle`
    #expect(modal.presentationStyle == .formSheet)
    let table = TableView(items: [
      TableViewCell(identity: AnyHashable(1), text: "c", onSelect: 3, accessory: .checkmark, onDelete: 4)
    ])
    // `TableView.items`
    let cell = table.items[0]
    // `TableViewCell.identity`
    #expect(cell.identity == AnyHashable(1))
    // `TableViewCell.text`
    #expect(cell.text == "c")
    // `TableViewCell.onSelect`
    #expect(cell.onSelect == 3)
    // `TableViewCell.onDelete`
    #expect(cell.onDelete == 4)
    // `TableViewCell.accessory`
    #expect(cell.accessory == .checkmark)
    // `TableViewCell.hashValue`
    #expect(cell.hashValue == table.items[0].hashValue)
  }

  @Test func `the names of the cases of a view, and of their properties, can be used`() {
    var parts: [String] = []
    let views: [View<Int>] = [
      .label(text: "a", font: .systemFont(ofSize: 1)), .stackView(views: [], axis: .horizontal),
      .button(text: "b", onTap: 1), .textField(text: "c", onChange: { _ in 2 }, onEnd: { _ in 3 }), .imageView(),
      .slider(progress: 1, max: 2, onChange: { _ in 4 }), .tableView(), .space(width: 5, height: 6),
      .activityIndicator(),
    ]
    for view in views {
      switch view {
      // `View._label(_:)`
      // `Label.text`
      // `Label.font`
      case ._label(let label): parts += [label.text, "\(label.font == .systemFont(ofSize: 1))"]
      // `View._stackView(_:)`
      // `StackView.views`
      // `StackView.axis`
      // `StackView.distribution`
      // `StackView.backgroundColor`
      case ._stackView(let stack):
        parts += ["\(stack.views.count)", "\(stack.axis)"]
        #expect(stack.distribution == .equalCentering && stack.backgroundColor == .white)
      // `View._button(_:)`
      // `Button.text`
      // `Button.onTap`
      case ._button(let button): parts += [button.text, "\(button.onTap ?? 0)"]
      // `View._textField(_:)`
      // `TextField.text`
      // `TextField.onChange`
      // `TextField.onEnd`
      case ._textField(let field): parts += [field.text, "\(field.onChange?("") ?? 0)\(field.onEnd?("") ?? 0)"]
      // `View._imageView(_:)`
      // `ImageView.image`
      case ._imageView(let image): #expect(image.image == nil)
      // `View._slider(_:)`
      // `Slider.progress`
      // `Slider.max`
      // `Slider.onChange`
      case ._slider(let slider): parts += ["\(slider.progress)", "\(slider.max)", "\(slider.onChange?(0) ?? 0)"]
      // `View._tableView(_:)`
      case ._tableView(let table): #expect(table.items.isEmpty)
      // `View._space(_:)`
      // `Space.width`
      // `Space.height`
      case ._space(let space): parts += ["\(space.width ?? 0)", "\(space.height ?? 0)"]
      // `View._activityIndicator(_:)`
      // `ActivityIndicator.style`
      case ._activityIndicator(let indicator): #expect(indicator.style == .white)
      case ._childViewController: break
      }
    }
    #expect(parts == ["a", "true", "0", "horizontal", "b", "1", "c", "23", "1.0", "2.0", "4", "5.0", "6.0"])
  }
}

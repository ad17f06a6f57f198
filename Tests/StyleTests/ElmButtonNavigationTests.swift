import ElmButtonStyle
import TEARuntime
import Testing

@Suite struct ElmButtonNavigationTests {
  private func navigation(_ titles: [String], back: String? = "back") -> NavigationController<String> {
    NavigationController(
      viewControllers: titles.map {
        NavigationItem(title: $0, viewController: .viewController(.label(text: "in \($0)")))
      },
      back: back)
  }

  private func lines(_ viewController: ViewController<String>) -> [String] { viewController.tree.lines(width: 60) }

  @Test func `the last view controller is shown, with a way back to the one below`() {
    #expect(lines(.navigationController(navigation(["a"]))) == ["a", "", "in a"])
    #expect(lines(.navigationController(navigation(["a", "b"]))) == ["[ < a ] b", "", "in b"])
    #expect(lines(.navigationController(navigation(["a", "b", "c"]))) == ["[ < b ] c", "", "in c"])
    #expect(ViewController.navigationController(navigation(["a", "b"])).messages == ["back"])
    #expect(ViewController.navigationController(navigation(["a"])).messages == [])
    #expect(ViewController.navigationController(navigation(["a", "b"], back: nil)).messages == [])
    #expect(lines(.navigationController(navigation([]))) == [])
  }

  @Test func `buttons stand around the title, and a custom left button may take the place of the way back`() {
    func bar(_ left: BarButtonItem<String>?, supplementsBackButton: Bool = false) -> String {
      let top = NavigationItem(
        title: "b", leftBarButtonItem: left,
        rightBarButtonItems: [.system(.add, action: "add"), .custom(text: "sort", action: "sort"), .none],
        leftItemsSupplementsBackButton: supplementsBackButton, viewController: .viewController(.label(text: "")))
      let controller = NavigationController(
        viewControllers: navigation(["a"]).viewControllers + [top], back: "back")
      return lines(.navigationController(controller))[0]
    }
    #expect(bar(nil) == "[ < a ] b [ add ] [ sort ]")
    #expect(bar(.custom(text: "menu", action: "menu")) == "[ menu ] b [ add ] [ sort ]")
    #expect(
      bar(.custom(text: "menu", action: "menu"), supplementsBackButton: true)
        == "[ < a ] [ menu ] b [ add ] [ sort ]")
    #expect(bar(.editButtonItem) == "[ < a ] b [ add ] [ sort ]")
    #expect(bar(.builtin(BuiltinBarButton(title: "sides"))) == "[ < a ] sides b [ add ] [ sort ]")
  }

  @Test func `a gap between buttons sends nothing`() {
    let item = NavigationItem<String>(
      title: "a", rightBarButtonItems: [.system(.flexibleSpace, action: "x"), .system(.fixedSpace, action: "y")],
      viewController: .viewController(.label(text: "")))
    #expect(ViewController.navigationController(NavigationController(viewControllers: [item])).messages == [])
  }

  /// A list beside a detail. The way back from the detail sends `popDetail`, the message of the split, or if that is `nil`,
  /// `popList`, the message of the list.
  private func split(isCollapsed: Bool, popDetail: String? = "pop", popList: String? = nil, modal: Modal<String>? = nil)
    -> ViewController<String>
  {
    var list = navigation(["list"])
    list.popDetail = popList
    let detail = navigation(["detail"])
    return .splitViewController(
      SplitViewController(
        left: { [list] button in button == nil ? list : navigation(["hidden"]) }, right: { _ in detail },
        collapseSecondaryViewController: isCollapsed, popDetail: popDetail), modal: modal)
  }

  @Test func `both sides of a split are shown, with a way back from a detail that is not collapsed`() {
    #expect(lines(split(isCollapsed: true)) == ["list      detail", "", "in list   in detail"])
    #expect(lines(split(isCollapsed: false)) == ["list      [ < ] detail", "", "in list   in detail"])
    #expect(split(isCollapsed: true).messages == [])
    #expect(split(isCollapsed: false).messages == ["pop"])
    #expect(split(isCollapsed: false, popDetail: nil).messages == [])
    #expect(split(isCollapsed: false, popDetail: nil, popList: "pop of the list").messages == ["pop of the list"])
  }

  @Test func `a modal view controller hides the others`() {
    let modal = Modal<String>(
      viewController: .viewController(.button(text: "stop", onTap: "stop")), presentationStyle: .formSheet)
    #expect(lines(split(isCollapsed: false, modal: modal)) == ["[ stop ]"])
    #expect(split(isCollapsed: false, modal: modal).messages == ["stop"])
  }

  /// Folders in folders: a row opens the next folder, and the way back leaves it.
  private struct Folders: Application {
    var path = ["top"]

    enum Message: Hashable { case open(String), back }

    mutating func update(_ message: Message) -> [Command<Message>] {
      switch message {
      case .open(let name): path.append(name)
      case .back: path.removeLast()
      }
      return []
    }

    var viewController: ViewController<Message> {
      .navigationController(
        NavigationController(
          viewControllers: path.map { name in
            NavigationItem(
              title: name,
              viewController: .tableViewController(
                TableView(items: [
                  TableViewCell(identity: name, text: "open", onSelect: .open(name + "."), onDelete: nil)
                ])))
          }, back: .back))
    }
  }

  @Test func `the messages that a program shows push and pop its view controllers`() {
    let program = Folders().makeProgram(store: MemoryStore(), notifications: NotificationCenter())
    func press(_ message: Folders.Message) throws {
      let shown = program.view.messages
      try #require(shown.contains(.message(message)))
      program.dispatch(.message(message))
    }
    #expect(throws: Never.self) {
      try press(.open("top."))
      #expect(program.view.lines(width: 40) == ["[ < top ] top.", "", "[ open ]"])
      try press(.open("top.."))
      try press(.back)
      try press(.back)
    }
    #expect(program.view.lines(width: 40) == ["top", "", "[ open ]"])
    #expect(program.view.messages == [.message(.open("top."))])
  }
}

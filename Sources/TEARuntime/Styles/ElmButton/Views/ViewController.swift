public import TEARuntime

/// All that an application shows, as data.
public indirect enum ViewController<Message> {
  /// A view controller of one view; a terminal ignores the layout guide.
  case _viewController(View<Message>, useLayoutGuide: Bool = true)
  /// A view controller of a table.
  case tableViewController(TableView<Message>)
  /// View controllers on top of each other.
  case navigationController(NavigationController<Message>)
  /// Two view controllers beside each other; a modal view controller is shown in their place.
  case splitViewController(SplitViewController<Message>, modal: Modal<Message>?)

  /// A view controller of one view.
  public static func viewController(_ view: View<Message>, useLayoutGuide: Bool = true) -> ViewController {
    ._viewController(view, useLayoutGuide: useLayoutGuide)
  }

  /// The same view controller inside a parent: its messages become messages of the parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> ViewController<Parent> {
    switch self {
    case ._viewController(let view, let useLayoutGuide):
      ._viewController(view.map(transform), useLayoutGuide: useLayoutGuide)
    case .tableViewController(let table): .tableViewController(table.map(transform))
    case .navigationController(let navigation): .navigationController(navigation.map(transform))
    case .splitViewController(let split, let modal):
      .splitViewController(split.map(transform), modal: modal?.map(transform))
    }
  }
}

extension ViewController: FieldHolding {
  package var hasFields: Bool { tree.hasFields }
}

extension ViewController: MessageCarrying {
  public var messages: [Message] { tree.messages }
  public var stops: [Int] { tree.stops }

  /// The view controller as a view tree, in the form in which it is drawn.
  public var tree: ViewTree<Message> {
    let drawing = Drawing(of: self)
    // Never `nil`: only a field with `onChange` sends changes, and only a field with `onEnd` sends ends.
    return drawing.tree.map { drawing.fields.message(for: $0)! }
  }
}

/// View controllers on top of each other: the last one is shown, with a way back to the one below.
public struct NavigationController<Message> {
  /// The view controllers, from below to the top.
  public var viewControllers: [NavigationItem<Message>]
  /// The message of a step back; `nil` for no way back.
  public var back: Message?
  /// The message of a step back from the detail of a split view controller; `nil` for none.
  ///
  /// The message is used only in the list of a split view controller whose ``SplitViewController/popDetail`` is `nil`.
  public var popDetail: Message?

  /// Makes a navigation controller.
  public init(viewControllers: [NavigationItem<Message>], back: Message? = nil, popDetail: Message? = nil) {
    self.viewControllers = viewControllers
    self.back = back
    self.popDetail = popDetail
  }

  /// The same navigation inside a parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> NavigationController<Parent> {
    NavigationController<Parent>(
      viewControllers: viewControllers.map { $0.map(transform) }, back: back.map(transform),
      popDetail: popDetail.map(transform))
  }
}

/// A view controller with a title and buttons above it.
public struct NavigationItem<Message> {
  /// The title above the view controller.
  public let title: String
  /// The button to the left of the title; `nil` for none.
  public let leftBarButtonItem: BarButtonItem<Message>?
  /// The buttons to the right of the title.
  public let rightBarButtonItems: [BarButtonItem<Message>]
  /// `true` where the left button stands beside the back button, not in its place.
  public let leftItemsSupplementsBackButton: Bool
  /// The view controller that is shown.
  public let viewController: ViewController<Message>

  /// Makes an item of a navigation controller.
  public init(
    title: String = "", leftBarButtonItem: BarButtonItem<Message>? = nil,
    rightBarButtonItems: [BarButtonItem<Message>] = [], leftItemsSupplementsBackButton: Bool = false,
    viewController: ViewController<Message>
  ) {
    self.title = title
    self.leftBarButtonItem = leftBarButtonItem
    self.rightBarButtonItems = rightBarButtonItems
    self.leftItemsSupplementsBackButton = leftItemsSupplementsBackButton
    self.viewController = viewController
  }

  /// The same item inside a parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> NavigationItem<Parent> {
    NavigationItem<Parent>(
      title: title, leftBarButtonItem: leftBarButtonItem?.map(transform),
      rightBarButtonItems: rightBarButtonItems.map { $0.map(transform) },
      leftItemsSupplementsBackButton: leftItemsSupplementsBackButton, viewController: viewController.map(transform))
  }
}

/// Two navigation controllers beside each other: a list, and the detail of its chosen row.
public struct SplitViewController<Message> {
  /// Makes the list, given the button that hides it; the button is `nil` in a terminal.
  public let left: (BuiltinBarButton?) -> NavigationController<Message>
  /// Makes the detail, given the button that hides the list; the button is `nil` in a terminal.
  public let right: (BuiltinBarButton?) -> NavigationController<Message>
  /// `true` while nothing is chosen in the list; the detail then offers no step back.
  public let collapseSecondaryViewController: Bool
  /// The message of a step back from the detail to the list; `nil` for the list's ``NavigationController/popDetail``.
  public let popDetail: Message?

  /// Makes a split view controller.
  public init(
    left: @escaping (BuiltinBarButton?) -> NavigationController<Message>,
    right: @escaping (BuiltinBarButton?) -> NavigationController<Message>, collapseSecondaryViewController: Bool,
    popDetail: Message?
  ) {
    self.left = left
    self.right = right
    self.collapseSecondaryViewController = collapseSecondaryViewController
    self.popDetail = popDetail
  }

  /// The same view controllers inside a parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> SplitViewController<Parent> {
    SplitViewController<Parent>(
      left: { left($0).map(transform) }, right: { right($0).map(transform) },
      collapseSecondaryViewController: collapseSecondaryViewController, popDetail: popDetail.map(transform))
  }
}

/// A view controller that is shown in place of all others.
public struct Modal<Message> {
  /// The view controller that is shown.
  public let viewController: ViewController<Message>
  /// The look of the view controller.
  public let presentationStyle: PresentationStyle

  /// Makes a modal view controller.
  public init(viewController: ViewController<Message>, presentationStyle: PresentationStyle) {
    self.viewController = viewController
    self.presentationStyle = presentationStyle
  }

  /// The same view controller inside a parent.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> Modal<Parent> {
    Modal<Parent>(viewController: viewController.map(transform), presentationStyle: presentationStyle)
  }
}

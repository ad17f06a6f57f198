internal import TEARuntime

/// A view controller as a view tree, whose messages are the application's events.
///
/// Text fields are numbered in reading order. Typing is an event with the number of the field; the view that is current
/// when the event is handled makes the message.
struct Drawing<Message> {
  typealias Tree = ViewTree<ApplicationEvent<Message>>

  private(set) var tree: Tree = .text("")
  private(set) var fields = Fields<Message>()

  init(of viewController: ViewController<Message>) { tree = draw(viewController) }

  private mutating func draw(_ viewController: ViewController<Message>) -> Tree {
    switch viewController {
    case ._viewController(let view, _): draw(view)
    case .tableViewController(let table): draw(table)
    case .navigationController(let navigation): draw(navigation, back: navigation.back)
    case .splitViewController(_, let modal?): draw(modal.viewController)
    case .splitViewController(let split, nil): draw(split)
    }
  }

  private mutating func draw(_ split: SplitViewController<Message>) -> Tree {
    // A terminal has no button that hides the list.
    let list = split.left(nil)
    let detail = split.right(nil)
    let popDetail = split.collapseSecondaryViewController ? nil : split.popDetail ?? list.popDetail
    let listTree = draw(list, back: list.back)
    // The spacing of 24 points is three columns of a terminal.
    return .stack(.horizontal, spacing: 24, [listTree, draw(detail, back: detail.back, popDetail: popDetail)])
  }

  private mutating func draw(
    _ navigation: NavigationController<Message>, back: Message?, popDetail: Message? = nil
  ) -> Tree {
    guard let item = navigation.viewControllers.last else { return .stack(.vertical, []) }
    let previousItem = navigation.viewControllers.dropLast().last
    var barParts: [Tree] = []
    let hidesBackButton = item.leftBarButtonItem?.button != nil && !item.leftItemsSupplementsBackButton
    if let previousItem, let back, !hidesBackButton {
      barParts.append(button("< \(previousItem.title)", .message(back)))
    } else if let popDetail, !hidesBackButton {
      barParts.append(button("<", .message(popDetail)))
    }
    barParts += draw(item.leftBarButtonItem)
    if !item.title.isEmpty { barParts.append(.text(item.title)) }
    barParts += item.rightBarButtonItems.flatMap { draw($0) }
    let content = draw(item.viewController)
    // The spacing of 16 points is one line of a terminal.
    return .stack(.vertical, spacing: 16, (barParts.isEmpty ? [] : [.stack(.horizontal, barParts)]) + [content])
  }

  private func draw(_ item: BarButtonItem<Message>?) -> [Tree] {
    if case .builtin(let button) = item { return [.text(button.title)] }
    return item?.button.map { [button($0.text, .message($0.action))] } ?? []
  }

  private func draw(_ table: TableView<Message>) -> Tree {
    .stack(
      .vertical,
      table.items.map { cell in
        var row: [Tree] = [cell.onSelect.map { button(cell.text, .message($0)) } ?? .text(cell.text)]
        if let sign = cell.accessory.sign { row.append(.text(sign)) }
        if let onDelete = cell.onDelete { row.append(button("delete", .message(onDelete))) }
        return row.count == 1 ? row[0] : .stack(.horizontal, row)
      })
  }

  private func button(_ text: String, _ event: ApplicationEvent<Message>) -> Tree {
    .button(event, label: .text(text))
  }

  private mutating func draw(_ view: View<Message>) -> Tree {
    switch view {
    case ._label(let label): return draw(label)
    case ._stackView(let stack):
      let distribution: ViewDistribution = stack.distribution == .fillEqually ? .equal : .natural
      let axis: ViewAxis = stack.axis == .vertical ? .vertical : .horizontal
      return .stack(axis, distribution: distribution, stack.views.map { draw($0) })
    case ._button(let button):
      return button.onTap.map { self.button(button.text, .message($0)) } ?? .text(button.text)
    case ._textField(let field): return .field(fields.add(field))
    case ._imageView(let imageView): return imageView.image.map { .image(.named($0.name)) } ?? .stack(.vertical, [])
    case ._slider(let slider): return draw(slider)
    case ._tableView(let table): return draw(table)
    case ._space(let space): return draw(space)
    case ._activityIndicator: return .progress(nil)
    case ._childViewController(let child): return draw(child)
    }
  }

  private func draw(_ label: Label) -> Tree {
    guard let underline = label.font.underline, !label.text.isEmpty else { return .text(label.text) }
    return .underlined(label.text, with: underline)
  }

  private func draw(_ slider: Slider<Message>) -> Tree {
    let progress = Tree.progress(slider.max > 0 ? Double(slider.progress / slider.max) : 0)
    guard let onChange = slider.onChange else { return progress }
    // Ten presses cross the whole range.
    let step = slider.max / 10
    return .stack(
      .horizontal,
      [
        button("-", .message(onChange(max(0, slider.progress - step)))), progress,
        button("+", .message(onChange(min(slider.max, slider.progress + step)))),
      ])
  }

  /// A line has 16 points, and a column 8. A size counts as at most 8,000 points, so that no view has endless lines.
  private func draw(_ space: Space) -> Tree {
    func cells(_ points: Double?, per cell: Double) -> Int {
      guard let points, points > 0 else { return 0 }
      return max(1, Int((min(points, 8_000) / cell).rounded()))
    }
    let columns = cells(space.width, per: 8)
    let lines = cells(space.height, per: 16)
    guard columns + lines > 0 else { return .stack(.vertical, []) }
    return .stack(.vertical, Array(repeating: .text(String(repeating: " ", count: columns)), count: max(1, lines)))
  }
}

/// The texts that a check types into fields and alerts, in place of all texts that a person may type.
///
/// Functions of a text, which have no equality, are compared by their results for these texts.
let exampleTexts = ["", "a"]

/// The fields of a view, in reading order.
struct Fields<Message> {
  private var fields: [TextField<Message>] = []

  mutating func add(_ field: TextField<Message>) -> ViewField<ApplicationEvent<Message>> {
    let number = fields.count
    fields.append(field)
    let change = field.onChange.map { _ in ApplicationEvent<Message>.changed(field: number, text: field.text) }
    let end = field.onEnd.map { _ in ApplicationEvent<Message>.ended(field: number, text: field.text) }
    let otherTexts = exampleTexts.filter { $0 != field.text }
    return ViewField(
      text: field.text, change: change, end: end,
      examples: [change, end].compactMap { $0 }.flatMap { event in otherTexts.map { event.carrying($0) } })
  }

  /// The message of an event; `nil` for a notification, and for a field that is gone or has no message for the event.
  func message(for event: ApplicationEvent<Message>) -> Message? {
    switch event {
    case .message(let message): message
    case .changed(let number, let text): fields.indices.contains(number) ? fields[number].onChange?(text) : nil
    case .ended(let number, let text): fields.indices.contains(number) ? fields[number].onEnd?(text) : nil
    case .notified, .received: nil
    }
  }
}

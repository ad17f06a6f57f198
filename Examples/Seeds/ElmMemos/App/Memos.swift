public import ElmButtonStyle

/// Memos in folders, and the memo that is read: a plain value, whose type conforms to nothing.
public struct Memos {
  /// The folders, as the store of the memos (``Shelf``) last told them.
  public var folders: [Folder] = []
  /// The name of the folder that is open; `nil` for none.
  public var open: String?
  /// The memo that is read, with the text as it is typed; `nil` for none.
  public var reading: Memo?

  /// Makes the value in which nothing is open.
  public init(folders: [Folder] = []) { self.folders = folders }

  public enum Message: Hashable, Sendable {
    case open(String)
    case back
    case read(Memo)
    case close
    case typed(String?)
    case done(String?)
    case askForFolder
    case addFolder(String?)
    case addMemo
    case remove(Memo)
    /// The shelf's answer to a change: all folders.
    case told([Folder])
  }

  public mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .open(let name): open = name
    case .back: open = nil
    case .read(let memo): reading = memo
    case .close: reading = nil
    case .typed(let text): reading?.text = text ?? ""
    case .done(let text):
      guard let memo = reading, let text, !text.isEmpty else { return [] }
      return [.ask(.rewrite(memo.number, text))]
    case .askForFolder:
      return [
        .modalTextAlert(
          title: "A new folder", accept: "Add", cancel: "Cancel", placeholder: "its name", submit: { .addFolder($0) })
      ]
    case .addFolder(let name):
      guard let name, !name.isEmpty else { return [] }
      return [.ask(.addFolder(name))]
    case .addMemo:
      guard let open else { return [] }
      return [.ask(.addMemo(open))]
    case .remove(let memo): return [.ask(.remove(memo.number))]
    case .told(let folders):
      self.folders = folders
      if !folders.contains(where: { $0.name == open }) { open = nil }
      if let memo = reading, !folders.contains(where: { $0.memos.contains { $0.number == memo.number } }) {
        reading = nil
      }
    }
    return []
  }
}

// MARK: View

extension Memos {
  public var viewController: ViewController<Message> {
    .splitViewController(
      SplitViewController(
        left: { _ in list }, right: { _ in detail }, collapseSecondaryViewController: reading == nil,
        popDetail: .close), modal: nil)
  }

  private var list: NavigationController<Message> {
    let root = NavigationItem(
      title: "Folders", rightBarButtonItems: [.system(.add, action: Message.askForFolder)],
      viewController: .tableViewController(
        TableView(
          items: folders.map {
            TableViewCell(
              identity: $0.name, text: $0.name, onSelect: .open($0.name), accessory: .disclosureIndicator,
              onDelete: nil)
          })))
    guard let folder = folders.first(where: { $0.name == open }) else {
      return NavigationController(viewControllers: [root], back: .back)
    }
    let memos = NavigationItem(
      title: folder.name, rightBarButtonItems: [.system(.compose, action: Message.addMemo)],
      viewController: .tableViewController(
        TableView(
          items: folder.memos.map {
            TableViewCell(identity: $0.number, text: $0.text, onSelect: .read($0), onDelete: .remove($0))
          })))
    return NavigationController(viewControllers: [root, memos], back: .back)
  }

  private var detail: NavigationController<Message> {
    let view: View<Message> =
      if let reading {
        .stackView(views: [
          .label(text: "Memo \(reading.number)", font: .preferredFont(forTextStyle: .title2)), .space(height: 16),
          .textField(text: reading.text, onChange: { .typed($0) }, onEnd: { .done($0) }),
        ])
      } else {
        .label(text: "no memo chosen", font: .preferredFont(forTextStyle: .body))
      }
    return NavigationController(viewControllers: [NavigationItem(viewController: .viewController(view))])
  }
}

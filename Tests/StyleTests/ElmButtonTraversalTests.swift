import ElmButtonStyle
import Testing

// These tests are like the tests of the Recordings sample (see Samples.md of ElmButtonStyle): they walk through the view
// controller of a value, and inspect the commands that the value's update returns.

private struct Folder: Hashable {
  var name: String
  var number: Int
  var folders: [Folder] = []
  var songs: [String] = []
}

private struct Library {
  var path: [Folder]
  var isNaming = false

  enum Message: Hashable {
    case open(Folder)
    case play(String)
    case name
    case named(String?)
    case changed(Folder)
    case back
  }

  mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .open(let folder):
      path.append(folder)
      return []
    case .play(let song): return [Command(Play(song: song))]
    case .name:
      isNaming = true
      return [
        .modalTextAlert(title: "Name", accept: "OK", cancel: "Cancel", placeholder: "", submit: { .named($0) })
      ]
    case .named(let name):
      isNaming = false
      guard let name, let folder = path.last else { return [] }
      return [Command(Create(name: name, parent: folder.number))]
    case .changed(let root):
      path = [root]
      return []
    case .back:
      path.removeLast()
      return []
    }
  }

  var subscriptions: [Subscription<Message>] {
    let root = path[0]
    return [
      .notification(name: NotificationName("changed")) { .changed(($0.object as? Renaming)?.applied(to: root) ?? root) }
    ]
  }

  var viewController: ViewController<Message> {
    .splitViewController(
      SplitViewController(
        left: { _ in
          NavigationController(
            viewControllers: path.map { folder in
              NavigationItem(
                title: folder.name, rightBarButtonItems: [.system(.add, action: .name)],
                viewController: .tableViewController(TableView(items: rows(of: folder))))
            }, back: .back)
        },
        right: { _ in NavigationController(viewControllers: []) }, collapseSecondaryViewController: true,
        popDetail: nil), modal: nil)
  }

  private func rows(of folder: Folder) -> [TableViewCell<Message>] {
    folder.folders.map {
      TableViewCell(
        identity: $0.number, text: "folder \($0.name)", onSelect: .open($0), accessory: .disclosureIndicator,
        onDelete: nil)
    }
      + folder.songs.map { TableViewCell(identity: $0, text: "song \($0)", onSelect: .play($0), onDelete: nil) }
  }
}

/// The object of a notification: the root folder has a new name, and is empty.
private struct Renaming: Hashable, Sendable {
  var name: String
  func applied(to folder: Folder) -> Folder { Folder(name: name, number: folder.number) }
}

private struct Play: CustomCommand {
  var song: String
  func run(_ context: Context<Never>) {}
}

private struct Create: CustomCommand {
  var name: String
  var parent: Int
  func run(_ context: Context<Never>) {}
}

@Suite struct ElmButtonTraversalTests {
  private let child = Folder(name: "child", number: 1)
  private var root: Folder { Folder(name: "root", number: 0, folders: [child], songs: ["tune"]) }

  /// The title and the rows of the folder that is shown at a depth.
  private func rows(
    _ library: Library, at depth: Int = 0
  ) throws -> (title: String, rows: [TableViewCell<Library.Message>]) {
    guard case .splitViewController(let split, modal: nil) = library.viewController else { throw Missing() }
    let items = split.left(nil).viewControllers
    try #require(items.indices.contains(depth))
    guard case .tableViewController(let table) = items[depth].viewController else { throw Missing() }
    return (items[depth].title, table.items)
  }

  private struct Missing: Error {}

  @Test func `a folder is listed with its name and its contents`() throws {
    let (title, rows) = try rows(Library(path: [root]))
    #expect(title == "root")
    #expect(rows.map(\.text) == ["folder child", "song tune"])
    #expect(rows.map(\.onSelect) == [.open(child), .play("tune")])
    #expect(rows.map(\.accessory) == [.disclosureIndicator, .none])
    #expect(rows.map(\.onDelete) == [nil, nil])
  }

  @Test func `a folder that is opened is pushed, without a command`() {
    var library = Library(path: [root])
    #expect(library.update(.open(child)) == [])
    #expect(library.path.map(\.number) == [0, 1])
    #expect(library.update(.back) == [])
    #expect(library.path.map(\.number) == [0])
  }

  @Test func `the message of a row leads to the folder that the row shows`() throws {
    var library = Library(path: [root])
    let message = try #require(try rows(library).rows[0].onSelect)
    #expect(library.update(message) == [])
    let (title, rows) = try rows(library, at: 1)
    #expect(title == "child")
    #expect(rows.isEmpty)
  }

  @Test func `a test can reach the buttons of a bar`() throws {
    guard case .splitViewController(let split, modal: nil) = Library(path: [root]).viewController else {
      throw Missing()
    }
    let item = try #require(split.left(nil).viewControllers.first)
    guard case .system(.add, action: let action)? = item.rightBarButtonItems.first else { throw Missing() }
    #expect(action == .name)
    #expect(item.leftBarButtonItem == nil)
    #expect(split.left(nil).back == .back)
    #expect(split.right(nil).viewControllers.isEmpty)
  }

  @Test func `a subscription makes the message of a notification`() throws {
    let library = Library(path: [root])
    let subscription = try #require(library.subscriptions.first)
    #expect(subscription.name == NotificationName("changed"))
    let notification = AppNotification(name: subscription.name, object: Renaming(name: "other"))
    #expect(subscription.message(for: notification) == .changed(Folder(name: "other", number: 0)))
    #expect(subscription.message(for: AppNotification(name: subscription.name)) == .changed(root))
  }

  @Test func `update returns the command of each message, and none for a cancelled alert`() throws {
    var library = Library(path: [root])
    let asking = library.update(.name)
    #expect(library.isNaming)
    #expect(asking.count == 1)
    #expect(library.update(.named(nil)) == [])
    #expect(!library.isNaming)
    let commands = library.update(.named("new"))
    #expect(commands.map { $0.value(as: Create.self) } == [Create(name: "new", parent: 0)])
    #expect(library.update(.play("tune")).first?.value(as: Play.self) == Play(song: "tune"))
  }
}

public import ElmButtonStyle
internal import Synchronization

/// A text with a number of its own.
public struct Memo: Hashable, Sendable {
  public var number: Int
  public var text: String
}

/// Memos under a name.
public struct Folder: Hashable, Sendable {
  public var name: String
  public var memos: [Memo] = []
}

/// The store of the memos, outside of the program.
public struct Shelf: Hashable, Sendable {
  /// The shelf of this process.
  static let shared = Mutex(Shelf())

  public private(set) var folders: [Folder] = []
  /// The number of the memo that was added last; 0 at first.
  private var lastNumber = 0

  /// An empty shelf.
  public init() {}

  /// A shelf with a memo in a folder.
  public init(folder: String, memo: String) {
    folders = [Folder(name: folder, memos: [Memo(number: 1, text: memo)])]
    lastNumber = 1
  }

  /// Makes a change; does nothing for a folder or a memo that is gone, and for a new folder whose name is taken.
  public mutating func make(_ change: ShelfChange) {
    switch change {
    case .addFolder(let name):
      if !folders.contains(where: { $0.name == name }) { folders.append(Folder(name: name)) }
    case .addMemo(let name):
      guard let index = folders.firstIndex(where: { $0.name == name }) else { return }
      lastNumber += 1
      folders[index].memos.append(Memo(number: lastNumber, text: "new"))
    case .remove(let number):
      for index in folders.indices { folders[index].memos.removeAll { $0.number == number } }
    case .rewrite(let number, let text):
      for folder in folders.indices {
        for memo in folders[folder].memos.indices where folders[folder].memos[memo].number == number {
          folders[folder].memos[memo].text = text
        }
      }
    }
  }
}

/// A change of the shelf, as a custom command, which is answered with all folders.
public enum ShelfChange: CustomCommand, Sendable {
  case addFolder(String)
  /// Adds a memo to the folder with this name.
  case addMemo(String)
  /// Removes the memo with this number.
  case remove(Int)
  /// Gives the memo with this number another text.
  case rewrite(Int, String)

  public func run(_ context: Context<[Folder]>) {
    context.send(
      Shelf.shared.withLock { shelf in
        shelf.make(self)
        return shelf.folders
      })
  }
}

extension Command<Memos.Message> {
  static func ask(_ change: ShelfChange) -> Command { Command(change, available: { .told($0) }) }
}

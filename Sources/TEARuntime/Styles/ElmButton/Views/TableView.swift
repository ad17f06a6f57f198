/// Rows below each other.
public struct TableView<Message> {
  /// The rows, in order.
  public let items: [TableViewCell<Message>]

  /// Makes a table.
  public init(items: [TableViewCell<Message>]) { self.items = items }

  /// The same table inside a parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> TableView<Parent> {
    TableView<Parent>(items: items.map { $0.map(transform) })
  }
}

/// A row of a table, which can be selected and deleted.
///
/// Two rows are equal if their identities, texts and accessories are equal; their messages are not compared.
public struct TableViewCell<Message>: Hashable {
  /// The identity of the thing that the row shows.
  public let identity: AnyHashable
  /// The text of the row.
  public let text: String
  /// The message of a tap; `nil` for none.
  public let onSelect: Message?
  /// The message of a deletion; `nil` for none.
  public let onDelete: Message?
  /// The sign at the end of the row.
  public let accessory: CellAccessory

  /// Makes a row.
  public init(
    identity: AnyHashable, text: String, onSelect: Message?, accessory: CellAccessory = .none, onDelete: Message?
  ) {
    self.identity = identity
    self.text = text
    self.onSelect = onSelect
    self.onDelete = onDelete
    self.accessory = accessory
  }

  /// The same row inside a parent.
  public func map<Parent>(_ transform: (Message) -> Parent) -> TableViewCell<Parent> {
    TableViewCell<Parent>(
      identity: identity, text: text, onSelect: onSelect.map(transform), accessory: accessory,
      onDelete: onDelete.map(transform))
  }

  public static func == (one: TableViewCell, other: TableViewCell) -> Bool {
    one.identity == other.identity && one.text == other.text && one.accessory == other.accessory
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

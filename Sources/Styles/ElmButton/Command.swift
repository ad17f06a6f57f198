/// A request of an application to the outside.
public enum Command<Message> {
  /// Keeps a value.
  case save(value: Int)
  /// Asks for the value that was last kept, which becomes a message.
  case load(available: (Int) -> Message)

  /// The same command inside a parent: its messages become the parent's.
  public func map<Parent>(_ transform: @escaping (Message) -> Parent) -> Command<Parent> {
    switch self {
    case .save(let value): .save(value: value)
    case .load(let available): .load(available: { transform(available($0)) })
    }
  }
}

/// Two loads are equal when they make the same messages of 0 and of 1, for functions have no equality of their own.
extension Command: Equatable where Message: Equatable {
  public static func == (one: Command, other: Command) -> Bool {
    switch (one, other) {
    case (.save(let one), .save(let other)): one == other
    case (.load(let one), .load(let other)): one(0) == other(0) && one(1) == other(1)
    case (.save, .load), (.load, .save): false
    }
  }
}

extension Command: Hashable where Message: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .save(let value): hasher.combine(value)
    case .load(let available):
      hasher.combine(available(0))
      hasher.combine(available(1))
    }
  }
}

/// A function says nothing in a report, so a load is shown without it.
extension Command: CustomReflectable {
  public var customMirror: Mirror {
    switch self {
    case .save(let value): Mirror(self, children: ["save": value], displayStyle: .enum)
    case .load: Mirror(self, children: [], displayStyle: .enum)
    }
  }
}

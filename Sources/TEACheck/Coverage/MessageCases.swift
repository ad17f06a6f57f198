internal import TEARuntime

/// The cases of a message type, with those of the messages of parts that they hold: `panel.tapped`.
///
/// The message of a part is an enum of the same name, as `Panel.Message` is in `App.Message`; other payloads are data.
struct MessageCases {
  private(set) var names: [String] = []
  private var root = Place.leaf(0)

  private indirect enum Place {
    case leaf(Int)
    /// By the number of the case.
    case branch([Place])
  }

  private let typeName: String

  /// - Returns: `nil` where the type is no enum.
  init?(of type: Any.Type) {
    typeName = shortName(of: type)
    guard case .enumeration(let cases) = TypeShape(of: type), !cases.isEmpty else { return nil }
    root = .branch(places(of: cases, inside: "", seen: [ObjectIdentifier(type)]))
  }

  private mutating func places(
    of cases: [TypeShape.Case], inside path: String, seen: Set<ObjectIdentifier>
  ) -> [Place] {
    cases.map { one in
      if let payload = one.payload.map(Self.unwrapped), !seen.contains(ObjectIdentifier(payload)),
        shortName(of: payload) == typeName, case .enumeration(let inner) = TypeShape(of: payload),
        !inner.isEmpty
      {
        return .branch(
          places(of: inner, inside: path + one.name + ".", seen: seen.union([ObjectIdentifier(payload)])))
      }
      names.append(path + one.name)
      return .leaf(names.count - 1)
    }
  }

  /// The type of a payload that stands alone behind a label.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    if case .tuple(let fields) = TypeShape(of: type), fields.count == 1 { fields[0].type } else { type }
  }

  /// The number of the case that a message is of.
  ///
  /// - Returns: `nil` where the message hides what it holds from reflection.
  func number<Message>(of message: Message) -> Int? { number(of: message, in: root) }

  private func number<Value>(of value: Value, in place: Place) -> Int? {
    switch place {
    case .leaf(let number): return number
    case .branch(let places):
      guard let tag = enumCase(of: value), tag < places.count else { return nil }
      if case .leaf(let number) = places[tag] { return number }
      guard var payload = Mirror(reflecting: value).children.first?.value else { return nil }
      let inner = Mirror(reflecting: payload)
      if inner.displayStyle == .tuple, inner.children.count == 1, let only = inner.children.first?.value {
        payload = only
      }
      return number(of: payload, in: places[tag])
    }
  }
}
